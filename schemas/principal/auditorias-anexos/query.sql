select x.id, x.id as anexo_id, x.numero, x.tipo, x.autorizacao_id, x.beneficiario_id, x.solicitante_id,
  x.executante_id, x.profissional_id, x.data_solicitacao, x.cid_id, x.justificativa, x.plano_terapeutico,
  x.pedido_complemento, x.situacao,
  (select u.situacao from auditoria u where u.anexo_id = x.id order by u.inicio desc limit 1) as situacao_auditoria,
  (select u.decisao from auditoria u where u.anexo_id = x.id order by u.inicio desc limit 1) as decisao
from anexo_autorizacao x
where x.pendente and x.tipo <> 'DOCUMENTO'
