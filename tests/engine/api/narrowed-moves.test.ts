/** Transitions that take some of the records that a relation may point at: by one record, an effect, a batch, and back. */
import { expect, test } from 'vitest';
import type { RelationTarget, ScreenModel } from '../../../engine/contract/screen-model.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { narrowedMoveFiles } from './narrowed-move-files.ts';

const kinds = "Causa não aceita o registro escolhido: Tipo tem de ser 'Perda' ou 'Dano'.";
const back = "Causa não aceita o registro escolhido: Tipo tem de ser 'Volta'.";
const otherRiver = 'Causa não aceita o registro escolhido: Rio não é o mesmo deste registro.';

const pairs = (subject: string): string[] =>
  ['list', 'view', 'insert', 'update', 'delete'].map((action) => `${subject}:${action}`);

forEachDatabase((open) => {
  const stage = fixtureStage(open, narrowedMoveFiles);
  const { next } = stage;
  const cause = (tipo: string, more: object = {}): Promise<number> =>
    insertRow(stage.admin, '/causas', { nome: next(), tipo, ...more });
  const canoe = (more: object = {}): Promise<number> => insertRow(stage.admin, '/canoas', { nome: next(), ...more });
  const river = (): Promise<number> => insertRow(stage.admin, '/rios', { nome: next() });
  const move = async (
    id: number,
    transition: string,
    body: object = {},
    { path = 'canoas', caller = stage.admin } = {},
  ) => {
    const answer = await caller.call('PATCH', `/api/${path}?id=eq.${id}&transition=${transition}`, { body });
    if (answer.statusCode === 204) return [204];
    const { fields = [], message } = answer.json();
    const told = fields.map((one: { field: string; message: string }) => `${one.field}: ${one.message}`);
    return [answer.statusCode, ...(told.length === 0 ? [message] : told)];
  };
  const stored = async (id: number, select = 'situacao,causa_id'): Promise<unknown> =>
    (await stage.admin.call('GET', `/api/canoas?id=eq.${id}&select=${select}`)).json()[0];

  test('takes those alone, beside what the field itself says, and tells why not', async () => {
    const [loss, harm, other, old] = [
      await cause('PERDA'),
      await cause('DANO'),
      await cause('VOLTA'),
      await cause('PERDA', { ativa: false }),
    ];
    const id = await canoe();
    expect(await move(id, 'parar', { causa_id: other })).toEqual([422, `causa_id: ${kinds}`]);
    expect(await move(id, 'parar', { causa_id: old })).toEqual([
      422,
      'causa_id: Causa não aceita o registro escolhido: Ativa tem de ser sim.',
    ]);
    expect(await stored(id)).toEqual({ situacao: 'NO_CAIS', causa_id: null });
    expect(await move(id, 'parar', { causa_id: harm })).toEqual([204]);
    expect(await stored(id)).toEqual({ situacao: 'PARADA', causa_id: harm });
    // Another transition, and a plain change, ask for no kind.
    const another = await canoe();
    expect(await move(another, 'vender', { causa_id: other })).toEqual([204]);
    expect((await stage.admin.call('PATCH', `/api/canoas?id=eq.${id}`, { body: { causa_id: other } })).statusCode).toBe(
      204,
    );
    expect(await move(await canoe(), 'parar', { causa_id: loss })).toEqual([204]);
  });

  test('judges what stood there before, sent or not, and takes none where none must be', async () => {
    const [harm, other] = [await cause('DANO'), await cause('VOLTA')];
    const id = await canoe({ causa_id: other });
    expect(await move(id, 'parar', { causa_id: other })).toEqual([422, `causa_id: ${kinds}`]);
    expect(await move(id, 'parar')).toEqual([422, `causa_id: ${kinds}`]);
    expect(await move(id, 'parar', { causa_id: harm })).toEqual([204]);
    expect(await move(id, 'soltar')).toEqual([422, `causa_id: ${back}`]);
    expect(await move(id, 'soltar', { causa_id: null })).toEqual([204]);
    expect(await stored(id)).toEqual({ situacao: 'NO_CAIS', causa_id: null });
    // What stood and is no longer offered by the field itself may stay, as anywhere.
    const kept = await canoe({ causa_id: harm });
    await stage.admin.call('PATCH', `/api/causas?id=eq.${harm}`, { body: { ativa: false } });
    expect(await move(kept, 'parar', { causa_id: harm })).toEqual([204]);
  });

  test('compares with what the record holds, by a row with what the record around it holds', async () => {
    const [one, two] = [await river(), await river()];
    const [here, there] = [await cause('VOLTA', { rio_id: one }), await cause('VOLTA', { rio_id: two })];
    const [harm, harmThere] = [await cause('DANO', { rio_id: one }), await cause('DANO', { rio_id: two })];
    const id = await canoe({ rio_id: one });
    await move(id, 'parar', { causa_id: harm });
    expect(await move(id, 'soltar', { causa_id: there })).toEqual([422, `causa_id: ${otherRiver}`]);
    expect(await move(id, 'soltar', { causa_id: here })).toEqual([204]);
    const note = (causa: number) => move(id, 'anotar', { diario: [{ causa_id: causa, nota: 'x' }] });
    const place = 'diario.0.causa_id: Causa da nota (Diário, linha 1) não aceita o registro escolhido:';
    expect(await note(here)).toEqual([422, `${place} Tipo tem de ser 'Dano'.`]);
    expect(await note(harmThere)).toEqual([422, `${place} Rio não é o mesmo deste registro.`]);
    expect(await note(harm)).toEqual([204]);
    // The rows that are there already are not judged again.
    await stage.admin.call('PATCH', `/api/causas?id=eq.${harm}`, { body: { tipo: 'PERDA' } });
    const second = await cause('DANO');
    expect(await note(second)).toEqual([
      422,
      `${place.replace('linha 1', 'linha 2')} Rio não é o mesmo deste registro.`,
    ]);
    const third = await cause('DANO', { rio_id: one });
    expect(await note(third)).toEqual([204]);
    expect(await stored(id, 'diario(causa_id)')).toEqual({ diario: [{ causa_id: harm }, { causa_id: third }] });
  });

  test('holds where an effect of another gives the field, or the row, its value', async () => {
    const [harm, other] = [await cause('DANO'), await cause('VOLTA')];
    const fleet = async (): Promise<readonly [fleet: number, canoe: number]> => {
      const id = await insertRow(stage.admin, '/frotas', { nome: next() });
      return [id, await canoe({ frota_id: id })];
    };
    const refused = async (transition: string, effect: string, reasons: string) => {
      const [id, moved] = await fleet();
      const address = `/api/frotas?id=eq.${id}&transition=${transition}`;
      const answer = await stage.admin.call('PATCH', address, { body: { causa_id: other } });
      const title = transition === 'recolher' ? 'Recolher' : 'Avariar';
      const { nome } = (await stored(moved, 'nome')) as { readonly nome: string };
      expect(refusalOf(answer)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_EFFECT',
          { transition: title, effect, title: 'Canoa', reasons: `${nome}: ${reasons}` },
          { at: { entity: 'canoa', record: moved } },
        ),
      });
      expect(await stored(moved)).toEqual({ situacao: 'NO_CAIS', causa_id: null });
    };
    await refused('recolher', 'Parar', kinds);
    await refused(
      'avariar',
      'Anotar',
      "Causa da nota (Diário, linha 1) não aceita o registro escolhido: Tipo tem de ser 'Dano'.",
    );
    const [id, moved] = await fleet();
    expect(await move(id, 'recolher', { causa_id: harm }, { path: 'frotas' })).toEqual([204]);
    expect(await stored(moved)).toEqual({ situacao: 'PARADA', causa_id: harm });
  });

  test('a batch leaves out what it does not fit, and is taken back to what no transition would take', async () => {
    const [harm, other] = [await cause('DANO'), await cause('VOLTA')];
    const ids = [await canoe({ causa_id: other }), await canoe({ causa_id: harm })];
    const batch = { path: '/canoas', operation: 'update', ids, transition: 'parar' };
    expect(await planBatch(stage.admin, { ...batch, values: { causa_id: other } })).toMatchObject({
      changes: 0,
      refused: 2,
      refusals: [{ message: expect.stringContaining(kinds) }],
    });
    expect(await planBatch(stage.admin, { ...batch, values: {} })).toMatchObject({ changes: 1, refused: 1 });
    const planned = await planBatch(stage.admin, { ...batch, values: { causa_id: harm } });
    expect(await applyBatch(stage.admin, planned)).toMatchObject({ written: 2, refused: 0 });
    const undoing = await planUndo(stage.admin, planned);
    expect(await applyBatch(stage.admin, undoing)).toMatchObject({ written: 2, refused: 0 });
    expect(await stored(ids[0] ?? 0)).toEqual({ situacao: 'NO_CAIS', causa_id: other });
    expect(await applyBatch(stage.admin, await planUndo(stage.admin, undoing))).toMatchObject({ written: 2 });
    expect(await stored(ids[0] ?? 0)).toEqual({ situacao: 'PARADA', causa_id: harm });
  });

  test('of what the caller may not see or compare the answer is that of what does not exist', async () => {
    const subjects = ['canoa', 'causa', 'rio', 'frota'];
    const [harm, other, rio] = [await cause('DANO'), await cause('VOLTA'), await river()];
    const absent = await refusalBody('RECORD_RELATION_MISSING', { title: 'Canoa', field: 'Causa' }, undefined);
    const blind = await stage.product.enter('sem causas', ['canoa', 'rio'].flatMap(pairs));
    for (const causa_id of [harm, other])
      expect(await move(await canoe(), 'parar', { causa_id }, { caller: blind })).toEqual([
        409,
        (absent as { message: string }).message,
      ]);
    const kept = await stage.product.enter('sem rio da causa', subjects.flatMap(pairs), { hidden: ['causa.rio'] });
    const id = await canoe({ rio_id: rio });
    await move(id, 'parar', { causa_id: harm });
    expect(await move(id, 'soltar', { causa_id: other }, { caller: kept })).toEqual([
      409,
      (absent as { message: string }).message,
    ]);
    const unnamed = await stage.product.enter('sem tipo', subjects.flatMap(pairs), { hidden: ['causa.tipo'] });
    expect(await move(await canoe(), 'parar', { causa_id: other }, { caller: unnamed })).toEqual([
      422,
      'causa_id: Causa não aceita o registro escolhido: não é um dos que podem ser escolhidos aqui.',
    ]);
  });

  test('the description of the API says of each transition which records it takes', async () => {
    const { components } = (await stage.admin.call('GET', '/api/openapi.json')).json();
    const asked = (transition: string, name = 'causa_id') =>
      components.schemas[`canoas.transicao.${transition}`].properties[name];
    const active = 'de `/causas`, em que `ativa` é `true`';
    expect(asked('parar').description).toContain(`${active} e \`tipo\` é \`PERDA\` ou \`DANO\`.`);
    expect(asked('soltar').description).toContain(
      `${active} e \`tipo\` é \`VOLTA\` e \`rio_id\` é o mesmo deste registro.`,
    );
    expect(asked('vender').description).toContain(`${active}.`);
    expect(asked('anotar', 'diario').items.properties.causa_id.description).toContain(
      'de `/causas`, em que `tipo` é `DANO` e `rio_id` é o mesmo do registro da linha.',
    );
    expect(asked('parar')['x-where']).toEqual({ ativa: [true], tipo: ['PERDA', 'DANO'] });
    expect(asked('parar').description).toContain('Os que servem: `/causas?offered_for=canoa.causa!parar`.');
    const names = [asked('parar'), asked('vender'), asked('anotar', 'diario').items.properties.causa_id];
    expect(names.map((one) => one['x-offered-for'])).toEqual([
      'canoa.causa!parar',
      'canoa.causa',
      'canoa.diario.causa!anotar',
    ]);
  });

  test('the list is narrowed for the dialog of each transition, also by what the caller may not ask about', async () => {
    const rio = await river();
    const made = new Map<number, string>();
    for (const [tipo, ativa] of [
      ['PERDA', true],
      ['DANO', false],
      ['DANO', true],
      ['VOLTA', true],
    ] as const)
      made.set(await cause(tipo, { ativa, rio_id: rio }), `${tipo} ${ativa}`);
    const ids = [...made.keys()];
    const offered = async (caller: typeof stage.admin, field: string) => {
      const search = new URLSearchParams({ select: 'id', order: 'id', id: `in.(${ids})`, offered_for: field });
      const answer = await caller.call('GET', `/api/causas?${search}`);
      if (answer.statusCode !== 200) return answer.json().code;
      return answer.json().map(({ id }: { id: number }) => made.get(id));
    };
    const kept = await stage.product.enter('sem tipo e ativa', ['canoa', 'causa'].flatMap(pairs), {
      hidden: ['causa.tipo', 'causa.ativa'],
    });
    for (const caller of [stage.admin, kept]) {
      expect(await offered(caller, 'canoa.causa')).toEqual(['PERDA true', 'DANO true', 'VOLTA true']);
      expect(await offered(caller, 'canoa.causa!parar')).toEqual(['PERDA true', 'DANO true']);
      expect(await offered(caller, 'canoa.causa!soltar')).toEqual(['VOLTA true']);
      expect(await offered(caller, 'canoa.diario.causa!anotar')).toEqual(['DANO false', 'DANO true']);
      // Nothing is fixed of it.
      expect(await offered(caller, 'frota.causa')).toEqual(
        caller === kept ? 'REQUEST_OFFERED_UNKNOWN' : [...made.values()],
      );
      for (const field of ['canoa.diario.causa!parar', 'canoa.causa!anotar', 'canoa.rio', 'canoa.diario.nota'])
        expect([field, await offered(caller, field)]).toEqual([field, 'REQUEST_OFFERED_UNKNOWN']);
    }
    // Where a write is judged by what is kept from the caller it tells nothing, and neither does the list.
    const blind = await stage.product.enter('sem rio', ['canoa', 'causa'].flatMap(pairs), {
      hidden: ['causa.tipo', 'causa.rio'],
    });
    expect(await offered(blind, 'canoa.causa!soltar')).toEqual(['PERDA true', 'DANO true', 'VOLTA true']);
  });

  test('the dialog of each transition is told what to offer, as far as the person may ask for it', async () => {
    const offered = async (caller = stage.admin) => {
      const { states, relations } = (await caller.call('GET', '/api/model/screen?path=/canoas')).json() as ScreenModel;
      const whereOf = (field: unknown): unknown => {
        const { offeredFor = '', where } = (field as { 'ui:options': { target: RelationTarget } })['ui:options'].target;
        return [offeredFor, ...where];
      };
      const own = relations.find(({ field }) => field === 'causa');
      return [
        ['', [own?.offeredFor, ...(own?.where ?? [])]],
        ...(states?.transitions ?? []).map(({ name, form }) => {
          const { causa_id, diario } = (form?.uiSchema ?? {}) as {
            causa_id?: unknown;
            diario?: { items: { causa_id: unknown } };
          };
          return [name, whereOf(causa_id ?? diario?.items.causa_id)];
        }),
      ];
    };
    expect(await offered()).toEqual([
      ['', ['canoa.causa']],
      ['parar', ['canoa.causa!parar']],
      ['soltar', ['canoa.causa!soltar', { column: 'rio_id', from: 'rio_id', above: false }]],
      ['vender', ['canoa.causa']],
      ['anotar', ['canoa.diario.causa!anotar', { column: 'rio_id', from: 'rio_id', above: true }]],
    ]);
    const kept = await stage.product.enter('sem tipos', ['canoa', 'causa', 'rio'].flatMap(pairs), {
      hidden: ['causa.tipo', 'causa.rio'],
    });
    expect(await offered(kept)).toEqual([
      ['', ['canoa.causa']],
      ['parar', ['canoa.causa!parar']],
      ['soltar', ['canoa.causa!soltar']],
      ['vender', ['canoa.causa']],
      ['anotar', ['canoa.diario.causa!anotar']],
    ]);
  });
});
