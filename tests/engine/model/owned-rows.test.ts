import { describe, expect, it } from 'vitest';
import { reportIssue } from '../../../engine/core/issues.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { createExplainer } from '../../../engine/model/explain.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { validate } from '../../../engine/model/validate.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';

const folder = 'schemas/localizacao/pontes';
const part = 'schemas/parts/telefone.json';
const name = { title: 'Nome', type: 'string' };
const parts = { title: 'Telefone', type: 'object', properties: { numero: { title: 'Número', type: 'string' } } };
const vao = {
  title: 'Vão',
  type: 'object',
  required: ['ordem'],
  properties: {
    ordem: { title: 'Ordem', type: 'integer', 'x-unique': true },
    bairro: { title: 'Bairro', 'x-relation': { entity: 'bairro' } },
  },
};
const vaos = { title: 'Vãos', type: 'array', items: vao };
const telefones = { title: 'Telefones', type: 'array', items: { $ref: '../../parts/telefone.json' } };

interface Given {
  readonly properties?: object;
  readonly required?: readonly string[];
  readonly columns?: object;
  readonly part?: object;
  readonly fields?: object;
}
const sourcesOf = ({ properties = {}, required = [], columns = {}, part: given = parts, fields }: Given = {}) => {
  const sources = new Map([
    ...examples,
    [
      `${folder}/schema.json`,
      JSON.stringify({
        title: 'Ponte',
        type: 'object',
        required,
        properties: { nome: name, vaos, telefones, ...properties },
      }),
    ],
    [
      `${folder}/columns.json`,
      JSON.stringify({
        entity: 'ponte',
        path: '/pontes',
        parent: '/localizacao',
        permission: { subject: 'obra' },
        ...columns,
      }),
    ],
    [part, JSON.stringify(given)],
    ['clients/exemplo.json', JSON.stringify({ name: 'exemplo', title: 'E', ...(fields && { fields }) })],
  ]);
  return sources;
};
const compileWith = (given: Given, client?: string) => {
  const files = resolve(loadFiles(sourcesOf(given)), client);
  return { files, model: compile(files, catalogues).model };
};
const issuesOf = (given: Given): string[] =>
  validate(loadFiles(sourcesOf(given)), catalogues).map((issue) => {
    const { file, code } = reportIssue(issue, undefined);
    return `${file.replace(`${folder}/`, '')}${issue.origin.pointer} ${code}`;
  });
const entityOf = (model: { entities: Readonly<Record<string, Entity>> }, entity: string): Entity => {
  const found = model.entities[entity];
  if (found === undefined) throw new Error(`no entity ${entity}`);
  return found;
};

