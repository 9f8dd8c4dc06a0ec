-- Protocolos conhecidos que ainda não foram pagos nem devolvidos.
select p.id, p.id as protocolo_id, p.numero, p.tipo, p.competencia, p.recebimento,
  p.fechamento, p.prestador_id,
  p.nota_fiscal, p.quantidade_guias, p.valor_apresentado as valor_avisado, coalesce(p.valor_glosa, 0) as valor_glosa,
  p.valor_apresentado - coalesce(p.valor_glosa, 0) as saldo,
  (current_timestamp at time zone 'America/Sao_Paulo')::date - (p.recebimento at time zone 'America/Sao_Paulo')::date as dias, p.previsao_pagamento,
  greatest((current_timestamp at time zone 'America/Sao_Paulo')::date - p.previsao_pagamento, 0) as dias_vencido, p.situacao
from protocolo_recebimento p
where p.situacao in ('RECEBIDO', 'EM_CONFERENCIA', 'EM_GLOSA', 'FECHADO')
