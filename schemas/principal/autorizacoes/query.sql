select a.id, a.id as autorizacao_id, a.numero_guia, a.guia_prestador, a.protocolo, a.tipo_guia, a.etapa, a.canal,
  a.beneficiario_id, a.cartao, a.solicitante_id, a.profissional_solicitante_id, a.executante_id, a.carater,
  a.data_solicitacao, a.data_autorizacao, a.prazo_atendimento, a.senha,
  a.validade_senha, a.percentual_autorizado, a.motivo_negativa_id,
  a.situacao,
  (select u.situacao from auditoria u where u.autorizacao_id = a.id order by u.inicio desc limit 1) as status_analise
from autorizacao a
