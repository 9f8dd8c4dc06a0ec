import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

forEachDatabase((open, kind) => {
  let p: TestProduct;
  let c: Caller;
  beforeAll(async () => {
    const db = await open();
    try {
      p = await startTestProduct(db, { files: clinicFiles });
    } catch (e) {
      console.log((e as any).message, JSON.stringify((e as any).cause, null, 1)?.slice(0, 3000));
      throw e;
    }
    c = await p.as(administrator.login, administrator.password);
  });
  test('probe', async () => {
    const log: string[] = [];
    const say = async (m: any, url: string, more: any = {}) => {
      const a = await c.call(m, url, more);
      log.push(
        `${m} ${url} -> ${a.statusCode} ${JSON.stringify(a.headers['content-range'] ?? '')} ${a.body.slice(0, 400)}`,
      );
      return a;
    };
    await say('POST', '/api/cidades', {
      body: [
        { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' },
        { ibge: '3304557', nome: 'Rio', uf: 'RJ' },
      ],
      headers: { prefer: 'return=representation' },
    });
    await say('POST', '/api/distritos', {
      body: [
        { codigo: '310620001', nome: 'A', cidade_id: 1 },
        { codigo: '310620002', nome: 'B', cidade_id: 2 },
      ],
      headers: { prefer: 'return=representation' },
    });
    await say('GET', '/api/distritos?cidade.uf=eq.MG');
    await say('GET', '/api/bancos?nome=like.foo%5C');
    await say('GET', '/api/bancos?nome=is.true');
    await say('GET', '/api/bancos?criado_em=gt.2026-13-45');
    await say('GET', '/api/amostras?instante=gt.2026-01-01T00:00:00%2B23:00');
    await say('POST', '/api/bancos', { body: { codigo: '001', nome: 'a\u0000b' } });
    await say('POST', '/api/bancos', { body: { codigo: '001', nome: 'a\ud800b' } });
    await say('POST', '/api/amostras', { body: { nome: 'abc', quantidade: 1, preco: 1e14 } });
    await say('POST', '/api/amostras', { body: { nome: 'abc', quantidade: 1, preco: 987654321.35 } });
    await say('POST', '/api/amostras', { body: { nome: 'abc', quantidade: 1, preco: 98765432101.35 } });
    await say('POST', '/api/amostras', { body: { nome: 'abc', quantidade: 1, cidade_id: 1e19 } });
    await say('POST', '/api/amostras', { body: { nome: 'abc', quantidade: 1, cidade_id: 777 } });
    await say('DELETE', '/api/cidades?id=eq.1');
    await say('PUT', '/api/bancos', { body: {} });
    await say('GET', '/api/bancos/%zz');
    await say('GET', '/api');
    await say('GET', '/api/banco');
    await say('GET', '/api/model/screen?path=a&path=b');
    await say('GET', '/api/bancos?limit=0');
    await say('DELETE', '/api/bancos?id=eq.9', { headers: { 'content-type': 'application/json' } });
    await say('POST', '/api/bancos', { headers: { 'content-type': 'application/xml' }, body: {} });
    await say('POST', '/api/auth/token/issue', { body: { userId: 'a\u0000', password: 'x' } });
    await say('PATCH', '/api/distritos?id=eq.1&select=*,cidade(uf,versao)', {
      body: { nome: 'Z' },
      headers: { prefer: 'return=representation' },
    });
    await say('GET', '/api/distritos?q=%EF%BC%85');
    const s = await say('GET', '/api/distritos?id=eq.1&select=nome,cidade(versao)', {
      headers: { accept: 'application/vnd.pgrst.object+json' },
    });
    log.push(String(s.headers.etag));
    await say('DELETE', '/api/distritos?cidade.uf=eq.XX', {});
    await say('DELETE', '/api/distritos?cidade.uf=eq.MG', { headers: { prefer: 'return=representation' } });
    await say('POST', '/api/auth/token/revoke', { headers: { 'content-type': 'application/json' } });
    console.log(kind + '\n' + log.join('\n'));
  });
});
