-- Lançamentos das contas que a operadora tem no Banco do Brasil (001).
select l.id, l.id as lancamento_id, l.extrato_id, x.convenio_id, l.sequencia, l.data, l.data_contabil, l.categoria, l.codigo_historico,
  l.historico, l.documento, l.natureza, case when l.natureza = 'D' then -l.valor else l.valor end as valor,
  l.conta_receber_id, l.conta_pagar_id, c.responsavel_id, l.motivo_dispensa, l.situacao
from lancamento_extrato l
  join extrato_bancario x on x.id = l.extrato_id
  join convenio_bancario v on v.id = x.convenio_id
  join banco b on b.id = v.banco_id
  left join conta_receber c on c.id = l.conta_receber_id
where b.codigo = '001'
