select p.id, p.id as prorrogacao_id, p.numero_guia, p.guia_prestador, p.internacao_id, a.senha, p.beneficiario_id,
  p.executante_id, p.profissional_id, a.tipo_internacao, a.data_internacao, p.data_solicitacao,
  nullif(coalesce(a.diarias_autorizadas, 0) + coalesce((
    select sum(o.diarias_autorizadas) from prorrogacao o
    where o.internacao_id = p.internacao_id and o.id <> p.id and o.situacao in ('AUTORIZADA', 'AUTORIZADA_PARCIAL')
      and (p.data_decisao is null or o.data_decisao < p.data_decisao)
  ), 0), 0)::int4 as diarias_ja_autorizadas, p.diarias_solicitadas, p.diarias_autorizadas, p.acomodacao_solicitada_id,
  p.indicacao_clinica, p.data_decisao, p.motivo_negativa_id, p.situacao
from prorrogacao p
  join autorizacao a on a.id = p.internacao_id
