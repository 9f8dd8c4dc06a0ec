/** What a client hides and something still needs: an error where it can never work, else a warning unless it says why. */
import { describe, expect, it } from 'vitest';
import type { Client, FieldPatch } from '../../../engine/metadata/client.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { createFileMemory } from '../../../engine/metadata/file-memory.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';

const memory = createFileMemory();
const date = { type: 'string', format: 'date' };
const number = { type: 'number' };
const text = { type: 'string' };
const visit = { 'x-relation': { entity: 'visita' } };
const options = ['ABERTA', 'FEITA', 'FECHADA'].map((value) => ({ value, label: value }));

const titled = (properties: Readonly<Record<string, object>>): object =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, { title: name, ...property }]));
const record = (title: string, required: readonly string[], properties: Readonly<Record<string, object>>): object => ({
  title,
  type: 'object',
  required,
  properties: titled(properties),
});
const screen = (entity: string, more: object): object => ({
  entity,
  path: `/${entity}s`,
  parent: '/',
  permission: { subject: entity },
  ...more,
});
const move = (name: string, from: string, to: string, more: object): object => ({
  name,
  title: name,
  icon: 'check',
  from: [from],
  to,
  ...more,
});

const files: Readonly<Record<string, object>> = {
  'code-lists/fase.json': { title: 'Fase', options },
  'teste/visitas/schema.json': record('Visita', ['numero', 'fase'], {
    numero: { ...text, 'x-unique': true },
    fase: { ...text, 'x-code-list': 'fase' },
    tecnico: text,
    tipo: { ...text, default: 'COMUM' },
    prazo: { ...date, readOnly: true },
    custo: number,
    nota: number,
    fator: { ...number, default: 2 },
    dobro: { ...number, 'x-computed': 'nota * fator' },
    total: { ...number, readOnly: true },
    marcado: { ...text, readOnly: true },
    parecer: { ...text, readOnly: true },
    itens: {
      type: 'array',
      items: record('Item', ['nome'], { nome: text, grave: number, motivo: text }),
    },
  }),
  'teste/visitas/columns.json': screen('visita', {
    states: {
      field: 'fase',
      initial: 'ABERTA',
      transitions: [
        move('fazer', 'ABERTA', 'FEITA', {
          when: '!empty(tecnico) && dobro > 1.0',
          message: 'Falta.',
          fields: ['prazo'],
          required: ['prazo'],
          set: { marcado: "'sim'" },
        }),
        move('fechar', 'FEITA', 'FECHADA', {
          when: "!empty(marcado) && (tipo == 'COMUM' || custo > 1.0)",
          message: 'Falta.',
          set: { total: 'custo' },
          effects: [
            { creates: 'aviso', fields: { visita: 'id', dia: 'prazo', texto: "'De ' + tecnico" } },
            {
              creates: 'aviso',
              rows: 'itens',
              when: 'grave > 1.0',
              fields: { visita: 'id', dia: 'parent.prazo', texto: 'motivo' },
            },
            { each: 'aviso.visita', transition: 'fechar', fields: { resposta: 'tecnico' } },
          ],
        }),
      ],
    },
  }),
  'teste/avisos/schema.json': record('Aviso', ['dia', 'fase'], {
    visita: visit,
    dia: date,
    texto: text,
    resposta: { ...text, readOnly: true },
    fase: { ...text, 'x-code-list': 'fase' },
  }),
  'teste/avisos/columns.json': screen('aviso', {
    columns: ['visita', 'dia'],
    states: {
      field: 'fase',
      initial: 'ABERTA',
      transitions: [
        move('fechar', 'ABERTA', 'FECHADA', { fields: ['resposta'], required: ['resposta'] }),
        move('fazer', 'FECHADA', 'FEITA', {}),
      ],
    },
  }),
  'teste/escalas/schema.json': record('Escala', ['inicio'], {
    tecnico: text,
    inicio: date,
    fim: date,
    de: number,
    ate: number,
  }),
  'teste/escalas/columns.json': screen('escala', {
    noOverlap: [{ key: ['tecnico'], ranges: [['inicio', 'fim']] }],
  }),
  'teste/rondas/schema.json': record('Ronda', ['numero', 'fase'], {
    numero: { ...text, 'x-unique': true },
    fase: { ...text, 'x-code-list': 'fase' },
    vistos: { ...number, readOnly: true },
    rota: { 'x-relation': { entity: 'rota' } },
  }),
  'teste/rondas/columns.json': screen('ronda', {
    states: {
      field: 'fase',
      initial: 'ABERTA',
      linked: { paradas: 'parada.ronda' },
      transitions: [
        move('fazer', 'ABERTA', 'FEITA', { set: { vistos: 'sum(paradas.map(p, p.minutos))' } }),
        move('fechar', 'FEITA', 'FECHADA', { when: 'paradas.exists(p, !empty(p.visto))', message: 'Falta.' }),
        move('voltar', 'FEITA', 'ABERTA', { when: '!empty(rota.guia)', message: 'Falta.' }),
      ],
    },
  }),
  'teste/paradas/schema.json': record('Parada', [], {
    ronda: { 'x-relation': { entity: 'ronda' } },
    visto: text,
    minutos: number,
  }),
  'teste/rotas/schema.json': record('Rota', [], { guia: text }),
  'teste/rotas/columns.json': screen('rota', {}),
  'teste/paradas/columns.json': screen('parada', {}),
  'teste/turnos/schema.json': record('Turno', [], { inicio: date, fim: date, de: number, ate: number }),
  'teste/turnos/columns.json': screen('turno', {
    noOverlap: [
      {
        ranges: [
          ['inicio', 'fim'],
          ['de', 'ate'],
        ],
      },
    ],
  }),
};

