import { expect, it } from 'vitest';
import { countCap } from '../../../engine/data/count-rows.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { administrator, startTestProduct } from '../../support/product.ts';

forEachDatabase((open) => {
  it('counts exactly up to the cap, and says that it estimates beyond it', async () => {
    const product = await startTestProduct(await open({ from: 'product' }));
    const rows = countCap + 10_000;
    await product.database.execute(`alter table feriado disable trigger user;
      insert into feriado (data, descricao, abrangencia, fixo, ativo)
        select date '2020-01-01' + i % 7000, 'Dia ' || i, 'NACIONAL', false, i % 2 = 0 from generate_series(1, ${rows}) i;
      alter table feriado enable trigger user; analyze feriado`);
    const admin = await product.as(administrator.login, administrator.password);
    const count = async (query: string, kind = 'exact') => {
      const { headers } = await admin.call('HEAD', `/api/feriados?${query}`, { headers: { prefer: `count=${kind}` } });
      return [headers['preference-applied'], headers['content-range']];
    };
    expect(await count('ativo=is.true')).toEqual(['count=exact', `0-49/${rows / 2}`]);
    const [applied, range = ''] = await count('');
    expect(applied).toBe('count=estimated');
    const total = Number(String(range).split('/')[1]);
    expect(total).toBeGreaterThan(countCap);
    expect(Math.abs(total - rows)).toBeLessThan(rows / 10);
    expect((await count('', 'planned'))[0]).toBe('count=planned');
    expect(await count('', 'estimated')).toEqual(['count=estimated', `0-49/${total}`]);
    // Where the planner expects few, they are counted.
    expect(await count('descricao=eq.Dia%207', 'estimated')).toEqual(['count=estimated', '0-0/1']);
    // Who is ready to wait has all of them counted, a filter or not.
    const waiting = async (query: string, prefer: string) => {
      const { headers } = await admin.call('HEAD', `/api/feriados?${query}`, { headers: { prefer } });
      return [headers['preference-applied'], headers['content-range']];
    };
    expect(await waiting('', 'count=exact, wait=10')).toEqual(['count=exact, wait=10', `0-49/${rows}`]);
    expect(await waiting('', 'wait=600, count=exact')).toEqual(['count=exact, wait=10', `0-49/${rows}`]);
    expect(await waiting('descricao=has.dia', 'count=exact,wait=9')).toEqual(['count=exact, wait=9', `0-49/${rows}`]);
    expect(await waiting('ativo=is.true', 'count=exact, wait=1')).toEqual(['count=exact, wait=1', `0-49/${rows / 2}`]);
    expect((await waiting('', 'count=exact, wait=0'))[0]).toBe('count=estimated, wait=0');
    expect((await waiting('', 'count=planned, wait=10'))[0]).toBe('count=planned');
    // The rows do not wait for any of it.
    const page = await admin.call('GET', '/api/feriados?limit=2&order=data,id');
    expect([page.statusCode, page.headers['content-range']]).toEqual([200, '0-1/*']);
    await product.app.close();
  });
});
