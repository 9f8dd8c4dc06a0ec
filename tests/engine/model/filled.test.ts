/** Fields that are filled from what a relation knows: what of them is left where a client says something else. */
import { describe, expect, it } from 'vitest';
import { ruleWords } from '../../../engine/core/words.ts';
import type { FieldPatch } from '../../../engine/metadata/client.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { createExplainer } from '../../../engine/model/explain.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { transition } from '../../support/fixture-fields.ts';
import { filledFiles } from '../api/filled-files.ts';
import { namingSources } from '../diff/naming-sources.ts';

type Patches = Readonly<Record<string, Readonly<Record<string, FieldPatch>>>>;

const own = Object.keys(filledFiles);

const sources = new Map(namingSources);

const modelOf = (fields: Patches = {}, others: readonly (readonly [string, string])[] = []) => {
  const client = { name: 'exemplo', title: 'Exemplo', fields };
  const files = loadFiles(new Map([...sources, ...others, ['clients/exemplo.json', JSON.stringify(client)]]));
  const resolved = resolve(files, 'exemplo');
  const { model, issues } = compile(resolved, catalogues);
  const told = [...files.issues, ...resolved.issues, ...issues].filter(
    ({ severity, origin }) => severity === 'error' && [...own, 'clients/exemplo.json'].includes(origin.file),
  );
  return { resolved, model, told: told.map(({ code, origin }) => `${code} ${origin.pointer}`) };
};

const filledIn = (fields?: Patches, entity = 'prolongamento') => {
  const { model, told } = modelOf(fields);
  expect(told).toEqual([]);
  return Object.fromEntries(
    (model.entities[entity]?.fields ?? []).flatMap(({ name, filledFrom }) =>
      filledFrom === undefined ? [] : [[name, `${filledFrom.relation}.${filledFrom.field}`]],
    ),
  );
};

const whole = {
  paciente: 'estadia.paciente',
  regime: 'estadia.regime',
  inicio: 'estadia.inicio',
  diaria: 'estadia.diaria',
  urgente: 'estadia.urgente',
};
const without = (...names: readonly string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));

describe('a client', () => {
  it.each<[string, Patches, object]>([
    ['that says nothing', {}, whole],
    ['that hides the field', { prolongamento: { regime: { visible: false } } }, without('regime')],
    ['that closes the field', { prolongamento: { inicio: { readOnly: true } } }, without('inicio')],
    ['that gives it a default', { prolongamento: { urgente: { default: true } } }, without('urgente')],
    ['that hides the field pointed at', { estadia: { diaria: { visible: false } } }, without('diaria')],
    ['that hides the relation', { prolongamento: { estadia: { visible: false } } }, {}],
    ['that narrows the codes', { prolongamento: { regime: { codes: ['CLINICO'] } } }, whole],
    [
      'that calls it otherwise and asks for it',
      { prolongamento: { diaria: { label: 'Valor', required: true } } },
      whole,
    ],
  ])('%s', (_what, fields, expected) => {
    expect(filledIn(fields)).toEqual(expected);
  });

  it.each<[string, Patches, object]>([
    ['that says nothing of them', {}, { ...whole, dono: 'paciente.dono' }],
    [
      'that closes one',
      { nota_diaria_itens: { inicio: { readOnly: true } } },
      { ...without('inicio'), dono: 'paciente.dono' },
    ],
    ['that hides the field pointed at', { paciente: { dono: { visible: false } } }, whole],
  ])('of rows that a record owns: %s', (_what, fields, expected) => {
    expect(filledIn(fields, 'nota_diaria_itens')).toEqual(expected);
  });

  it('that hides a field which must have a value is refused, as if nothing filled it', () => {
    expect(modelOf({ prolongamento: { paciente: { visible: false } } }).told).toEqual([
      'OVERLAY_HIDDEN_REQUIRED /fields/prolongamento/paciente/visible',
    ]);
  });
});

