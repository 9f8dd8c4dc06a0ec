select i.id, i.id as integracao_id, i.recebimento, i.sistema, i.operacao, i.chave_externa, i.beneficiario_id,
  i.tentativas, i.processamento, i.situacao, i.erro
from integracao i
where i.tipo = 'BENEFICIARIO'
