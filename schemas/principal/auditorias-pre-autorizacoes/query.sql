select a.id, a.id as autorizacao_id, a.numero_guia, a.tipo_guia, a.canal, a.beneficiario_id, a.solicitante_id,
  a.profissional_solicitante_id, a.executante_id, a.carater, a.data_solicitacao, a.prazo_atendimento,
  a.indicacao_clinica, a.data_autorizacao, a.motivo_negativa_id, a.situacao,
  (select u.situacao from auditoria u where u.autorizacao_id = a.id order by u.inicio desc limit 1) as situacao_auditoria
from autorizacao a
where a.etapa = 'PRE_AUTORIZACAO'
