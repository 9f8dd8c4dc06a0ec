/** A day that is held against a moment: on the day on which that falls where the installation is. */
import { expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { date, registry, text } from '../../support/fixture-fields.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import { refusalBody, refusalOf } from '../../support/product.ts';

const message = 'A entrega não pode ser antes do dia do pedido.';

const files = {
  'schemas/teste/encomendas/schema.json': {
    title: 'Encomenda',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      pedida_em: text('Pedida em', { format: 'date-time' }),
      entrega: date('Entrega'),
      pedida_no_dia: date('Pedida no dia', { 'x-computed': 'dayOf(pedida_em)' }),
    },
    'x-rules': [{ must: 'entrega >= dayOf(pedida_em)', message, fields: ['entrega'] }],
  },
  'schemas/teste/encomendas/columns.json': registry('encomendas', 'encomenda', 'Encomendas', {
    columns: ['nome', 'entrega'],
    sort: ['nome'],
    indexes: [['nome']],
  }),
};

forEachDatabase((open) => {
  const stage = fixtureStage(open, files);
  const insert = (row: object) =>
    stage.admin.call('POST', '/api/encomendas?select=pedida_no_dia', {
      body: { nome: stage.next(), ...row },
      headers: { Prefer: 'return=representation' },
    });

  test('is that of the zone, whatever the day elsewhere, also once it is stored', async () => {
    const late = '2026-01-02T02:30:00Z';
    const fine = await insert({ pedida_em: late, entrega: '2026-01-01' });
    expect([fine.statusCode, fine.json()]).toEqual([201, [{ pedida_no_dia: '2026-01-01' }]]);
    const broken = await insert({ pedida_em: late, entrega: '2025-12-31' });
    expect(refusalOf(broken)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Encomenda', count: 1 },
        { fields: [['entrega', 'VALIDATION_RULE', { rule: message }]] },
      ),
    });
    const open = await insert({ entrega: '2025-12-31' });
    expect([open.statusCode, open.json()]).toEqual([201, [{ pedida_no_dia: null }]]);
  });
});
