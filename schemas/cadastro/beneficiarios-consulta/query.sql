select b.id, b.id as beneficiario_id, b.codigo, b.nome, b.nome_social, b.cartao, b.cpf, b.cns, b.data_nascimento,
  date_part('year', age((current_timestamp at time zone 'America/Sao_Paulo')::date, b.data_nascimento))::integer as idade,
  b.nome_mae, b.tipo_vinculo, b.titular_id, b.empresa_id, b.matricula_funcional, b.situacao, b.data_inclusao, b.data_cancelamento,
  a.produto_id, a.acomodacao_id, a.situacao as situacao_adesao, a.data_adesao,
  (
    select max(c.fim)
    from adesao_carencias c
    where c.adesao_id = a.id and c.fim >= (current_timestamp at time zone 'America/Sao_Paulo')::date
  ) as carencia_ate,
  (select max(k.validade) from beneficiario_cartoes k where k.beneficiario_id = b.id and k.numero = b.cartao) as cartao_validade
from beneficiario b
  left join adesao a on a.beneficiario_id = b.id and a.id = (
    select r.id
    from adesao r
    where r.beneficiario_id = b.id
    order by r.data_adesao desc, r.id desc
    limit 1
  )
