-- Créditos pendentes e a conta em aberto do mesmo pagador que mais se aproxima do valor.
select b.id, b.id as credito_id, b.data, b.valor, b.banco_id, b.agencia, b.conta, b.documento, b.historico, b.pagador,
  b.documento_pagador, (current_timestamp at time zone 'America/Sao_Paulo')::date - b.data as dias_pendente,
  c.id as conta_sugerida_id, c.responsavel_id, c.vencimento as vencimento_sugerido, c.valor_devido as valor_sugerido,
  b.valor - c.valor_devido as diferenca
from credito_bancario b
  left join lateral (
    select r.id, r.responsavel_id, r.vencimento, r.valor_devido
    from conta_receber r
    where r.documento_pagador = b.documento_pagador
      and r.situacao in ('ABERTA', 'ENVIADA', 'REGISTRADA', 'VENCIDA', 'PAGA_PARCIAL', 'EM_NEGOCIACAO')
    order by abs(r.valor_devido - b.valor), r.vencimento, r.id
    limit 1
  ) c on true
where b.situacao = 'PENDENTE'