describe('owned rows', () => {
  it('are an entity of their own, the same object in the owner and in the model', () => {
    const { model } = compileWith({});
    const owner = entityOf(model, 'ponte');
    const rows = entityOf(model, 'ponte_vaos');
    expect(owner.children.map(({ entity, ...child }) => [child, entity === model.entities[entity.name]])).toEqual([
      [
        {
          name: 'vaos',
          title: 'Vãos',
          description: undefined,
          help: undefined,
          visible: true,
          readOnly: false,
          minItems: 0,
          maxItems: 200,
        },
        true,
      ],
      [
        {
          name: 'telefones',
          title: 'Telefones',
          description: undefined,
          help: undefined,
          visible: true,
          readOnly: false,
          minItems: 0,
          maxItems: 200,
        },
        true,
      ],
    ]);
    expect(rows.owner).toEqual({ entity: 'ponte', child: 'vaos', relation: 'ponte', position: 'posicao' });
    expect([rows.title, rows.subject, rows.path, rows.naturalKey, rows.children]).toEqual([
      'Vão',
      'obra',
      undefined,
      [],
      [],
    ]);
    expect(
      rows.fields.map(({ column, type, required, visible, unique, relation }) => ({
        column,
        type,
        required,
        visible,
        unique,
        onDelete: relation?.onDelete,
      })),
    ).toEqual([
      { column: 'ponte_id', type: 'relation', required: true, visible: false, unique: false, onDelete: 'cascade' },
      { column: 'posicao', type: 'integer', required: true, visible: false, unique: false, onDelete: undefined },
      { column: 'ordem', type: 'integer', required: true, visible: true, unique: false, onDelete: undefined },
      { column: 'bairro_id', type: 'relation', required: false, visible: true, unique: false, onDelete: 'refuse' },
    ]);
    expect(rows.indexes).toEqual([
      { columns: ['ponte_id', 'ordem'], unique: true },
      { columns: ['ponte_id', 'posicao'], unique: false },
      { columns: ['bairro_id'], unique: false },
    ]);
  });

  it('have the indexes that stand beside their list before their own, whoever describes them', () => {
    const { model, files } = compileWith({
      properties: {
        vaos: { ...vaos, 'x-indexes': [['bairro', 'ordem'], ['ponte', 'ordem'], ['posicao']] },
        telefones: { ...telefones, 'x-indexes': [['numero']] },
      },
    });
    expect(entityOf(model, 'ponte_vaos').indexes).toEqual([
      { columns: ['ponte_id', 'ordem'], unique: true },
      { columns: ['bairro_id', 'ordem'], unique: false },
      { columns: ['posicao'], unique: false },
      { columns: ['ponte_id', 'posicao'], unique: false },
    ]);
    expect(entityOf(model, 'ponte_telefones').indexes).toEqual([
      { columns: ['numero'], unique: false },
      { columns: ['ponte_id', 'posicao'], unique: false },
    ]);
    const explained = createExplainer(files, model).explain('ponte_telefones.indexes');
    expect(explained.flatMap(({ inputs }) => inputs.map(({ pointer }) => pointer))).toEqual([
      '/properties/telefones',
      '/properties/telefones/x-indexes',
    ]);
  });

  it('have a section of their own where no section names them, after the others', () => {
    const sections = [{ title: 'Ponte', fields: ['nome', 'telefones'] }];
    const screens = compileWith({ columns: { sections } }).model.screens;
    const screen = screens.find(({ path }) => path === '/pontes');
    expect(screen?.kind === 'registry' && screen.sections).toEqual([
      { title: 'Ponte', fields: ['nome', 'telefones'] },
      { title: 'Vãos', fields: ['vaos'] },
    ]);
  });

  it.each<[string, Given, number]>([
    ['asks for one', { required: ['vaos'] }, 1],
    ['asks for as many as it says', { required: ['vaos'], properties: { vaos: { ...vaos, minItems: 3 } } }, 3],
  ])('in `required` %s', (_, given, least) => {
    expect(issuesOf(given)).toEqual([]);
    expect(entityOf(compileWith(given).model, 'ponte').children[0]?.minItems).toBe(least);
  });
});

