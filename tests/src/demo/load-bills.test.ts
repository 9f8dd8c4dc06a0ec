/** Bills and what belongs to them in the tables of both databases, as beyond the small size: written whole, with the rows they own. */
import { describe, expect, it } from 'vitest';
import { loadSamples } from '../../../engine/data/samples/load-samples.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { sampleRecipes } from '../../../src/demo/index.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { forEachDatabase } from '../../support/databases.ts';

const { model } = loadProduct(await readSourceFiles(`${import.meta.dirname}/../../..`), 'copass');
const counts: Readonly<Record<string, number>> = {
  banco: 2,
  cidade: 4,
  grau_parentesco: 4,
  motivo: 2,
  motivo_desligamento: 2,
  plano_conta: 60,
  operadora: 1,
  produto: 2,
  faixa_etaria: 8,
  tipo_contribuicao: 6,
  tipo_coparticipacao: 7,
  coparticipacao: 6,
  tipo_conta_receber: 6,
  tipo_conta_pagar: 8,
  tipo_pagamento: 4,
  forma_pagamento: 2,
  convenio_bancario: 8,
  fornecedor: 2,
  bordero_pagamento: 4,
  conta_pagar: 40,
  empresa: 2,
  beneficiario: 24,
  adesao: 24,
  conta_receber: 48,
  contribuicao: 96,
  lancamento_coparticipacao: 16,
  protocolo_reembolso: 10,
  faturamento_reembolso: 10,
  solicitacao_reembolso: 10,
  aviso_pagamento: 8,
  consulta_elegibilidade: 6,
  encargo_atraso: 4,
  remessa_recebimento: 4,
  remessa_titulo_emitido: 2,
  transacao_financeira: 8,
  acerto_beneficiario: 4,
  emprestimo: 4,
};
const recipes = {
  ...sampleRecipes,
  entities: Object.fromEntries(
    Object.keys(model.entities).map((name) => {
      const count = counts[name] ?? 0;
      return [name, { ...sampleRecipes.entities[name], count: { small: count, medium: count, large: count } }];
    }),
  ),
};

/** Each must hold of every row. */
const laws: Readonly<Record<string, string>> = {
  'a bill is the sum of its items': `select bool_and(b.valor = i.valor) as holds
    from conta_receber b join (select conta_receber_id, sum(valor) as valor from conta_receber_itens group by 1) i on i.conta_receber_id = b.id`,
  'a contribution stands in the bill of its month': `select bool_and(b.competencia = c.competencia and b.responsavel_id = c.responsavel_id)
    as holds from contribuicao c join conta_receber b on b.id = c.conta_receber_id`,
  'a contribution is of the beneficiary of its membership': `select bool_and(a.beneficiario_id = c.beneficiario_id)
    as holds from contribuicao c join adesao a on a.id = c.adesao_id`,
  'its payer is the holder': `select bool_and(c.responsavel_id = coalesce(b.titular_id, b.id))
    as holds from contribuicao c join beneficiario b on b.id = c.beneficiario_id`,
  'a shared cost is no more than what was used':
    'select bool_and(valor <= valor_base) as holds from lancamento_coparticipacao',
  'a remittance is the sum of its bills': `select bool_and(r.valor_total = i.valor and r.quantidade = i.quantidade) as holds
    from remessa_recebimento r join (select remessa_recebimento_id, sum(b.valor) as valor, count(*) as quantidade
      from remessa_recebimento_itens x join conta_receber b on b.id = x.conta_id group by 1) i on i.remessa_recebimento_id = r.id`,
  'a charge is for a bill that was paid late': `select bool_and(b.data_pagamento - b.vencimento = e.dias_atraso and b.juros = e.juros)
    as holds from encargo_atraso e join conta_receber b on b.id = e.conta_receber_id`,
  'a payment order is the sum of its accounts': `select bool_and(o.valor_total = c.valor) as holds from bordero_pagamento o
    join (select bordero_id, sum(valor_liquido) as valor from conta_pagar group by 1) c on c.bordero_id = o.id`,
  'a refund that was paid has an account of who gets it': `select bool_and(coalesce(c.valor_liquido = f.valor_reembolso
    and c.beneficiario_id = f.responsavel_id and c.data_pagamento = f.data_pagamento, false)) as holds
    from faturamento_reembolso f left join conta_pagar c on c.id = f.conta_pagar_id where f.situacao = 'PAGO'`,
  'a refund is the sum of its items': `select bool_and(f.valor_reembolso = i.valor) as holds from faturamento_reembolso f join
    (select faturamento_reembolso_id, sum(valor_reembolso) as valor from faturamento_reembolso_itens group by 1) i on i.faturamento_reembolso_id = f.id`,
};

describe('loading bills', () => {
  forEachDatabase((open) => {
    it('writes them with the rows that they own, and they agree with each other', async () => {
      const database = await open({ from: 'product' });
      const options = { size: 'medium', seed: 5, timeZone: 'America/Sao_Paulo', step: 50 } as const;
      const made = await loadSamples(database, model, recipes, options);
      expect(made).toEqual(counts);
      const held: Record<string, unknown> = {};
      for (const [law, text] of Object.entries(laws))
        held[law] = (
          await database.query<{ holds: string }>({ text: `select holds::text from (${text}) l`, values: [] })
        ).rows[0]?.holds;
      expect(held).toEqual(Object.fromEntries(Object.keys(laws).map((law) => [law, 'true'])));
    });
  });
});
