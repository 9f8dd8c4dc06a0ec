select r.id, r.id as recurso_id, r.numero, r.protocolo_id, r.prestador_id, r.data, r.objeto, r.origem, r.prazo_resposta,
  case
    when r.prazo_resposta < (current_timestamp at time zone 'America/Sao_Paulo')::date then 'VENCIDO'
    when r.prazo_resposta = (current_timestamp at time zone 'America/Sao_Paulo')::date then 'VENCE_HOJE'
    else 'NO_PRAZO'
  end as situacao_prazo,
  r.valor_recursado,
  (
    select count(*) from recurso_glosa_itens i where i.recurso_glosa_id = r.id and i.decisao = 'EM_ANALISE'
  )::integer as itens_sem_decisao,
  r.situacao
from recurso_glosa r
where r.situacao in ('RECEBIDO', 'EM_ANALISE')
