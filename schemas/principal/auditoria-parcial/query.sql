select u.id, u.id as auditoria_id, u.numero, u.autorizacao_id, a.beneficiario_id, a.executante_id, a.solicitante_id, u.auditor_id,
  u.especialidade, u.inicio, u.periodo_inicio, u.periodo_fim,
  greatest(u.periodo_fim - u.periodo_inicio, 1)::integer as diarias_periodo,
  u.diarias_glosadas, u.achados, a.tipo_internacao, a.data_internacao, a.data_alta, u.decisao, u.situacao
from auditoria u
  join autorizacao a on a.id = u.autorizacao_id
where u.tipo = 'PARCIAL'