const toldOf = (overlay: Partial<Client>): readonly string[] => {
  const sources = new Map([
    ...examples,
    ...Object.entries(files).map(([path, value]) => [`schemas/${path}`, JSON.stringify(value)] as const),
    ['clients/exemplo.json', JSON.stringify({ name: 'exemplo', title: 'Plano Exemplo', ...overlay })],
  ]);
  const raw = loadFiles(sources, memory);
  const resolved = resolve(raw, 'exemplo');
  return [...raw.issues, ...resolved.issues, ...compile(resolved, catalogues).issues].map(
    ({ code, origin, params }) => `${code} ${origin.pointer}${'problem' in params ? `: ${params['problem']}` : ''}`,
  );
};
const hiding = (entity: string, field: string, more: FieldPatch = {}): readonly string[] =>
  toldOf({ fields: { [entity]: { [field]: { visible: false, ...more } } } });

it('says nothing of a client that hides nothing', () => {
  expect(toldOf({})).toEqual([]);
});

describe('what can never work is an error, whatever the reason', () => {
  it.each<[string, string, string]>([
    ['visita', 'tecnico', "a transição 'fazer' nunca se faz: «!empty(tecnico) && dobro > 1.0» não se cumpre"],
    ['visita', 'nota', "a transição 'fazer' nunca se faz: «!empty(tecnico) && dobro > 1.0» não se cumpre"],
    ['visita', 'prazo', "a transição 'fechar' é recusada sempre que cria 'Aviso', onde 'dia' é obrigatório"],
    [
      'visita',
      'tecnico',
      "a transição 'fechar' é recusada sempre que leva a 'fechar', de 'Aviso', que pede 'resposta'",
    ],
    ['parada', 'visto', "a transição 'fechar' nunca se faz: «paradas.exists(p, !empty(p.visto))» não se cumpre"],
    ['rota', 'guia', "a transição 'voltar' nunca se faz: «!empty(rota.guia)» não se cumpre"],
    ['ronda', 'rota', "a transição 'voltar' nunca se faz: «!empty(rota.guia)» não se cumpre"],
    ['parada', 'ronda', "a transição 'fechar' nunca se faz: «paradas.exists(p, !empty(p.visto))» não se cumpre"],
  ])('%s.%s: %s', (entity, field, problem) => {
    const line = `OVERLAY_HIDDEN_MOVE /fields/${entity}/${field}/visible: ${problem}`;
    expect(hiding(entity, field)).toContain(line);
    expect(hiding(entity, field, { because: 'Assim o quer o cliente.' })).toContain(line);
  });

  it.each(['inicio', 'fim'])('two records always meet in a range without %s', (field) => {
    const patch: FieldPatch = field === 'inicio' ? { default: '2026-01-01' } : {};
    expect(hiding('escala', field, { ...patch, because: 'Assim o quer o cliente.' })).toEqual([
      `OVERLAY_HIDDEN_RANGE /fields/escala/${field}/visible`,
    ]);
  });
});

