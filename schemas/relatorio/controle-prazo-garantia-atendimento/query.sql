-- As guias com prazo de atendimento (RN 566). A negativa encerra o prazo no dia da decisão; as canceladas e expiradas não contam.
select a.id, a.id as autorizacao_id, a.numero_guia, a.tipo_guia, a.beneficiario_id, a.solicitante_id, a.executante_id,
  a.data_solicitacao, a.prazo_atendimento, a.data_autorizacao, a.data_execucao,
  case
    when d.fim > a.prazo_atendimento then 'VENCIDO'
    when d.fim = a.prazo_atendimento and d.aberta then 'VENCE_HOJE'
    else 'NO_PRAZO'
  end as situacao_prazo,
  greatest(d.fim - a.prazo_atendimento, 0) as dias_atraso, a.situacao
from autorizacao a
  cross join lateral (
    select coalesce(
        a.data_execucao,
        case when a.situacao = 'NEGADA' then (a.data_autorizacao at time zone 'America/Sao_Paulo')::date end,
        (current_timestamp at time zone 'America/Sao_Paulo')::date
      ) as fim,
      a.data_execucao is null and a.situacao <> 'NEGADA' as aberta
  ) d
where a.prazo_atendimento is not null and a.situacao not in ('CANCELADA', 'EXPIRADA')