describe('a mistake in an array is said once', () => {
  const items = (change: object, rest: object = {}) => ({ properties: { vaos: { ...vaos, ...rest, items: change } } });
  it.each<[string, Given, string[]]>([
    [
      'no items',
      { properties: { vaos: { title: 'V', type: 'array' } } },
      ['schema.json/properties/vaos LANGUAGE_KEY_MISSING'],
    ],
    [
      'empty items',
      items({ ...vao, properties: {} }),
      ['schema.json/properties/vaos/items/properties LANGUAGE_VALUE_INVALID'],
    ],
    [
      'items without title',
      items({ ...vao, title: undefined }),
      ['schema.json/properties/vaos/items LANGUAGE_KEY_MISSING'],
    ],
    [
      'a keyword of fields',
      { properties: { vaos: { ...vaos, 'x-mask': '#' } } },
      ['schema.json/properties/vaos/x-mask LANGUAGE_KEY_UNKNOWN'],
    ],
    [
      'a slip in a type',
      { properties: { nome: { title: 'N', type: 'strng' } } },
      ['schema.json/properties/nome/type LANGUAGE_VALUE_INVALID'],
    ],
    [
      'a key beside $ref',
      { properties: { telefones: { ...telefones, items: { ...telefones.items, title: 'T' } } } },
      ['schema.json/properties/telefones/items/title LANGUAGE_KEY_UNKNOWN'],
    ],
    [
      'rows in rows',
      items({ ...vao, properties: { ...vao.properties, pilares: vaos } }),
      ['schema.json/properties/vaos/items/properties/pilares LANGUAGE_ARRAY_NESTED'],
    ],
    [
      'an unknown part, which an overlay names too',
      {
        properties: { telefones: { ...telefones, items: { $ref: '../../parts/telefono.json' } } },
        fields: { ponte_telefones: { numero: { label: 'N' } } },
      },
      [
        'schema.json/properties/telefones/items/$ref LANGUAGE_PART_MISSING',
        'schemas/parts/telefone.json LANGUAGE_FILE_UNUSED',
      ],
    ],
    [
      'a part that nobody uses',
      { properties: { telefones: name } },
      ['schemas/parts/telefone.json LANGUAGE_FILE_UNUSED'],
    ],
    [
      'a part beyond use, which an overlay names too',
      { part: { ...parts, properties: 1 }, fields: { ponte_telefones: { numero: { label: 'N' } } } },
      ['schemas/parts/telefone.json/properties LANGUAGE_VALUE_TYPE'],
    ],
    [
      'a name of the engine in the rows',
      items({ ...vao, properties: { ...vao.properties, posicao: name, ponte: name } }),
      [
        'schema.json/properties/vaos/items/properties/posicao MODEL_FIELD_RESERVED',
        'schema.json/properties/vaos/items/properties/ponte MODEL_FIELD_RESERVED',
      ],
    ],
    ['a reserved name', { properties: { limit: vaos } }, ['schema.json/properties/limit MODEL_FIELD_RESERVED']],
    [
      'the column of a relation',
      { properties: { bairro: { title: 'B', 'x-relation': { entity: 'bairro' } }, bairro_id: vaos } },
      ['schema.json/properties/bairro_id MODEL_FIELD_DUPLICATE'],
    ],
    [
      'minItems of rows that may be absent',
      items(vao, { minItems: 2 }),
      ['schema.json/properties/vaos/minItems MODEL_LIMITS'],
    ],
    [
      'more rows at least than at most',
      { ...items(vao, { minItems: 9, maxItems: 3 }), required: ['vaos'] },
      ['schema.json/properties/vaos/minItems MODEL_LIMITS'],
    ],
    [
      'required rows that are hidden',
      { ...items(vao, { 'x-visible': false }), required: ['vaos'] },
      ['schema.json/properties/vaos/x-visible MODEL_HIDDEN_REQUIRED'],
    ],
    [
      'an index of what is no field of the rows, but of the record',
      { properties: { vaos: { ...vaos, 'x-indexes': [['ordem'], ['ordem', 'nome']] } } },
      ['schema.json/properties/vaos/x-indexes/1/1 MODEL_FIELD_MISSING'],
    ],
    [
      'an index of what is no field of a part',
      { properties: { telefones: { ...telefones, 'x-indexes': [['numro']] } } },
      ['schema.json/properties/telefones/x-indexes/0/0 MODEL_FIELD_MISSING'],
    ],
    [
      'an index that is a text',
      { properties: { vaos: { ...vaos, 'x-indexes': ['ordem', 'bairro'] } } },
      ['schema.json/properties/vaos/x-indexes/0 LANGUAGE_VALUE_TYPE'],
    ],
    [
      'indexes in the words of the record',
      { properties: { vaos: { ...vaos, indexes: [['ordem']] } } },
      ['schema.json/properties/vaos/indexes LANGUAGE_KEY_UNKNOWN'],
    ],
    [
      'rows in two sections',
      {
        columns: {
          sections: [
            { title: 'A', fields: ['nome', 'vaos'] },
            { title: 'B', fields: ['vaos'] },
          ],
        },
      },
      ['columns.json/sections/1/fields/0 MODEL_SECTION_FIELD'],
    ],
    [
      'an unknown relation in a part, of two owners',
      {
        properties: { outros: telefones },
        part: { ...parts, properties: { cidade: { title: 'C', 'x-relation': { entity: 'cidad' } } } },
      },
      ['schemas/parts/telefone.json/properties/cidade/x-relation/entity MODEL_ENTITY_MISSING'],
    ],
  ])('%s', (_, given, expected) => {
    expect(issuesOf(given).sort()).toEqual([...expected].sort());
  });
});

it('an entity that has the name of owned rows is told of where it comes second', () => {
  const sources = sourcesOf();
  const other = 'schemas/localizacao/zeros';
  sources.set(`${other}/schema.json`, JSON.stringify({ title: 'Zero', type: 'object', properties: { nome: name } }));
  sources.set(`${other}/columns.json`, JSON.stringify({ entity: 'ponte_vaos' }));
  const found = validate(loadFiles(sources), catalogues).map(({ code, origin, params }) => [code, origin.file, params]);
  expect(found).toEqual([
    ['MODEL_ENTITY_DUPLICATE', `${other}/columns.json`, { entity: 'ponte_vaos', other: `${folder}/schema.json` }],
  ]);
});