describe('what comes to be less is told of, unless the client says why', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'visita',
      'custo',
      [
        "oculto, 'fechar' deixa vazio 'total' de 'Visita'",
        "oculto, conta como vazio em «!empty(marcado) && (tipo == 'COMUM' || custo > 1.0)», de 'fechar'",
      ],
    ],
    ['visita_itens', 'grave', ["oculto, de 'fechar' nada segue para 'Aviso': «grave > 1.0» não se cumpre"]],
    ['visita_itens', 'motivo', ["oculto, 'fechar' deixa vazio 'texto' de 'Aviso'"]],
    ['visita', 'itens', ["oculto, 'fechar' não chega mais a 'Aviso'"]],
    ['escala', 'tecnico', ["oculto, é igual em todos os registros para 'noOverlap', que os mantém separados"]],
    ['turno', 'fim', ["oculto, não separa mais os registros em 'noOverlap'"]],
  ])('%s.%s', (entity, field, problems) => {
    const lines = problems.map((problem) => `OVERLAY_WEAKENS /fields/${entity}/${field}/visible: ${problem}`);
    expect(hiding(entity, field)).toEqual(lines);
    expect(hiding(entity, field, { because: 'Assim o quer o cliente.' })).toEqual([]);
  });

  it('a default with which a condition never holds is what the client means', () => {
    const custo = { visible: false, because: 'Sem custos.' };
    expect(toldOf({ fields: { visita: { custo, tipo: { visible: false, default: 'OUTRO' } } } })).toEqual([
      "OVERLAY_WEAKENS /fields/visita/tipo/visible: oculto, tem sempre o mesmo valor, com que «!empty(marcado) && (tipo == 'COMUM' || custo > 1.0)», de 'fechar', não se cumpre",
    ]);
  });
});

describe('nothing is said of', () => {
  it.each<[string, string, FieldPatch]>([
    ['visita', 'dobro', {}],
    ['visita', 'marcado', {}],
    ['visita', 'tipo', {}],
    ['visita', 'parecer', {}],
    ['visita', 'tecnico', { default: 'O mesmo' }],
    ['aviso', 'texto', {}],
    ['aviso', 'visita', {}],
  ])('%s.%s hidden with %j: computed, set or given by a transition, or a default', (entity, field, patch) => {
    expect(hiding(entity, field, patch)).toEqual([]);
  });

  it('a default that a computed field is worked out with', () => {
    expect(toldOf({ fields: { visita: { fator: { visible: false, default: 3 } } } })).toEqual([
      'OVERLAY_COMPUTED_SHOWN /fields/visita/fator/visible',
    ]);
  });

  it('a field that must have a value and has none, which is told of as such', () => {
    expect(hiding('visita', 'tecnico', { required: true })).toEqual([
      'OVERLAY_HIDDEN_REQUIRED /fields/visita/tecnico/visible',
    ]);
  });
});

describe('a screen that is turned off', () => {
  const off = (more: object = {}): Partial<Client> => ({ screens: { avisos: { enabled: false, ...more } } });

  it('is told of where a transition creates its records, unless the client says why', () => {
    expect(toldOf(off())).toEqual([
      "OVERLAY_WEAKENS /screens/avisos/enabled: 'fechar', de 'Visita', cria registros que ninguém mais lista nem leva adiante",
    ]);
    expect(toldOf(off({ because: 'Os avisos saem por outro sistema.' }))).toEqual([]);
  });

  it.each<[string, Partial<Client>]>([
    ['of what nothing creates', { screens: { escalas: { enabled: false } } }],
    ['with that of the records that create', { screens: { avisos: { enabled: false }, visitas: { enabled: false } } }],
  ])('says nothing %s', (_, overlay) => {
    expect(toldOf(overlay)).toEqual([]);
  });
});

describe('the field that holds the state', () => {
  it.each<[FieldPatch, string]>([
    [{ visible: false }, 'visible: oculto, ninguém faria uma transição, nem um administrador'],
    [{ default: 'ABERTA' }, "default: quem diz a situação em que um registro começa é 'states.initial'"],
    [{ readOnly: true }, 'readOnly: já é assim: só uma transição o muda'],
    [{ codes: ['FEITA', 'FECHADA'] }, "codes: a lista não tem mais 'ABERTA', com que todo registro começa"],
  ])('is not patched by %j, and the advice is of the file of the client', (patch, problem) => {
    expect(toldOf({ fields: { visita: { fase: patch } } })).toEqual([`OVERLAY_STATE /fields/visita/fase/${problem}`]);
  });
});
