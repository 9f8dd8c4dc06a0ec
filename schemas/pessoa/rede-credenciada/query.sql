select e.id, p.id as prestador_id, p.codigo, p.nome, p.nome_fantasia, p.adicional, e.especialidade_id, p.classificacao_id,
  p.cidade_id,
  (
    select d.bairro
    from prestador_enderecos d
    where d.prestador_id = p.id
    order by (d.tipo = 'ATENDIMENTO') desc, d.principal desc, d.id
    limit 1
  ) as bairro,
  (
    select replace(replace(replace(replace(replace(c.valor, '(', ''), ')', ''), '-', ''), ' ', ''), '.', '')
    from prestador_contatos c
    where c.prestador_id = p.id and c.tipo in ('TELEFONE', 'CELULAR')
    order by c.principal desc, c.id
    limit 1
  ) as telefone,
  p.urgencia_emergencia, p.disponibilidade, p.situacao, e.exibe_guia_medico, e.inicio, e.fim, p.fim_servico,
  coalesce(
    p.situacao = 'ATIVO'
      and e.inicio <= (current_timestamp at time zone 'America/Sao_Paulo')::date
      and (e.fim is null or e.fim >= (current_timestamp at time zone 'America/Sao_Paulo')::date)
      and (p.fim_servico is null or p.fim_servico >= (current_timestamp at time zone 'America/Sao_Paulo')::date),
    false
  ) as atende_hoje
from prestador_especialidades e
  join prestador p on p.id = e.prestador_id
