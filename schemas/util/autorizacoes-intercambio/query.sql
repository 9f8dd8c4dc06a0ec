select a.id, a.id as transacao_id, a.transacao as numero, a.solicitacao, a.intercambio_id, a.sentido, a.beneficiario_id,
  a.cartao_externo, a.nome_externo, a.prestador_id, a.carater_urgencia as urgencia,
  (select count(*) from autorizacao_intercambio_itens i where i.autorizacao_intercambio_id = a.id)::integer as procedimentos,
  a.resposta, a.senha, a.validade, a.situacao
from autorizacao_intercambio a
