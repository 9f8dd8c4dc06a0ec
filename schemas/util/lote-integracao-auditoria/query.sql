select l.id, l.id as lote_id, l.numero, l.auditora_id, l.competencia, l.geracao, l.guias, l.valor_apresentado, l.envio,
  case when l.situacao = 'ENVIADO' then
    (current_timestamp at time zone 'America/Sao_Paulo')::date - (l.envio at time zone 'America/Sao_Paulo')::date
  end as dias_espera,
  l.retorno, l.guias_retornadas, case when l.retorno is not null then l.valor_glosado end as valor_glosado,
  case when l.retorno is not null then round(100 * l.valor_glosado / nullif(l.valor_apresentado, 0), 2) end as percentual_glosa,
  l.situacao, l.erro
from lote_integracao_auditoria l
