select a.id, a.id as autorizacao_id, a.numero_guia, a.guia_prestador, a.protocolo, a.tipo_guia, a.etapa, a.canal,
  a.beneficiario_id, a.solicitante_id, a.profissional_solicitante_id, a.executante_id, a.carater, a.data_solicitacao,
  a.prazo_atendimento, a.pedido_complemento, a.encaminhada_auditoria, a.situacao,
  case
    when a.prazo_atendimento is null then 'SEM_PRAZO'
    when a.prazo_atendimento < (current_timestamp at time zone 'America/Sao_Paulo')::date then 'VENCIDO'
    when a.prazo_atendimento = (current_timestamp at time zone 'America/Sao_Paulo')::date then 'VENCE_HOJE'
    else 'NO_PRAZO'
  end as situacao_prazo
from autorizacao a
where a.pendente
