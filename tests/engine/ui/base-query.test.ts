import { describe, expect, it } from 'vitest';
import { alertsIn, callerHeaders } from '../../../engine/ui/store/base-query.ts';
import type { WithProvider } from '../../../engine/ui/store/provider-slice.ts';
import { readTotal } from '../../../engine/ui/store/read-total.ts';
import type { WithSession } from '../../../engine/ui/store/session-slice.ts';

describe('alerts of an answer', () => {
  const alert = { type: 'warning', value: 'Cuidado', title: 'Aviso' };
  it.each([
    [{ messages: { alerts: [alert] } }, [alert]],
    [{ result: { messages: { alerts: [alert] } } }, [alert]],
    [{ messages: ['Falhou'] }, [{ type: 'error', value: 'Falhou' }]],
    [{ messages: null }, []],
    [[{ id: 1 }], []],
    [undefined, []],
    ['texto', []],
  ])('of %j are %j', (body, alerts) => {
    expect(alertsIn(body)).toEqual(alerts);
  });
});

describe('headers of a call', () => {
  const session = { session: { token: 'abc' } as WithSession['session'] };
  const Authorization = 'Bearer abc';
  const none: WithProvider['provider'] = { screen: null, chosen: null, refusals: 0 };
  it.each([
    ['rows', '/guias?limit=1', 7, { Authorization, 'fichario-provider': '7' }],
    ['a file', '/anexos/guias/1/laudo/x', 7, { Authorization, 'fichario-provider': '7' }],
    ['rows for nobody', '/guias', null, { Authorization }],
    ['settings', '/settings/a', 7, { Authorization }],
  ])('for %s tell who calls, and for whom', (_, url, id, headers) => {
    expect(callerHeaders({ ...session, provider: { ...none, screen: id } }, url)).toEqual(headers);
  });

  it('are for the provider of the screen, before the one that is chosen for all screens', () => {
    const [screen, chosen] = [
      { ...none, screen: 7, chosen: 8 },
      { ...none, chosen: 8 },
    ].map((provider) => callerHeaders({ ...session, provider }, '/guias')['fichario-provider']);
    expect([screen, chosen]).toEqual(['7', '8']);
  });

  it('without a session tell nobody', () => {
    expect(callerHeaders({ session: { token: null } as WithSession['session'], provider: none }, '/guias')).toEqual({});
  });
});

describe('the total of a list', () => {
  it.each([
    ['0-49/5571', { total: 5571, estimated: false }],
    ['*/0', { total: 0, estimated: false }],
    ['0-49/*', null],
    [undefined, null],
  ])('of %s is %j', (header, total) => {
    expect(readTotal(header, false)).toEqual(total);
  });
});
