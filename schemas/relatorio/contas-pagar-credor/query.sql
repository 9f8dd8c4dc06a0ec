-- O credor é o fornecedor (o prestador recebe por ele) ou o beneficiário. O código separa os de mesmo nome.
select c.id, c.id as conta_id, c.numero, coalesce(f.nome || ' (' || f.codigo || ')', b.nome || ' (' || b.codigo || ')') as credor, coalesce(f.cnpj, f.cpf, b.cpf) as documento_credor,
  c.fornecedor_id, c.beneficiario_id, c.tipo_id, c.documento_numero, c.competencia, c.emissao, c.vencimento, c.valor_bruto,
  c.valor_glosa, c.valor_impostos, c.valor_liquido, c.forma_id, c.bordero_id, c.data_pagamento, c.situacao
from conta_pagar c
  left join fornecedor f on f.id = c.fornecedor_id
  left join beneficiario b on b.id = c.beneficiario_id
