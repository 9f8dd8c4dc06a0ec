-- Coparticipações protocoladas que se reconhecem no mês.
select r.id, r.id as reconhecimento_id, r.competencia, r.data, r.coparticipacao_id, l.beneficiario_id, l.responsavel_id,
  l.data_atendimento, l.protocolo_id, l.valor_base, l.situacao as situacao_coparticipacao, r.valor, r.lancamento_id, r.motivo_estorno, r.situacao
from reconhecimento_contabil r
  join lancamento_coparticipacao l on l.id = r.coparticipacao_id
where r.tipo = 'COPARTICIPACAO_PROTOCOLADA'
