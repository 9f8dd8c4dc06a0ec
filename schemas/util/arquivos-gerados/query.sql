select g.id, g.id as execucao_id, g.inicio, g.layout, g.nome, g.formato, g.competencia, g.periodo_inicio, g.periodo_fim,
  g.parametros, g.usuario_id, extract(epoch from g.termino - g.inicio)::integer as segundos, g.registros, g.valor_total,
  round(g.tamanho / 1024.0, 1) as tamanho, g.situacao, g.erro, g.expira_em
from arquivo_gerado g
