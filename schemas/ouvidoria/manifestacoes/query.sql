select m.id, m.id as manifestacao_id, m.protocolo, m.recebida_em, m.classificacao, m.tema, m.canal, m.manifestante,
  m.beneficiario_id, m.prestador_id, m.empresa_id, m.assunto, m.reanalise, m.responsavel_id, m.prazo,
  case when m.respondida_em is null or m.situacao in ('REABERTA', 'EM_TRATAMENTO')
    then m.prazo - (current_timestamp at time zone 'America/Sao_Paulo')::date
  end as dias,
  case
    when m.situacao in ('RESPONDIDA', 'ENCERRADA')
      then case when (m.respondida_em at time zone 'America/Sao_Paulo')::date <= m.prazo then 'RESPONDIDA' else 'RESPONDIDA_FORA' end
    when m.prazo < (current_timestamp at time zone 'America/Sao_Paulo')::date then 'ATRASADA'
    when m.prazo <= (current_timestamp at time zone 'America/Sao_Paulo')::date + 2 then 'VENCE_EM_BREVE'
    else 'NO_PRAZO'
  end as prazo_resposta,
  m.respondida_em, m.reaberturas, m.situacao
from manifestacao m
