-- A provisão de cada produto e mês, ao lado da do mês anterior.
select p.id, p.id as provisao_id, p.competencia, p.produto_id, q.registro_plano_ans, q.contratacao, p.contraprestacao_emitida,
  p.dias_decorridos, p.dias_cobertura, p.valor_ganho, p.valor_nao_ganho, a.valor_nao_ganho as nao_ganho_anterior,
  p.valor_nao_ganho - a.valor_nao_ganho as variacao, p.lancamento_id, p.motivo_estorno, p.situacao
from provisao_premio p
  join produto q on q.id = p.produto_id
  left join provisao_premio a on a.produto_id = p.produto_id
    and a.competencia = to_char(make_date(left(p.competencia, 4)::integer, right(p.competencia, 2)::integer, 1) - interval '1 month', 'YYYY-MM')
