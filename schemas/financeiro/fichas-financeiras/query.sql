-- Cada conta a receber, com o que falta pagar e, em atraso, com os encargos até hoje.
-- A tabela de juros e multa é a que valia no vencimento: a do tipo da conta ou, sem ela, a geral.
select c.id, c.id as conta_id, c.numero, c.tipo_id, c.responsavel_id, c.empresa_id, c.competencia, c.vencimento, c.valor,
  coalesce(c.juros, 0) + coalesce(c.multa, 0) as encargos,
  coalesce(c.desconto, 0) + coalesce(c.abatimento, 0) as abatimentos,
  c.valor_pago, d.saldo,
  case when d.saldo > 0 then greatest(d.dias, 0) else 0 end as dias_atraso,
  e.multa_hoje, e.juros_hoje, d.saldo + e.multa_hoje + e.juros_hoje as valor_hoje,
  c.linha_digitavel, c.codigo_barras, c.txid_pix, c.data_pagamento, c.situacao
from conta_receber c
  cross join lateral (
    select (current_timestamp at time zone 'America/Sao_Paulo')::date - c.vencimento as dias,
      case when c.situacao in ('ABERTA', 'ENVIADA', 'REGISTRADA', 'VENCIDA', 'PAGA_PARCIAL', 'EM_NEGOCIACAO')
        then greatest(c.valor_devido - coalesce(c.valor_pago, 0), 0) else 0 end as saldo
  ) d
  left join lateral (
    select t.multa, t.juros_mes
    from tabela_juros_multa t
    where (t.tipo_conta_id = c.tipo_id or t.tipo_conta_id is null)
      and t.inicio <= c.vencimento and (t.fim is null or t.fim >= c.vencimento)
      and d.saldo > 0 and d.dias > coalesce(t.carencia_dias, 0)
    order by t.tipo_conta_id nulls last
    limit 1
  ) t on true
  cross join lateral (
    select coalesce(round(d.saldo * t.multa / 100, 2), 0) as multa_hoje,
      coalesce(round(d.saldo * t.juros_mes / 100 / 30 * d.dias, 2), 0) as juros_hoje
  ) e
