select i.id, i.id as importacao_id, i.inicio, i.layout, i.nome_arquivo, i.usuario_id, i.parametros, i.termino,
  i.lidas, i.incluidas, i.alteradas, i.ignoradas, i.rejeitadas,
  (select count(*) from ocorrencia_importacao o where o.importacao_id = i.id and o.gravidade = 'ERRO')::integer as erros,
  (select o.mensagem from ocorrencia_importacao o where o.importacao_id = i.id and o.gravidade = 'ERRO'
    order by o.linha, o.id limit 1) as primeiro_erro,
  i.situacao, i.mensagem
from importacao i
