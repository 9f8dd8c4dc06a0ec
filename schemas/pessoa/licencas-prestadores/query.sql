select l.id, l.prestador_id, p.situacao as situacao_prestador, l.tipo, l.numero, l.orgao_emissor, l.emissao, l.validade,
  case
    when l.validade is null then 'NAO_VENCE'
    when l.validade < (current_timestamp at time zone 'America/Sao_Paulo')::date then 'VENCIDA'
    when l.validade <= (current_timestamp at time zone 'America/Sao_Paulo')::date + 60 then 'A_VENCER'
    else 'EM_DIA'
  end as situacao
from prestador_licencas l
  join prestador p on p.id = l.prestador_id
where p.situacao <> 'DESCREDENCIADO'
  and not (
    l.tipo <> 'OUTRA'
      and l.validade is not null
      and exists (
        select 1
        from prestador_licencas n
        where n.prestador_id = l.prestador_id and n.tipo = l.tipo and (n.validade is null or n.validade > l.validade)
      )
  )
