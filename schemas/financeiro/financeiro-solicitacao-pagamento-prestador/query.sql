-- Os pedidos de pagamento, com o que foi liberado no protocolo.
select s.id, s.id as pedido_id, s.numero, s.enviada_em, s.prestador_id, s.protocolo_id, p.competencia, p.situacao as situacao_protocolo,
  p.previsao_pagamento, s.nota_fiscal_numero, s.nota_fiscal_serie, s.nota_fiscal_data, s.valor_nota,
  p.valor_apresentado - coalesce(p.valor_glosa, 0) as valor_liberado,
  s.valor_nota - (p.valor_apresentado - coalesce(p.valor_glosa, 0)) as diferenca, s.conta_pagar_id, s.motivo_devolucao, s.situacao
from solicitacao_pagamento_prestador s
  left join protocolo_recebimento p on p.id = s.protocolo_id
