select a.id, a.id as autorizacao_id, a.numero_guia, a.protocolo, a.tipo_guia, a.beneficiario_id, a.solicitante_id,
  a.profissional_solicitante_id, a.executante_id, a.data_solicitacao, a.prazo_atendimento, a.data_autorizacao,
  a.senha, a.validade_senha, a.motivo_negativa_id, a.justificativa, a.situacao
from autorizacao a
