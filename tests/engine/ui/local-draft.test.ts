import { describe, expect, it } from 'vitest';
import { createDraftStore, draftPlace, dropDrafts, importDraftKey } from '../../../engine/ui/runtime/local-draft.ts';

/** Local storage as a browser has it. */
const memory = () => {
  const held = new Map<string, string>();
  return {
    held,
    storage: {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
      removeItem: (key: string) => void held.delete(key),
      key: (index: number) => [...held.keys()][index] ?? null,
      get length() {
        return held.size;
      },
    },
  };
};

const keyOf = async (fill: number): Promise<CryptoKey> => {
  const key = await importDraftKey(Buffer.alloc(32, fill).toString('base64'));
  if (key === undefined) throw new Error('no cryptography here');
  return key;
};

const place = draftPlace('ana', '/bancos', 7);
const draft = { etag: '"3"', base: { nome: 'Antes' }, values: { nome: 'São João 🏥', contas: [{ numero: '1' }] } };
const day = 24 * 60 * 60 * 1000;

describe('a draft', () => {
  it('is given back as it was kept, to the key that kept it', async () => {
    const { storage } = memory();
    const drafts = createDraftStore(storage, () => 1000);
    await drafts.write(await keyOf(1), place, draft);
    expect(await drafts.read(await keyOf(1), place)).toEqual({ ...draft, savedAt: 1000 });
    expect(await drafts.read(await keyOf(1), draftPlace('ana', '/bancos', 'new'))).toBeUndefined();
  });

  it('is noise to anyone else, and goes when another key tries it', async () => {
    const { storage, held } = memory();
    const drafts = createDraftStore(storage);
    await drafts.write(await keyOf(1), place, draft);
    expect([...held.values()].join()).not.toMatch(/São João|Antes|nome/);
    expect(await drafts.read(await keyOf(2), place)).toBeUndefined();
    expect(held.size).toBe(0);
  });

  it('holds for the record it was made for alone', async () => {
    const { storage, held } = memory();
    const drafts = createDraftStore(storage);
    await drafts.write(await keyOf(1), place, draft);
    const other = draftPlace('ana', '/bancos', 8);
    held.set(other, held.get(place) ?? '');
    expect(await drafts.read(await keyOf(1), other)).toBeUndefined();
  });

  it.each(['', 'x', '1.2', `${Date.now()}.!!.!!`, `${Date.now()}..`])('that is broken is none: %j', async (broken) => {
    const { storage, held } = memory();
    held.set(place, broken);
    expect(await createDraftStore(storage).read(await keyOf(1), place)).toBeUndefined();
  });

  it('goes by itself after three days, whoever reads', async () => {
    const { storage, held } = memory();
    let now = 10 * day;
    const drafts = createDraftStore(storage, () => now);
    await drafts.write(await keyOf(1), place, draft);
    now += 3 * day - 1;
    expect(await drafts.read(await keyOf(1), place)).toBeDefined();
    now += 1;
    held.set('fichario.session', 'kept');
    expect(await drafts.read(await keyOf(2), draftPlace('rui', '/cids', 'new'))).toBeUndefined();
    expect([...held.keys()]).toEqual(['fichario.session']);
  });

  it('goes with the sign-out of its person and of nobody else', async () => {
    const { storage, held } = memory();
    const drafts = createDraftStore(storage);
    const own = [place, draftPlace('ana', '/cids', 'copy.4')];
    const others = ['ana.b', 'ana:b', 'ana:', 'ana%3A', 'an', ':ana'].map((login) => draftPlace(login, '/cids', 'new'));
    for (const one of [...own, ...others]) await drafts.write(await keyOf(1), one, draft);
    dropDrafts(storage, 'ana');
    expect([...held.keys()]).toEqual(others);
    dropDrafts(storage, 'ana:b');
    expect([...held.keys()]).toEqual(others.filter((one) => one !== draftPlace('ana:b', '/cids', 'new')));
  });

  it('is not kept where the browser has no room for it', async () => {
    const { storage, held } = memory();
    const full = {
      ...storage,
      length: 0,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    await createDraftStore(full).write(await keyOf(1), place, draft);
    await createDraftStore(storage).write(await keyOf(1), place, { ...draft, values: { nome: 'x'.repeat(1_000_001) } });
    expect(held.size).toBe(0);
  });
});
