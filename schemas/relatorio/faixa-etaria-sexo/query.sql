-- As adesões em vigor hoje. O dia do cancelamento é o último que vale. As faixas são as dez da RN 563.
select a.id, a.id as adesao_id, a.beneficiario_id, a.produto_id, p.grupo_id as grupo_produto_id, b.empresa_id,
  (
    select e.cidade_id
    from beneficiario_enderecos e
    where e.beneficiario_id = b.id
    order by (e.tipo = 'RESIDENCIAL') desc, e.principal desc, e.id
    limit 1
  ) as cidade_id,
  b.tipo_vinculo, b.grau_parentesco_id, m.categoria, b.classificacao_matricula_id, b.sexo, i.idade,
  case
    when i.idade <= 18 then '01'
    when i.idade <= 23 then '02'
    when i.idade <= 28 then '03'
    when i.idade <= 33 then '04'
    when i.idade <= 38 then '05'
    when i.idade <= 43 then '06'
    when i.idade <= 48 then '07'
    when i.idade <= 53 then '08'
    when i.idade <= 58 then '09'
    when i.idade >= 59 then '10'
  end as faixa,
  a.data_adesao, row_number() over (partition by a.beneficiario_id order by a.data_adesao, a.id) = 1 as primeira, a.situacao
from adesao a
  join beneficiario b on b.id = a.beneficiario_id
  join produto p on p.id = a.produto_id
  left join classificacao_matricula m on m.id = b.classificacao_matricula_id
  cross join lateral (
    select date_part('year', age((current_timestamp at time zone 'America/Sao_Paulo')::date, b.data_nascimento))::integer as idade
  ) i
where a.data_adesao <= (current_timestamp at time zone 'America/Sao_Paulo')::date
  and (a.situacao <> 'CANCELADA' or a.data_cancelamento >= (current_timestamp at time zone 'America/Sao_Paulo')::date)
