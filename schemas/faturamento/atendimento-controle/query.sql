select g.id, g.id as guia_id, g.numero_guia_prestador, g.tipo_guia, g.senha, g.beneficiario_id,
  g.prestador_executante_id as prestador_id, g.data_atendimento, f.protocolo_id, g.faturamento_id, f.competencia,
  g.valor_apresentado, g.valor_liberado, g.situacao, g.bloqueada_por_id, g.bloqueada_em
from guia g
  join faturamento f on f.id = g.faturamento_id
