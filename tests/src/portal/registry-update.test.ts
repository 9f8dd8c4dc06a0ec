import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

/** The registry of the updates that beneficiaries send, as a later module brings it. */
const files = {
  'schemas/cadastro/beneficiarios-atualizacao-cadastral/schema.json': {
    title: 'Atualização Cadastral',
    type: 'object',
    required: ['beneficiario', 'protocolo'],
    properties: {
      protocolo: { title: 'Protocolo', type: 'string', maxLength: 20, 'x-unique': true },
      beneficiario: { title: 'Beneficiário', 'x-relation': { entity: 'beneficiario' } },
    },
  },
  'schemas/cadastro/beneficiarios-atualizacao-cadastral/columns.json': {
    entity: 'atualizacao_cadastral',
    path: '/beneficiarios/atualizacao-cadastral',
    title: 'Atualização Cadastral',
    parent: '/cadastro',
    permission: { subject: 'atualizacaocadastralbeneficiario' },
    scope: [{ role: 'beneficiario', field: 'beneficiario' }],
  },
};
const beneficiary = (codigo: string, nome: string, cpf: string) => ({
  codigo,
  nome,
  cpf,
  data_nascimento: '1980-05-10',
  sexo: '3',
  nome_mae: 'Maria da Silva',
  data_inclusao: '2020-01-01',
});
const url = '/api/beneficiarios/beneficiario-logado-requer-atualizacao-cadastral';

forEachDatabase((open) => {
  let product: TestProduct;
  const requires = async ({ call }: Caller): Promise<unknown> => {
    const answer = await call('GET', url);
    return [answer.statusCode, answer.json()];
  };

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { files });
  });

  test('the beneficiary who is signed in is told whether the registry needs an update [calls-get-requer-atualizacao-cadastral]', async () => {
    const admin = await product.as(administrator.login, administrator.password);
    const [ana, bia] = [
      await insertRow(admin, '/beneficiarios', beneficiary('1', 'Ana', '52998224725')),
      await insertRow(admin, '/beneficiarios', beneficiary('2', 'Bia', '11144477735')),
    ];
    const member = await product.enter('ana', [], {
      roles: { operadora: false, beneficiario: true, beneficiario_registro: ana },
    });
    const both = await product.enter('bia', [], { roles: { beneficiario: true, beneficiario_registro: bia } });
    for (const caller of [member, both]) expect(await requires(caller)).toEqual([200, { requer: true }]);
    const send = (protocolo: string, beneficiario_id: number) =>
      insertRow(admin, '/beneficiarios/atualizacao-cadastral', { protocolo, beneficiario_id });
    await send('1', ana);
    // Of another person's update nothing changes.
    expect([await requires(member), await requires(both)]).toEqual([
      [200, { requer: false }],
      [200, { requer: true }],
    ]);
    await product.database.execute(`update atualizacao_cadastral set criado_em = now() - interval '367 days'`);
    expect(await requires(member)).toEqual([200, { requer: true }]);
    // The year begins with its first day where the installation is, not with that of UTC.
    const midnight = `((now() at time zone 'America/Sao_Paulo')::date - interval '1 year') at time zone 'America/Sao_Paulo'`;
    for (const [moment, requer] of [
      [`${midnight} - interval '1 second'`, true],
      [midnight, false],
    ] as const) {
      await product.database.execute(`update atualizacao_cadastral set criado_em = ${moment}`);
      expect(await requires(member)).toEqual([200, { requer }]);
    }
    // Who is no beneficiary is never asked; nobody is told without a session.
    expect(await requires(admin)).toEqual([200, { requer: false }]);
    expect((await product.app.inject({ url })).statusCode).toBe(401);
  });
});