describe('an overlay', () => {
  const fields = {
    ponte: { vaos: { label: 'Arcos', help: 'De leste a oeste.', required: true } },
    ponte_telefones: { numero: { label: 'Número do telefone', required: true } },
  };

  it('changes an array under its owner and the fields of its rows under their entity', () => {
    const { model } = compileWith({ fields }, 'exemplo');
    const base = compileWith({ fields }).model;
    const arrays = (one: typeof model) =>
      entityOf(one, 'ponte').children.map(({ title, help, minItems }) => [title, help, minItems]);
    expect(arrays(base)).toEqual([
      ['Vãos', undefined, 0],
      ['Telefones', undefined, 0],
    ]);
    expect(arrays(model)).toEqual([
      ['Arcos', 'De leste a oeste.', 1],
      ['Telefones', undefined, 0],
    ]);
    const numero = (one: typeof model) =>
      entityOf(one, 'ponte_telefones').fields.find((field) => field.name === 'numero');
    expect([numero(base)?.title, numero(base)?.required]).toEqual(['Número', false]);
    expect([numero(model)?.title, numero(model)?.required]).toEqual(['Número do telefone', true]);
  });

  it('changes the rows of one owner alone, where two share a part', () => {
    const { model } = compileWith({ properties: { outros: telefones }, fields }, 'exemplo');
    expect(['ponte_telefones', 'ponte_outros'].map((one) => entityOf(model, one).fields.at(-1)?.title)).toEqual([
      'Número do telefone',
      'Número',
    ]);
  });

  it('that makes required rows optional needs none of them', () => {
    const optional = {
      required: ['vaos'],
      properties: { vaos: { ...vaos, minItems: 2 } },
      fields: { ponte: { vaos: { required: false } } },
    };
    expect(issuesOf(optional)).toEqual([
      'clients/exemplo.json/base OVERLAY_BASE_UNNOTED',
      'clients/exemplo.json/fields/ponte/vaos/required OVERLAY_WEAKENS',
    ]);
    expect(entityOf(compileWith(optional, 'exemplo').model, 'ponte').children[0]?.minItems).toBe(0);
  });

  it.each<[string, object, string[]]>([
    ['a field that the rows do not have', { ponte_vaos: { ordm: { label: 'O' } } }, ['OVERLAY_FIELD_MISSING']],
    ['an array that the owner does not have', { ponte_vao: { ordem: { label: 'O' } } }, ['OVERLAY_ENTITY_MISSING']],
    ['a mask of an array', { ponte: { vaos: { mask: '#' } } }, ['OVERLAY_KEY_UNSUITED']],
    ['a default of an array', { ponte: { vaos: { default: 'x' } } }, ['OVERLAY_KEY_UNSUITED']],
    ['the owner, which is the engine’s own', { ponte_vaos: { ponte: { visible: true } } }, ['OVERLAY_FIELD_MISSING']],
    [
      'what holds already',
      { ponte: { vaos: { label: 'Vãos', visible: true } } },
      ['OVERLAY_REDUNDANT', 'OVERLAY_REDUNDANT'],
    ],
    ['rows hidden and required', { ponte: { vaos: { visible: false, required: true } } }, ['OVERLAY_HIDDEN_REQUIRED']],
  ])('is told of %s', (_, patch, codes) => {
    const found = validate(loadFiles(sourcesOf({ fields: patch })), catalogues);
    expect(found.map(({ code, origin }) => [origin.file, code])).toEqual(
      codes.map((code) => ['clients/exemplo.json', code]),
    );
  });

  it('is told of an array among the columns', () => {
    const sources = sourcesOf();
    sources.set(
      'clients/exemplo.json',
      JSON.stringify({ name: 'exemplo', title: 'E', screens: { pontes: { columns: ['nome', 'vaos'] } } }),
    );
    expect(validate(loadFiles(sources), catalogues).map(({ code }) => code)).toEqual(['OVERLAY_COLUMN_MISSING']);
  });
});

describe('explain', () => {
  const fields = { ponte: { vaos: { label: 'Arcos' } }, ponte_telefones: { numero: { label: 'Fone' } } };
  const { files, model } = compileWith({ fields }, 'exemplo');
  const ask = (target: string) =>
    createExplainer(files, model)
      .explain(target)
      .map(({ value, origin, rule, lost }) => [
        value,
        origin && `${origin.file}#${origin.pointer}`,
        rule,
        lost.map((layer) => layer.value),
      ]);

  it.each([
    ['ponte.vaos.label', ['Arcos', 'clients/exemplo.json#/fields/ponte/vaos/label', undefined, ['Vãos']]],
    ['ponte.vaos.entity', ['ponte_vaos', undefined, 'o nome da entidade seguido do nome da lista', []]],
    ['ponte.vaos.maxItems', [200, undefined, 'padrão da linguagem', []]],
    [
      'ponte_telefones.numero.label',
      ['Fone', 'clients/exemplo.json#/fields/ponte_telefones/numero/label', undefined, ['Número']],
    ],
    [
      'ponte_vaos.ordem.label',
      ['Ordem', `${folder}/schema.json#/properties/vaos/items/properties/ordem/title`, undefined, []],
    ],
    [
      'ponte_vaos.ordem.unique',
      [true, `${folder}/schema.json#/properties/vaos/items/properties/ordem/x-unique`, undefined, []],
    ],
    ['ponte_telefones.title', ['Telefone', `${part}#/title`, undefined, []]],
  ])('tells who set %s', (target, expected) => {
    expect(ask(target)).toEqual([expected]);
  });
});