describe('a row that a transition adds', () => {
  /** Notes with states, of which one adds a row that points at the stay of the note. */
  const adding = (set: object): readonly (readonly [string, string])[] => {
    const at = (file: string) => `schemas/teste/notas-diarias/${file}.json`;
    const read = (file: string) => JSON.parse(sources.get(at(file)) ?? '') as Record<string, Record<string, unknown>>;
    const record = read('schema');
    const situacao = { title: 'Situação', type: 'string', 'x-code-list': 'situacao-estadia' };
    Object.assign(record['properties'] ?? {}, { situacao });
    const add = transition('somar', ['ABERTA'], 'ENCERRADA', { rows: { itens: { add: { set } } } });
    const states = { field: 'situacao', initial: 'ABERTA', transitions: [add] };
    return [
      [at('schema'), JSON.stringify({ ...record, required: ['numero', 'situacao'] })],
      [at('columns'), JSON.stringify({ ...read('columns'), states })],
    ];
  };

  it('has what it must have by what the transition says, for that fills nothing', () => {
    const place = 'MODEL_TRANSITION /states/transitions/0/rows/itens/add';
    expect(modelOf({}, adding({ estadia: 'origem' })).told).toEqual([place]);
    expect(modelOf({}, adding({ estadia: 'origem', paciente: { path: 'origem.paciente' } })).told).toEqual([]);
  });
});

describe('explain', () => {
  const explained = (target: string, fields?: Patches) => {
    const { resolved, model } = modelOf(fields);
    const [first] = createExplainer(resolved, model).explain(target);
    const place = ({ file, pointer }: { file: string; pointer: string }) => `${file}#${pointer}`;
    return [first?.value, first?.origin && place(first.origin), first?.inputs.map(place)];
  };
  const schema = 'schemas/teste/prolongamentos/schema.json#/properties';

  it('says where it is said', () => {
    expect(explained('prolongamento.regime.filledFrom')).toEqual([
      'estadia.regime',
      `${schema}/regime/x-filled-from`,
      [],
    ]);
  });

  it('says where it is said of a row', () => {
    const at = 'schemas/teste/notas-diarias/schema.json#/properties/itens/items/properties/regime/x-filled-from';
    expect(explained('nota_diaria_itens.regime.filledFrom')).toEqual(['estadia.regime', at, []]);
  });

  it('says what takes it away', () => {
    expect(
      explained('prolongamento.regime.filledFrom', {
        prolongamento: { estadia: { visible: false } },
        estadia: { regime: { visible: false } },
      }),
    ).toEqual([
      undefined,
      `${schema}/regime/x-filled-from`,
      [
        'clients/exemplo.json#/fields/prolongamento/estadia/visible',
        'clients/exemplo.json#/fields/estadia/regime/visible',
      ],
    ]);
  });

  it('says of others that nobody asks for it', () => {
    const { resolved, model } = modelOf();
    const [numero] = createExplainer(resolved, model).explain('prolongamento.numero.filledFrom');
    expect([numero?.value, numero?.rule]).toEqual([undefined, ruleWords.absent]);
  });
});

describe('a format', () => {
  const screen = (entity: string) => ({
    entity,
    path: `/${entity}s`,
    title: entity,
    icon: 'table',
    permission: { subject: entity },
    parent: '/',
  });
  const record = (title: string, properties: object) => ({ title, type: 'object', properties });
  const paper = (format: string, more: object = {}) => ({
    title: 'Papel',
    type: 'string',
    format,
    'x-personal-data': 'personal',
    ...more,
  });
  const faults = (source: string, field: string): readonly string[] => {
    const files: readonly (readonly [string, object])[] = [
      ['schemas/teste/pagadors/schema.json', record('Pagador', { papel: paper(source) })],
      ['schemas/teste/pagadors/columns.json', screen('pagador')],
      [
        'schemas/teste/boletos/schema.json',
        record('Boleto', {
          pagador: { title: 'Pagador', 'x-relation': { entity: 'pagador' } },
          papel: paper(field, { 'x-filled-from': 'pagador.papel' }),
        }),
      ],
      ['schemas/teste/boletos/columns.json', screen('boleto')],
    ];
    const written = files.map(([file, content]) => [file, JSON.stringify(content)] as const);
    const { issues } = compile(resolve(loadFiles(new Map([...sources, ...written])), undefined), catalogues);
    return issues.flatMap(({ code, params, origin }) =>
      origin.file === 'schemas/teste/boletos/schema.json' ? [`${code}: ${params['reason']}`] : [],
    );
  };
  const refused = [expect.stringMatching(/^MODEL_FILLED: .*'format'/)];

  it.each<[string, string, readonly unknown[]]>([
    ['cpf', 'cpf-cnpj', []],
    ['cnpj', 'cpf-cnpj', []],
    ['cpf-cnpj', 'cpf-cnpj', []],
    ['cpf', 'cpf', []],
    // Not every value of the one is one of the other.
    ['cpf-cnpj', 'cpf', refused],
    ['cnpj', 'cpf', refused],
    ['cns', 'cpf-cnpj', refused],
  ])('%s fills %s, or is refused', (source, field, expected) => {
    expect(faults(source, field)).toEqual(expected);
  });
});
