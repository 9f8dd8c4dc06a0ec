/** What a list is asked for. In: places. Out: a request of each kind of reading many rows. */
import fc from '../support/laws.ts';
import type { Ask } from './ask.ts';
import { address, get, list, mostly, of, perhaps } from './ask.ts';
import { condition, counting, nameOf, numbers, ordering, projection, quick, relationOf } from './query-parts.ts';
import type { Place } from './sight.ts';

/** What a list is asked for: rows, pages, sums and totals, and the same as a file. */
export const listing = (place: fc.Arbitrary<Place>) => {
  const filter = place.chain((one) =>
    fc
      .tuple(mostly(list(condition(one), 1, 1), list(condition(one), 2, 2), 9), projection(one))
      .map(([filters, select]) => get(address(one.path, [...filters, select]))),
  );
  const sort = place.chain((one) =>
    fc.tuple(ordering(one), projection(one)).map((parts) => get(address(one.path, parts))),
  );
  const search = place.chain((one) =>
    fc.tuple(quick, perhaps(condition(one))).map(([q, filters]) => get(address(one.path, [q, ...filters]))),
  );
  const aggregate = place.chain((one) => {
    const item = nameOf(one, 16).chain((name) =>
      of(...(numbers.has(name) ? ['sum', 'avg', 'min', 'max', 'count'] : ['count'])).map((how) => `${name}.${how}`),
    );
    const behind = relationOf(one.one).chain(([name, names]) =>
      nameOf(names, 16).map((column) => `${name}(${column})`),
    );
    const group = one.one.length > 0 ? fc.oneof(nameOf(one, 16), behind) : nameOf(one, 16);
    return fc
      .tuple(list(item, 1, 3), list(group, 0, 2), perhaps(condition(one)), of('', '&order=n.desc'))
      .map(([items, groups, filters, order]) => {
        const by = [...new Set(groups)].map((text, at) => `g${at}:${text}`);
        const select = [...by, 'n:count()', ...items.map((text, at) => `r${at}:${text}()`)];
        return get(address(one.path, [`select=${select.join()}${by.length > 0 ? order : ''}`, ...filters]));
      });
  });
  const count = place.chain((one) => {
    const inner = relationOf(one.many).map(([name]) => `select=id,${name}!inner(id)`);
    const narrowing = fc.oneof(
      { weight: 4, arbitrary: condition(one) },
      { weight: 1, arbitrary: quick },
      ...(one.many.length > 0 ? [{ weight: 1, arbitrary: inner }] : []),
    );
    return fc.tuple(of('GET', 'HEAD', 'HEAD'), counting, list(narrowing, 0, 2)).map(
      ([method, how, filters]): Ask => ({
        method: method as 'GET' | 'HEAD',
        url: address(one.path, filters),
        headers: { prefer: `count=${how}` },
      }),
    );
  });
  const page = place.chain((one) =>
    fc
      .tuple(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 15 }),
        perhaps(ordering(one)),
        of('none', 'exact'),
        fc.boolean(),
      )
      .map(([limit, offset, order, how, byRange]) =>
        get(address(one.path, [...(byRange ? [] : [`limit=${limit}`, `offset=${offset}`]), ...order]), {
          ...(how === 'none' ? {} : { prefer: `count=${how}` }),
          ...(byRange ? { range: `${offset}-${offset + limit}`, 'range-unit': 'items' } : {}),
        }),
      ),
  );
  const cursor = place.chain((one) =>
    fc.tuple(fc.integer({ min: 1, max: 9 }), perhaps(ordering(one)), perhaps(condition(one)), projection(one)).map(
      ([limit, order, filters, select]): Ask => ({
        ...get(address(one.path, [`limit=${limit}`, select, ...order, ...filters])),
        pages: 2,
      }),
    ),
  );
  const csv = fc
    .oneof(filter, sort, page, search)
    .map((ask): Ask => ({ ...ask, headers: { ...ask.headers, accept: 'text/csv' } }));
  return { filter, sort, search, aggregate, count, page, cursor, csv };
};
