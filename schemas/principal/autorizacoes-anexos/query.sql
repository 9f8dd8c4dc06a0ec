select x.id, x.id as anexo_id, x.numero, x.numero_prestador, x.tipo, x.autorizacao_id, x.beneficiario_id,
  x.solicitante_id, x.executante_id, x.profissional_id, x.data_solicitacao, x.data_decisao, x.cid_id,
  x.motivo_negativa_id, x.situacao
from anexo_autorizacao x
