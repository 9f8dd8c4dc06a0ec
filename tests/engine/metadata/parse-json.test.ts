import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../engine/metadata/parse-json.ts';
import fc from '../../support/laws.ts';

const text = '{\n  "a": { "b": [1, { "c/d": true }] },\n  "e": "f"\n}\n';

describe('parseJson', () => {
  const parsed = parseJson('x.json', text);

  it('reads the value', () => {
    expect(parsed.value).toEqual(JSON.parse(text));
    expect(parsed.issues).toEqual([]);
  });

  it.each([
    ['', false, 1, 1],
    ['/a', false, 2, 8],
    ['/a', true, 2, 3],
    ['/a/b/1', false, 2, 19],
    ['/a/b/1/c~1d', false, 2, 28],
    ['/a/b/1/c~1d', true, 2, 21],
    // the nearest ancestor that exists
    ['/a/x/y', false, 2, 8],
    ['/a/x', true, 2, 8],
    ['/e', false, 3, 8],
  ])('finds %j (key: %s) at %i:%i', (pointer, key, line, column) => {
    expect(parsed.origin(pointer, key)).toEqual({ file: 'x.json', pointer, line, column });
  });

  it('keeps what could be read after a syntax error, which it says once', () => {
    const broken = parseJson('x.json', '{ "a": 1,, "b": 2 }');
    expect(broken.issues.map((issue) => issue.code)).toEqual(['LANGUAGE_JSON_SYNTAX']);
    expect(broken.value).toMatchObject({ a: 1 });
  });

  it('says only the slip of a text that is no JSON', () => {
    const broken = parseJson('x.json', '{ "a": 1, "a": 2 "b": 3 }');
    expect(broken.issues.map((issue) => issue.code)).toEqual(['LANGUAGE_JSON_SYNTAX']);
    expect(broken.broken).toBe(true);
  });

  it('takes a byte order mark, which no editor shows, and counts columns without it', () => {
    const marked = parseJson('x.json', `\uFEFF${text}`);
    expect(marked.issues).toEqual([]);
    expect(marked.origin('/a', true)).toEqual(parsed.origin('/a', true));
  });

  it('refuses a key that would change the prototype', () => {
    const odd = parseJson('x.json', '{ "__proto__": { "polluted": true } }');
    expect(odd.issues.map((issue) => issue.code)).toEqual(['LANGUAGE_KEY_UNKNOWN']);
    expect(Object.getPrototypeOf(odd.value)).toBe(Object.prototype);
  });

  it('reads a text without any value as undefined', () => {
    expect(parseJson('x.json', '').value).toBeUndefined();
  });

  it('reads every JSON as it is, however it is spaced', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const written = JSON.stringify(value, null, space);
        fc.pre(!written.includes('"__proto__"'));
        const { value: read, broken, issues } = parseJson('x.json', written);
        expect([read, broken, issues]).toEqual([JSON.parse(written), false, []]);
      }),
    );
  });

  it('tells of a key that is written twice in one object, and of none that stands in two', () => {
    const key = fc.string().filter((one) => one !== '__proto__');
    fc.assert(
      fc.property(key, fc.jsonValue(), fc.integer({ min: 0, max: 3 }), (name, value, depth) => {
        const written = JSON.stringify(value);
        fc.pre(!written.includes('"__proto__"'));
        const own = `${JSON.stringify(name)} : ${written}`;
        const nest = (inner: string) => `${'[{"a":'.repeat(depth)}${inner}${'}]'.repeat(depth)}`;
        const codes = (text: string) => parseJson('x.json', text).issues.map(({ code }) => code);
        expect(codes(nest(`{${own},${own}}`))).toEqual(['LANGUAGE_KEY_DUPLICATE']);
        expect(codes(nest(`[{${own}},{${own}}]`))).toEqual([]);
      }),
    );
  });
});
