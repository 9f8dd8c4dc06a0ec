-- Coparticipações protocoladas que aguardam a cobrança.
select l.id, l.id as lancamento_id, l.beneficiario_id, l.responsavel_id, l.protocolo_id, l.data_atendimento, l.coparticipacao_id,
  l.competencia, l.valor_base, l.valor, round(l.valor * 100 / nullif(l.valor_base, 0), 2) as percentual,
  l.limite_aplicado, l.saldo_transferido, (current_timestamp at time zone 'America/Sao_Paulo')::date - l.data_atendimento as dias_pendente
from lancamento_coparticipacao l
where l.situacao = 'PROTOCOLADA'
