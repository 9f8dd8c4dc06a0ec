import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { administrator, startTestProduct } from '../../support/product.ts';

forEachDatabase((open) => {
  it('sends long texts compressed to who takes them, and short ones as they are', async () => {
    const product = await startTestProduct(await open({ from: 'product' }));
    const admin = await product.as(administrator.login, administrator.password);
    const model = (encoding: string) => admin.call('GET', '/api/model', { headers: { 'accept-encoding': encoding } });
    const plain = await model('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const [brotli, gzip] = [await model('gzip, deflate, br'), await model('gzip')];
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect([plain, brotli].map(({ headers }) => headers['etag'])).toEqual([gzip.headers['etag'], gzip.headers['etag']]);
    const short = await admin.call('GET', '/api/bancos', { headers: { 'accept-encoding': 'br' } });
    expect([short.headers['content-encoding'], short.json()]).toEqual([undefined, []]);
  });
});
