select i.id, a.id as autorizacao_id, a.beneficiario_id, a.tipo_guia, a.data_solicitacao, a.data_execucao,
  a.solicitante_id, a.profissional_solicitante_id, a.executante_id, a.carater, i.tipo_item, i.codigo, i.descricao, i.dente_id,
  i.face, i.quantidade_autorizada, a.senha, a.situacao as situacao_guia, i.situacao
from autorizacao a
  join item_autorizacao i on i.autorizacao_id = a.id
where a.situacao in ('EXECUTADA', 'FATURADA') and i.situacao in ('AUTORIZADO', 'AUTORIZADO_PARCIAL', 'EXECUTADO')
