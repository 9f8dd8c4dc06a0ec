/** No text of a request becomes SQL: whatever stands in any position, the answer is a refusal or the right rows. */

import { beforeAll, expect, test } from 'vitest';
import { parseRequest } from '../../../../engine/contract/request.ts';
import { Refusal } from '../../../../engine/core/errors.ts';
import { resolveMoment } from '../../../../engine/data/as-of.ts';
import { countRows } from '../../../../engine/data/count-rows.ts';
import type { Database, Queryable, Statement } from '../../../../engine/data/database.ts';
import { applySchema } from '../../../../engine/data/ddl/apply-schema.ts';
import { planRead } from '../../../../engine/data/plan/plan-read.ts';
import { PlanCache, readRows } from '../../../../engine/data/read-rows.ts';
import { forEachDatabase } from '../../../support/databases.ts';
import fc from '../../../support/laws.ts';
import { context, fill, readingModel, secretOf } from '../readings.ts';

const nasty = fc.oneof(
  fc.constantFrom(
    "'; drop table leitura; --",
    "' or '1'='1",
    '"; drop table leitura; --',
    '" or 1=1 --',
    'texto"',
    'texto" as x, (select senha_hash from usuario) as "y',
    "texto'",
    '$1',
    '$1::text); select pg_sleep(9); --',
    '\\',
    "\\'; select 1; --",
    "E'\\x27'",
    '/* x */',
    '-- x',
    '1; select 1',
    '1) or (1=1',
    'id)) or ((1=1',
    '{"a","b"}',
    "}'::text[]) or true --",
    '%27%20or%201=1',
    '\u0000',
    '\uffff',
    '’ or 1=1',
    'true',
    'null',
    'busca',
    't',
    'ctid',
    'xmin',
    'tableoid',
    'pg_sleep(9)',
    'leitura.texto',
    '__proto__',
    'constructor',
  ),
  fc.string(),
  fc.string({ unit: 'binary' }),
);
const encoded = nasty.map(encodeURIComponent);
/** Every position of a request that takes text. */
const query = fc.oneof(
  encoded.map((text) => `select=${text}`),
  encoded.map((text) => `select=${text}:id`),
  encoded.map((text) => `select="${text}":texto`),
  encoded.map((text) => `select=id,alvo(${text})`),
  encoded.map((text) => `select=${text}(id)`),
  encoded.map((text) => `select=texto::${text}`),
  encoded.map((text) => `select=id,...alvo(${text})`),
  encoded.map((text) => `select=alvo(id)&alvo.order=${text}`),
  encoded.map((text) => `select=alvo(id)&${text}.limit=${text}`),
  encoded.map((text) => `select=alvo(leitura(id))&alvo.leitura.texto=eq.${text}`),
  encoded.map((text) => `select=alvo(leitura(${text}))&alvo.leitura.limit=${text}`),
  encoded.map((text) => `select=alvo(leitura!${text}(count))`),
  encoded.map((text) => `texto=fts(${text}).a`),
  encoded.map((text) => `texto=eq(${text}).{a}`),
  encoded.map((text) => `texto=ilike(any).{"${text}",${text}}`),
  encoded.map((text) => `inteiro=eq(all).{${text}}`),
  encoded.map((text) => `select=alvo!${text}(id)`),
  encoded.map((text) => `order=${text}`),
  encoded.map((text) => `order=texto.${text}`),
  encoded.map((text) => `order=alvo(${text})`),
  encoded.map((text) => `${text}=eq.1`),
  encoded.map((text) => `"${text}"=eq.1`),
  encoded.map((text) => `alvo.${text}=eq.1`),
  encoded.map((text) => `texto=${text}`),
  encoded.map((text) => `texto=${text}.x`),
  encoded.map((text) => `texto=is.${text}`),
  ...['eq', 'isdistinct', 'gt', 'like', 'has', 'not.eq', 'in', 'fts', 'plfts', 'phfts', 'wfts(simple)'].map(
    (operator) => encoded.map((text) => `texto=${operator}.${text}`),
  ),
  encoded.map((text) => `texto=in.(${text},"${text}")`),
  ...['inteiro', 'valor', 'dia', 'momento', 'hora', 'mes', 'sim', 'cor', 'alvo_id', 'id', 'versao', 'criado_em'].map(
    (name) => encoded.map((text) => `${name}=eq.${text}`),
  ),
  encoded.map((text) => `or=(${text})`),
  encoded.map((text) => `or=(texto.eq.${text},id.eq.1)`),
  encoded.map((text) => `or=(texto.eq."${text}",id.eq.1)`),
  encoded.map((text) => `q=${text}`),
  encoded.map((text) => `limit=${text}`),
  encoded.map((text) => `offset=${text}`),
  encoded.map((text) => `cursor=${text}`),
  encoded.map((text) => `columns=${text}`),
  encoded.map((text) => `as_of=${text}`),
  encoded.map((text) => `q=${text}&as_of=2026-01-01`),
  encoded.map((text) => `select=alvo(${text})&texto=has.${text}&as_of=2026-01-01T12:00:00Z`),
);

