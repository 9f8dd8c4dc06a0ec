-- O balancete: saldos sem sinal, com o lado em que estão.
select s.id, s.id as saldo_id, s.competencia, s.conta_id, p.codigo, p.descricao, p.natureza, p.grau, p.analitica, p.codigo_ans,
  abs(s.saldo_inicial) as saldo_inicial,
  case when s.saldo_inicial > 0 then 'D' when s.saldo_inicial < 0 then 'C' end as lado_inicial,
  s.debitos, s.creditos, abs(s.saldo_final) as saldo_final,
  case when s.saldo_final > 0 then 'D' when s.saldo_final < 0 then 'C' end as lado_final
from saldo_conta s
  join plano_conta p on p.id = s.conta_id
