import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

forEachDatabase((open) => {
  let admin: Caller;
  let anyone: Caller;
  let lister: Caller;

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
    for (const [login, rights] of [
      ['qualquer', ['banco:list']],
      ['leitora', ['clinica:list']],
    ] as const) {
      const user = await createUser(database, login, rights, login === 'leitora' ? { hidden: ['clinica.nome'] } : {});
      const caller = await product.as(user.login, user.password);
      if (login === 'qualquer') anyone = caller;
      else lister = caller;
    }
    await admin.call('POST', '/api/cidades', {
      body: [
        { ibge: '3170206', nome: 'Uberlândia', uf: 'MG' },
        { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ' },
        { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' },
        { ibge: '3104007', nome: 'Araxá', uf: 'MG' },
      ],
    });
    await admin.call('POST', '/api/clinicas', {
      body: [
        { codigo: '0001', nome: 'Clínica São José' },
        { codigo: '0002', nome: 'Clínica 24/7 "Central"' },
      ],
    });
  });

  test('dominios/ufs lists the 27 states [calls-get-dominios-ufs]', async () => {
    const answer = await anyone.call('GET', '/api/dominios/ufs');
    const states = answer.json() as { key: string; label: string }[];
    expect(answer.statusCode).toBe(200);
    expect(states).toHaveLength(27);
    expect(states.filter(({ key }) => key.startsWith('M'))).toEqual([
      { key: 'MA', label: 'Maranhão' },
      { key: 'MT', label: 'Mato Grosso' },
      { key: 'MS', label: 'Mato Grosso do Sul' },
      { key: 'MG', label: 'Minas Gerais' },
    ]);
  });

  test('a domain that no code list declares is not there', async () => {
    for (const name of ['uf', 'nada', '__proto__'])
      expect(refusalOf(await admin.call('GET', `/api/dominios/${name}`))).toEqual({
        status: 404,
        body: await refusalBody('ROUTE_UNKNOWN', { path: `/dominios/${name}` }),
      });
  });

  test('cidades/uf/{uf} lists the cities of the state with id and nome, in the order of the list [calls-get-cidades-uf]', async () => {
    const answer = await anyone.call('GET', '/api/cidades/uf/MG');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual([
      { id: 4, nome: 'Araxá' },
      { id: 3, nome: 'Belo Horizonte' },
      { id: 1, nome: 'Uberlândia' },
    ]);
    expect((await anyone.call('GET', '/api/cidades/uf/SP')).json()).toEqual([]);
  });

  test('{rota}/{termo} is an array of what the quick search finds, each with its label [calls-get-autocomplete]', async () => {
    expect((await anyone.call('GET', '/api/cidades/rio')).json()).toEqual([
      { id: 2, ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ', label: 'Rio de Janeiro - RJ' },
    ]);
    expect((await anyone.call('GET', '/api/cidades/belo%20HORIZONTÉ')).json()).toMatchObject([{ id: 3 }]);
    expect((await anyone.call('GET', '/api/cidades/nenhuma')).json()).toEqual([]);
  });

  test('takes further filters and nothing else [autocomplete-response-array]', async () => {
    expect((await anyone.call('GET', '/api/cidades/a?uf=eq.MG&nome=not.eq.Arax%C3%A1')).json()).toMatchObject([
      { id: 1 },
    ]);
    expect(refusalOf(await anyone.call('GET', '/api/cidades/rio?select=versao'))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'select' }),
    });
  });

  test('a term may hold a slash, quotes and a percent sign', async () => {
    expect((await admin.call('GET', '/api/clinicas/24%2F7')).json()).toMatchObject([{ codigo: '0002' }]);
    expect((await admin.call('GET', '/api/clinicas/%22Central%22')).json()).toMatchObject([{ codigo: '0002' }]);
    expect((await admin.call('GET', '/api/clinicas/100%25')).json()).toEqual([]);
  });

  test('who may not list gets nothing; what is hidden is neither found nor shown', async () => {
    expect((await anyone.call('GET', '/api/clinicas/jose')).statusCode).toBe(403);
    expect((await lister.call('GET', '/api/clinicas/jose')).json()).toEqual([]);
    expect((await lister.call('GET', '/api/clinicas/0001')).json()).toEqual([{ id: 1, codigo: '0001', label: '0001' }]);
  });

  test('needs a session', async () => {
    const caller = { headers: { authorization: '' } };
    for (const url of ['/api/dominios/ufs', '/api/cidades/uf/MG', '/api/cidades/rio'])
      expect((await admin.call('GET', url, caller)).statusCode).toBe(401);
  });
});
