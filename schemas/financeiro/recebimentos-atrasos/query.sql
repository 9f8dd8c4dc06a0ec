-- Os encargos de cada conta paga depois do vencimento.
select e.id, e.id as encargo_id, e.conta_receber_id, c.numero, c.tipo_id, c.responsavel_id, c.empresa_id, c.vencimento,
  e.data_pagamento, e.dias_atraso, e.valor_base, e.juros, e.multa, e.correcao, e.total, e.competencia_cobranca,
  e.motivo_dispensa, e.situacao
from encargo_atraso e
  join conta_receber c on c.id = e.conta_receber_id
