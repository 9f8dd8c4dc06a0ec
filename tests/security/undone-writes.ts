/** Requests that would write, taken back, and those that are refused: by the wrong name, the wrong value, the wrong version. */
import fc from '../support/laws.ts';
import type { Ask } from './ask.ts';
import { address, encoded, get, list, mostly, of, perhaps } from './ask.ts';
import { condition, nameOf, word } from './query-parts.ts';
import type { Place } from './sight.ts';
import { appealOf, guides, movedGuides } from './world.ts';

export const mistakes = (place: Place): fc.Arbitrary<Ask> => {
  const { path, open, kept, ids } = place;
  const wrong = of(
    ...kept,
    ...kept.map((name) => `${name}x`),
    ...open.map((name) => `${name}s`),
    'senha_hash',
    'busca',
  );
  const ask = (query: string): Ask => get(address(path, [query]));
  return fc.oneof(
    wrong.map((name) => ask(`select=${name}`)),
    wrong.map((name) => ask(`${name}=eq.1`)),
    wrong.map((name) => ask(`order=${name}`)),
    wrong.map((name) => ask(`select=${name}(id)`)),
    wrong.map((name) => ask(`select=${name}.sum()`)),
    fc
      .tuple(nameOf(place), of('eq.x', 'is.true', 'fts.x', 'cs.{1}', 'gt.', 'in.('))
      .map(([name, text]) => ask(`${name}=${encoded(text)}`)),
    fc.tuple(wrong, word).map(
      ([name, text]): Ask => ({
        method: 'PATCH',
        url: address(path, ['id=eq.1']),
        headers: { prefer: 'tx=rollback' },
        body: { [name]: text },
      }),
    ),
    {
      weight: 3,
      arbitrary: fc
        .tuple(mostly(of(...ids, 1), fc.integer({ min: 1, max: guides + 12 }), 1), of('"77"', '"1"', '"3"', '"5"'))
        .map(
          ([id, tag]): Ask => ({
            method: 'PATCH',
            url: address(path, [`id=eq.${id}`]),
            headers: { prefer: 'tx=rollback', 'if-match': tag },
            body: { [open[2] ?? 'nome']: 'x' },
          }),
        ),
    },
    wrong.map((name) => get(`/api/${name}`)),
    {
      // a key that is taken, of a record that all see
      weight: 2,
      arbitrary: of(3, 7, 12, 24).map(
        (n): Ask => ({
          method: 'POST',
          url: address('/recursos', []),
          headers: { prefer: 'tx=rollback' },
          body: { motivo: appealOf(n), peso: 1 },
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(of(...movedGuides), of('"1"', '"2"', '"4"')).map(
        ([id, tag]): Ask => ({
          method: 'PATCH',
          url: address('/fichas', [`id=eq.${id}`]),
          headers: { prefer: 'tx=rollback', 'if-match': tag },
          body: { observacao: 'x' },
        }),
      ),
    },
  );
};

const changes = mostly<object>(
  of<object>({ fase: 'PAGA' }, { dia: '2026-05-05' }, { valor: 7 }, { observacao: 'outra' }, { urgente: true }),
  of<object>({ diagnostico: 'asma' }, { custo: 1 }, { dobro: 3 }, { nada: 1 }, { clinica_id: 2 }),
  7,
);
/** What would be written, taken back. No guide is deleted, for others point at it, and that answer is the key's. */
export const preview = ([guide, appeal]: readonly [Place, Place]): fc.Arbitrary<Ask> => {
  const some = list(mostly(of(1, ...guide.ids), fc.integer({ min: 1, max: guides + 10 }), 4), 1, 6);
  const chosen = some.map((ids) => `id=in.(${ids.join()})`);
  const whole = fc.tuple(chosen, perhaps(condition(guide)), changes).map(
    ([ids, more, body]): Ask => ({
      method: 'PATCH',
      url: address('/fichas', [ids, ...more, 'select=id,numero,fase,valor,dia']),
      headers: { prefer: 'tx=rollback, return=representation' },
      body,
    }),
  );
  const found = fc.tuple(condition(guide), changes).map(
    ([one, body]): Ask => ({
      method: 'PATCH',
      url: address('/fichas', [one]),
      headers: { prefer: 'tx=rollback, count=exact' },
      body,
    }),
  );
  const each = fc.tuple(chosen, changes).map(
    ([ids, body]): Ask => ({
      method: 'PATCH',
      url: address('/fichas', [ids]),
      headers: { prefer: 'tx=rollback, outcome=each' },
      body,
    }),
  );
  const removal = condition(appeal).map(
    (one): Ask => ({
      method: 'DELETE',
      url: address('/recursos', [one, 'select=id,motivo']),
      headers: { prefer: 'tx=rollback, return=representation' },
    }),
  );
  return fc.oneof(
    { weight: 3, arbitrary: whole },
    { weight: 2, arbitrary: found },
    { weight: 3, arbitrary: each },
    removal,
  );
};

const batches = '/api/alteracoes-em-lote';

/** What a batch would do, which writes nothing: what is told of values, of records that stay, and of rows that go along. */
export const batch = ([guide, appeal]: readonly [Place, Place]): fc.Arbitrary<Ask> => {
  const some = list(mostly(of(1, ...guide.ids), fc.integer({ min: 1, max: guides + 10 }), 4), 1, 8);
  const plan = (body: object): Ask => ({ method: 'POST', url: batches, body });
  const query = (text: string): string => decodeURIComponent(text).replaceAll('+', ' ');
  const named = fc
    .tuple(some, changes)
    .map(([ids, values]) => plan({ path: '/fichas', operation: 'update', ids, values }));
  const found = fc
    .tuple(condition(guide), changes)
    .map(([one, values]) => plan({ path: '/fichas', operation: 'update', filter: query(one), values }));
  const removal = condition(appeal).map((one) => plan({ path: '/recursos', operation: 'delete', filter: query(one) }));
  return fc.oneof({ weight: 3, arbitrary: named }, { weight: 2, arbitrary: found }, removal);
};
