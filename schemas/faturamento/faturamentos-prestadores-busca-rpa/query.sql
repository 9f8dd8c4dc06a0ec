select f.id, f.id as faturamento_id, f.numero, f.prestador_id, p.cpf, f.competencia, f.valor_liberado,
  (select sum(i.valor) from conta_pagar_impostos i join tipo_imposto t on t.id = i.imposto_id
   where i.conta_pagar_id = f.conta_pagar_id and t.sigla = 'INSS') as valor_inss,
  (select sum(i.valor) from conta_pagar_impostos i join tipo_imposto t on t.id = i.imposto_id
   where i.conta_pagar_id = f.conta_pagar_id and t.sigla = 'IRRF') as valor_irrf,
  (select sum(i.valor) from conta_pagar_impostos i join tipo_imposto t on t.id = i.imposto_id
   where i.conta_pagar_id = f.conta_pagar_id and t.sigla = 'ISS') as valor_iss,
  c.valor_liquido, f.conta_pagar_id, f.situacao
from faturamento f
  join prestador p on p.id = f.prestador_id
  left join conta_pagar c on c.id = f.conta_pagar_id
where p.tipo_pessoa = 'FISICA'
