-- Cada transação, com a conta a receber ou a pagar a que pertence.
select t.id, t.id as transacao_id, t.momento, t.operacao,
  case when t.conta_receber_id is not null then 'RECEBER' else 'PAGAR' end as lado,
  coalesce(c.numero, p.numero) as numero, t.conta_receber_id, t.conta_pagar_id, t.responsavel_id, p.fornecedor_id,
  t.valor_anterior, t.valor_novo, t.valor_novo - t.valor_anterior as diferenca, t.documento, t.usuario_id, t.complemento
from transacao_financeira t
  left join conta_receber c on c.id = t.conta_receber_id
  left join conta_pagar p on p.id = t.conta_pagar_id