/** What is quoted in a statement, and signs: the model's names, aliases, numbers, the printer's own words. */
const knownWords =
  /"(?:id|versao|criado_em|criado_por|alterado_em|alterado_por|texto|nota|longo|inteiro|valor|dia|momento|hora|mes|sim|cor|ordem|alvo_id|busca|nome|peso|leitura|alvo|[ok]\d+|[A-Za-z_][A-Za-z0-9_]{0,59})"|'%'|'g'|'portuguese'|'public'|'leitura'|'alvo'|'-infinity'|'historico'|'historico\.'|' '|''|'pg_class'|\+ 1|- interval '1 microsecond'|#>>|'r'|'simple'|'english'|'\[\]'|'\{\}'|'\(\[\\\\%_\]\)'|'\\\\\\1'|\$\d+/g;
/** All else that it may be made of. */
const knownText = /^[a-z_0-9.:*,()<>=|@[\]\s]*$/;

forEachDatabase((open) => {
  let database: Database;
  let sent: Statement[] = [];
  let spy: Database;
  const rows = ['a', "' or '1'='1", '\\', '%', '"aspas"', 'x'].map((texto, index) => ({ texto, ordem: index }));

  beforeAll(async () => {
    database = await open();
    await applySchema(database, readingModel);
    await fill(database, 'leitura', rows);
    await database.execute("comment on table historico.leitura is 'desde 2025-01-01T00:00:00Z'");
    const watched = (queryable: Queryable): Queryable => ({
      query: (statement) => {
        sent.push(statement);
        return queryable.query(statement);
      },
      execute: (text) => queryable.execute(text),
    });
    spy = {
      ...database,
      ...watched(database),
      transaction: (run) => database.transaction((transaction) => run(watched(transaction))),
    };
  });

  test('whatever is asked is refused, or answered by a statement of known words alone', async () => {
    const plans = new PlanCache();
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(query, { minLength: 1, maxLength: 3 }), async (parts) => {
        sent = [];
        try {
          const asked = parseRequest(parts.join('&'));
          const request = await resolveMoment(spy, context, asked, 'America/Sao_Paulo');
          const page = await readRows(spy, plans, secretOf(1), context, request);
          await countRows(spy, context, request, 'exact');
          expect(Array.isArray(JSON.parse(page.body))).toBe(true);
          answered += 1;
        } catch (error) {
          // a refusal that says so, and never one of the database's
          if (!(error instanceof Refusal) || error.status >= 500) throw error;
        }
        for (const { text } of sent) expect(text.replace(knownWords, ' ')).toMatch(knownText);
      }),
      { numRuns: 3000 },
    );
    expect(answered).toBeGreaterThan(300);
    expect(
      (await database.query<{ n: number }>({ text: 'select count(*)::integer as n from leitura', values: [] })).rows,
    ).toEqual([{ n: rows.length }]);
  });

  test('a value is compared as it is', async () => {
    const plans = new PlanCache();
    await fc.assert(
      fc.asyncProperty(fc.oneof(nasty, fc.constantFrom(...rows.map(({ texto }) => texto))), async (text) => {
        fc.pre(text.isWellFormed() && !text.includes('\u0000'));
        const request = parseRequest(`select=texto&texto=eq.${encodeURIComponent(text)}&order=id`);
        const page = await readRows(database, plans, secretOf(1), context, request);
        expect(JSON.parse(page.body)).toEqual(
          rows.filter(({ texto }) => texto === text).map(({ texto }) => ({ texto })),
        );
        const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
        const list = parseRequest(`select=texto&texto=in.("${encodeURIComponent(escaped)}")&order=id`);
        const listed = await readRows(database, plans, secretOf(1), context, list);
        expect(listed.body).toBe(page.body);
      }),
      { numRuns: 300 },
    );
  });

  test('an alias is a key of the answer or a refusal', async () => {
    const plans = new PlanCache();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          nasty,
          fc.constantFrom('o', 'p', 't', 'u', 'c', 'n', 'body', 'k1', 'o1'),
          fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,70}$/),
        ),
        async (alias) => {
          const escaped = alias.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
          const key = alias;
          try {
            const request = parseRequest(`select="${encodeURIComponent(escaped)}":ordem&limit=1&order=id`);
            const page = await readRows(database, plans, secretOf(1), context, request);
            expect(JSON.parse(page.body)).toEqual([Object.fromEntries([[key, 0]])]);
            expect(key).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/);
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            expect([error.code, key]).not.toEqual([error.code, expect.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/)]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a filter that is printed differs by its shape alone, never by its values', () => {
    const text = (value: string): string =>
      JSON.stringify(planRead(context, parseRequest(`texto=eq.${value}&or=(id.eq.1,texto.has.${value})`), undefined));
    expect(text('a')).toBe(text("'; drop"));
  });
});
