/** Whose rows a request may ask for at all: the list's own pair opens them, `view` one record by its id, a reference everybody. */
import { expect, test } from 'vitest';
import { parseRequest } from '../../../../engine/contract/request.ts';
import { listContext } from '../../../../engine/data/plan/context.ts';
import { checkReach } from '../../../../engine/data/plan/plan-read.ts';
import { entityOf, lister, model, reaches, refusalOf, screenAt, signedIn, urgent, viewer, who } from './plan-stage.ts';

test('a list is open to who has its own pair, whatever is asked', () => {
  expect([reaches(lister, '/guias'), reaches(lister, '/guias?id=eq.1'), reaches(urgent, '/urgentes')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([reaches(lister, '/urgentes'), reaches(urgent, '/guias'), reaches(signedIn, '/guias?id=eq.1')]).toEqual([
    false,
    false,
    false,
  ]);
});

test('who may view a record asks for it by its id alone, and by one', () => {
  const asked = [
    'id=eq.1',
    'id=eq.1&nome=eq.a',
    'nome=eq.a&id=eq.1',
    'id=not.eq.1',
    'id=gt.1',
    'id=in.(1,2)',
    'id=eq(any).{1,2}',
    'nome=eq.1',
    'guia.id=eq.1',
    'guia_id=eq.1',
    'id.nome=eq.1',
    'or=(id.eq.1,id.eq.2)',
    'and=(id.eq.1)',
    'versao=eq.1',
    '',
  ];
  expect(asked.filter((query) => reaches(viewer, `/exames?${query}`))).toEqual(asked.slice(0, 3));
});

test('a reference is open to every signed-in user', () => {
  expect([reaches(signedIn, '/medicos'), reaches(signedIn, '/clinicas'), reaches(viewer, '/clinicas?id=eq.1')]).toEqual(
    [true, false, false],
  );
});

test('rows that no list shows are open by `list` on them', () => {
  const denied = (pairs: readonly string[], query = '') =>
    refusalOf(() =>
      checkReach({ model, access: who(pairs), entity: entityOf('exame'), timeZone: 'UTC' }, parseRequest(query)),
    );
  expect([denied(['exame:list']), denied(['exame:view'], 'id=eq.1'), denied(['exame:view'])]).toEqual([
    undefined,
    undefined,
    ['ACCESS_DENIED', 'list', 'exame'],
  ]);
});

test('the refusal names the action, and the list by its title', () => {
  const screen = { ...screenAt('/urgentes'), title: 'Guias urgentes' };
  expect(
    refusalOf(() =>
      checkReach({ model, access: lister, entity: entityOf('guia'), screen, timeZone: 'UTC' }, parseRequest('')),
    ),
  ).toEqual(['ACCESS_DENIED', 'abrir', 'Guias urgentes']);
});

test('a list is asked for with what its reads are noted in, and by a screen that shows something', () => {
  const screen = screenAt('/guias');
  const reads = { note: () => undefined } as unknown as NonNullable<Parameters<typeof listContext>[4]>;
  const context = { model, access: lister, entity: entityOf('guia'), screen, timeZone: 'UTC' };
  expect(listContext(model, lister, screen, 'UTC')).toStrictEqual(context);
  expect(listContext(model, lister, screen, 'UTC', reads)).toStrictEqual({ ...context, reads });
  expect(() => listContext(model, lister, { ...screen, entity: 'nada' }, 'UTC')).toThrow(
    'screen /guias shows no entity',
  );
});
