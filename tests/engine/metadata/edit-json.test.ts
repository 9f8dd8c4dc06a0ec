import { describe, expect, it } from 'vitest';
import type { Json } from '../../../engine/core/json.ts';
import { equalJson, isJsonObject, setAt, toPointer, valueAt } from '../../../engine/core/json.ts';
import { editJson } from '../../../engine/metadata/edit-json.ts';
import fc from '../../support/laws.ts';

const text = `{
  "name": "x",
  "fields": {
    "banco": {
      "codigo": { "label": "A", "mask": "##" },
      "nome": {
        "label": "B"
      }
    }
  },
  "list": ["a", "b", "c"]
}
`;

describe('editJson', () => {
  it('sets a value where it stands and leaves the rest as written', () => {
    expect(editJson(text, [{ kind: 'set', pointer: '/fields/banco/codigo/label', value: 'Código' }])).toBe(
      text.replace('"A"', '"Código"'),
    );
  });

  it('makes the objects on the way, behind what is there', () => {
    expect(
      editJson('{\n  "name": "x"\n}\n', [
        { kind: 'set', pointer: '/base/banco.codigo', value: ['a', 'b'] },
        { kind: 'set', pointer: '/base/banco.nome', value: null },
      ]),
    ).toBe('{\n  "name": "x",\n  "base": {\n    "banco.codigo": ["a", "b"],\n    "banco.nome": null\n  }\n}\n');
  });

  it('writes a list that fits into no line an item a line', () => {
    const long = Array.from({ length: 9 }, (_, index) => `coluna_de_nome_comprido_${index}`);
    const edited = editJson('{}', [{ kind: 'set', pointer: '/columns', value: long }]);
    expect(edited).toBe(`{\n  "columns": [\n${long.map((item) => `    "${item}"`).join(',\n')}\n  ]\n}`);
  });

  it('takes a key away, with the objects that it leaves empty', () => {
    expect(editJson(text, [{ kind: 'remove', pointer: '/fields/banco/nome/label' }])).toBe(`{
  "name": "x",
  "fields": {
    "banco": {
      "codigo": { "label": "A", "mask": "##" }
    }
  },
  "list": ["a", "b", "c"]
}
`);
    expect(editJson('{\n  "a": { "b": { "c": 1 } }\n}', [{ kind: 'remove', pointer: '/a/b/c' }])).toBe('{}');
  });

  it.each([
    ['/list/0', '["b", "c"]'],
    ['/list/1', '["a", "c"]'],
    ['/list/2', '["a", "b"]'],
  ])('takes the item %s out of a list', (pointer, list) => {
    expect(editJson(text, [{ kind: 'remove', pointer }])).toBe(text.replace('["a", "b", "c"]', list));
  });

  it('renames a key in its place', () => {
    expect(editJson(text, [{ kind: 'rename', pointer: '/fields/banco', key: 'agencia' }])).toBe(
      text.replace('"banco"', '"agencia"'),
    );
  });

  it('leaves the text where the place does not exist', () => {
    expect(
      editJson(text, [
        { kind: 'remove', pointer: '/fields/x/y' },
        { kind: 'rename', pointer: '/nada', key: 'z' },
      ]),
    ).toBe(text);
  });

  const plain = fc.dictionary(
    fc.stringMatching(/^[a-z.]{1,6}$/),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    { maxKeys: 4 },
  ) as fc.Arbitrary<Record<string, Record<string, Json>>>;

  it('gives a text whose value is the value with the same change, however it was written', () => {
    fc.assert(
      fc.property(
        plain,
        fc.stringMatching(/^[a-z.]{1,6}$/),
        fc.stringMatching(/^[a-z]{1,4}$/),
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom(undefined, 2, 4),
        (root, outer, inner, given, indent) => {
          // JSON.stringify writes -0 as 0
          const value = JSON.parse(JSON.stringify(given)) as Json;
          const before = JSON.parse(JSON.stringify(root)) as Json;
          const pointer = toPointer([outer, inner]);
          const written = JSON.stringify(root, null, indent);
          const edited = editJson(written, [{ kind: 'set', pointer, value }]);
          const withParent =
            valueAt(before, toPointer([outer])) === undefined ? setAt(before, toPointer([outer]), {}) : before;
          expect(equalJson(JSON.parse(edited), setAt(withParent, pointer, value))).toBe(true);
          const removed = JSON.parse(editJson(edited, [{ kind: 'remove', pointer }])) as Json;
          const left = setAt(JSON.parse(edited) as Json, pointer, undefined);
          const parent = valueAt(left, toPointer([outer]));
          const pruned =
            isJsonObject(parent) && Object.keys(parent).length === 0
              ? setAt(left, toPointer([outer]), undefined)
              : left;
          expect(removed).toEqual(pruned);
        },
      ),
    );
  });
});
