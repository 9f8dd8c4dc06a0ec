-- Abatimentos de coparticipação a contabilizar no mês.
select r.id, r.id as reconhecimento_id, r.competencia, r.data, r.conta_receber_id, c.numero, c.tipo_id as tipo_conta_id,
  c.responsavel_id, c.empresa_id, c.vencimento, c.valor_devido as valor_conta, r.valor, r.lancamento_id, r.motivo_estorno, r.situacao, l.beneficiario_id
from reconhecimento_contabil r
  join conta_receber c on c.id = r.conta_receber_id
  left join lancamento_coparticipacao l on l.id = r.coparticipacao_id
where r.tipo = 'ABATIMENTO_COPARTICIPACAO'
