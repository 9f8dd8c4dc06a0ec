select g.id, g.id as guia_id, g.numero, g.beneficiario_id, g.motivo_id, g.orgao, g.emissao, g.validade, g.executante_id,
  g.profissional_id, g.autorizacao_id,
  (select count(*) from guia_sem_onus_procedimentos p where p.guia_sem_onus_id = g.id)::integer as procedimentos,
  g.data_utilizacao, g.situacao
from guia_sem_onus g
