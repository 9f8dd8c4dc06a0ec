select b.id, b.id as beneficiario_id, b.codigo, b.nome, b.cco, b.cpf, b.cns, b.data_nascimento, b.nome_mae, b.tipo_vinculo,
  b.data_inclusao, b.data_cancelamento, b.situacao, b.situacao_ans, b.conferencia_sib,
  case
    when b.situacao_ans in ('ATIVO', 'INATIVO') and b.cco is null then 'SEM_CCO'
    when b.situacao in ('ATIVO', 'SUSPENSO') and b.situacao_ans = 'INATIVO' then 'INATIVO_NA_ANS'
    when b.situacao in ('CANCELADO', 'FALECIDO') and b.situacao_ans = 'ATIVO' then 'ATIVO_NA_ANS'
    when b.situacao in ('ATIVO', 'SUSPENSO') and b.cco is null then 'NAO_ENVIADO'
    when b.situacao in ('ATIVO', 'SUSPENSO') and b.cpf is null then 'SEM_CPF'
    when b.situacao in ('ATIVO', 'SUSPENSO') and b.cns is null then 'SEM_CNS'
    when b.conferencia_sib is null then 'SEM_CONFERENCIA'
    else 'NENHUMA'
  end as divergencia
from beneficiario b
where b.envio_sib
