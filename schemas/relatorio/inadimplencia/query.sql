-- Os títulos vencidos com saldo, sem os encargos até hoje.
select c.id, c.id as conta_id, c.numero, c.tipo_id, c.responsavel_id, c.empresa_id, c.competencia, c.vencimento, d.dias as dias_atraso,
  case
    when d.dias <= 30 then '030'
    when d.dias <= 60 then '060'
    when d.dias <= 90 then '090'
    when d.dias <= 120 then '120'
    else '999'
  end as faixa,
  c.valor_devido, c.valor_pago, c.valor_devido - coalesce(c.valor_pago, 0) as saldo, c.situacao
from conta_receber c
  cross join lateral (
    select (current_timestamp at time zone 'America/Sao_Paulo')::date - c.vencimento as dias
  ) d
where d.dias > 0
  and c.situacao in ('ABERTA', 'ENVIADA', 'REGISTRADA', 'VENCIDA', 'PAGA_PARCIAL', 'EM_NEGOCIACAO')
  and c.valor_devido > coalesce(c.valor_pago, 0)
