import { describe, expect, it } from 'vitest';
import { alertsIn } from '../../../engine/ui/store/base-query.ts';
import { readTotal } from '../../../engine/ui/store/read-total.ts';

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
