/** The product listening on a port of its own, with a few rows, for clients that are not ours. */
import type { AddressInfo } from 'node:net';
import type { Database } from '../../../../engine/data/database.ts';
import { administrator, createUser, startTestProduct } from '../../../support/product.ts';

export interface ForeignProduct {
  /** `http://127.0.0.1:<port>/api` */
  readonly url: string;
  readonly adminToken: string;
  /** Of a user who lists and views cities and no more. */
  readonly readerToken: string;
  readonly close: () => Promise<void>;
}

export const startForeignProduct = async (database: Database): Promise<ForeignProduct> => {
  const product = await startTestProduct(database);
  const admin = await product.as(administrator.login, administrator.password);
  const user = await createUser(database, 'leitora', ['cidade:list', 'cidade:view']);
  const reader = await product.as(user.login, user.password);
  const insert = async (path: string, body: readonly object[]): Promise<void> => {
    const answer = await admin.call('POST', path, { body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
  };
  await insert('/api/cidades', [
    { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG', ativo: false, ddd: '31' },
    { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ', ativo: false, ddd: '21' },
    { ibge: '3170206', nome: 'Uberlândia', uf: 'MG', ddd: '34' },
    { ibge: '3104007', nome: 'Araxá', uf: 'MG' },
  ]);
  await insert('/api/distritos', [
    { codigo: '310620060', nome: 'Barreiro', cidade_id: 1 },
    { codigo: '310620061', nome: 'Venda Nova', cidade_id: 1 },
    { codigo: '330455705', nome: 'Centro', cidade_id: 2 },
  ]);
  await insert('/api/indexadores', [
    {
      codigo: 'CH',
      descricao: 'Coeficiente de honorários',
      tipo: 'MOEDA',
      cotacoes: [
        { inicio: '2024-01-01', fim: '2024-12-31', valor: 0.123456 },
        { inicio: '2025-01-01', valor: 1.5 },
      ],
    },
    { codigo: 'IPCA', descricao: 'Índice de preços ao consumidor', tipo: 'INDICE' },
  ]);
  await insert('/api/tabelas-juros-multas', [
    { multa: 2, juros_mes: 1, inicio: '2024-01-01', fim: '2024-12-31', indice_id: 2 },
    { multa: 2, juros_mes: 0.5, inicio: '2025-01-01', fim: '2025-12-31' },
  ]);
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = product.app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api`,
    adminToken: admin.token,
    readerToken: reader.token,
    close: () => product.app.close().then(() => undefined),
  };
};
