import { describe, expect, it } from 'vitest';
import { ruleWords } from '../../../engine/core/words.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { createExplainer } from '../../../engine/model/explain.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';

const schema = `{
  "title": "Distrito",
  "type": "object",
  "required": ["codigo"],
  "properties": {
    "codigo": { "title": "Código", "type": "string", "x-mask": "##", "x-unique": true },
    "bairro": { "title": "Bairro", "x-relation": { "entity": "bairro" } }
  }
}`;
const columns = `{
  "entity": "distrito", "path": "/distritos",
  "parent": "/localizacao", "permission": { "subject": "distrito" },
  "columns": ["codigo"]
}`;
const overlay = `{
  "name": "exemplo", "title": "Exemplo",
  "flags": { "beneficiario.cartao": true },
  "fields": { "distrito": { "codigo": {
    "label": "Código IBGE",
    "required": false,
    "mask": null,
    "help": "Ajuda." } } },
  "screens": { "distritos": { "columns": ["bairro", "codigo"], "pageSize": 100 } }
}`;
const files = loadFiles(
  new Map([
    ...examples,
    ['schemas/localizacao/distritos/schema.json', schema],
    ['schemas/localizacao/distritos/columns.json', columns],
    ['clients/exemplo.json', overlay],
  ]),
);
const ask = (target: string, client: 'exemplo' | 'base' = 'exemplo') => {
  const resolved = resolve(files, client === 'base' ? undefined : client);
  return createExplainer(resolved, compile(resolved, catalogues).model).explain(target);
};
const at = (file: string, pointer: string, line: number, column: number) => ({
  file: file === 'client' ? 'clients/exemplo.json' : `schemas/localizacao/distritos/${file}.json`,
  pointer,
  line,
  column,
});
const rule = (target: string, value: unknown, words: string, inputs: readonly ReturnType<typeof at>[] = []) => ({
  target,
  value,
  origin: undefined,
  rule: words,
  inputs,
  lost: [],
});

describe('explain', () => {
  it('gives for a field every value with its place, the layers that lost, and the rules', () => {
    expect(ask('distrito.codigo')).toEqual([
      {
        target: 'distrito.codigo.label',
        value: 'Código IBGE',
        origin: at('client', '/fields/distrito/codigo/label', 5, 14),
        rule: undefined,
        inputs: [],
        lost: [{ value: 'Código', origin: at('schema', '/properties/codigo/title', 6, 26), rule: undefined }],
      },
      rule('distrito.codigo.visible', true, ruleWords.language),
      rule('distrito.codigo.readOnly', false, ruleWords.language),
      {
        target: 'distrito.codigo.required',
        value: false,
        origin: at('client', '/fields/distrito/codigo/required', 6, 17),
        rule: undefined,
        inputs: [],
        lost: [{ value: true, origin: at('schema', '/required/0', 4, 16), rule: undefined }],
      },
      {
        target: 'distrito.codigo.mask',
        value: undefined,
        origin: at('client', '/fields/distrito/codigo/mask', 7, 13),
        rule: undefined,
        inputs: [],
        lost: [{ value: '##', origin: at('schema', '/properties/codigo/x-mask', 6, 64), rule: undefined }],
      },
      {
        target: 'distrito.codigo.help',
        value: 'Ajuda.',
        origin: at('client', '/fields/distrito/codigo/help', 8, 13),
        rule: undefined,
        inputs: [],
        lost: [],
      },
      rule('distrito.codigo.type', 'text', ruleWords.type, [at('schema', '/properties/codigo/type', 6, 44)]),
      rule('distrito.codigo.column', 'codigo', ruleWords.column),
      {
        target: 'distrito.codigo.unique',
        value: true,
        origin: at('schema', '/properties/codigo/x-unique', 6, 82),
        rule: undefined,
        inputs: [],
        lost: [],
      },
      rule('distrito.codigo.writeOnly', false, ruleWords.language),
      rule('distrito.codigo.personalData', 'public', ruleWords.language),
    ]);
  });

  it('gives for a screen what the client set and what a rule gave', () => {
    expect(ask('distritos.columns')).toEqual([
      {
        target: 'distritos.columns',
        value: ['bairro', 'codigo'],
        origin: at('client', '/screens/distritos/columns', 9, 42),
        rule: undefined,
        inputs: [],
        lost: [{ value: ['codigo'], origin: at('columns', '/columns', 4, 14), rule: undefined }],
      },
    ]);
    expect(ask('distritos.pageSize')).toEqual([
      {
        target: 'distritos.pageSize',
        value: 100,
        origin: at('client', '/screens/distritos/pageSize', 9, 76),
        rule: undefined,
        inputs: [],
        lost: [{ value: 50, origin: undefined, rule: ruleWords.language }],
      },
    ]);
  });

  it('gives the parts of a list that stand beside its columns, each as it is written', () => {
    const parts = {
      detail: { fields: ['codigo'] },
      actions: [{ name: 'abrir', title: 'Abrir', icon: 'map', open: { screen: 'distritos' } }],
      buttons: [{ name: 'site', title: 'Ver o site', icon: 'globe', link: 'https://www.ibge.gov.br' }],
      totals: ['area'],
      inline: ['codigo'],
      autocomplete: { path: 'findDistrito' },
      lookups: [{ field: 'codigo', fields: ['codigo'] }],
    };
    const lines = Object.entries(parts).map(([name, value]) => `,\n"${name}": ${JSON.stringify(value)}`);
    const written = new Map([
      ...examples,
      ['schemas/localizacao/distritos/schema.json', schema],
      ['schemas/localizacao/distritos/columns.json', columns.replace(/\s*}$/, `${lines.join('')} }`)],
    ]);
    const resolved = resolve(loadFiles(written), undefined);
    const { model } = compile(resolved, catalogues);
    for (const [index, [name, value]] of Object.entries(parts).entries()) {
      const target = `distritos.${name}`;
      const origin = at('columns', `/${name}`, 5 + index, name.length + 5);
      expect(createExplainer(resolved, model).explain(target)).toEqual([
        { target, value, origin, rule: undefined, inputs: [], lost: [] },
      ]);
    }
    expect(ask('distritos.detail')).toEqual([rule('distritos.detail', undefined, ruleWords.absent)]);
  });

  it('gives the base alone without a client', () => {
    expect(ask('distrito.codigo.required', 'base')).toEqual([
      {
        target: 'distrito.codigo.required',
        value: true,
        origin: at('schema', '/required/0', 4, 16),
        rule: undefined,
        inputs: [],
        lost: [],
      },
    ]);
  });

  it('says also that nobody says anything, asked by name', () => {
    expect(ask('distrito.codigo.maxLength')).toEqual([rule('distrito.codigo.maxLength', undefined, ruleWords.absent)]);
  });

  const key = ['schema /properties/codigo/x-unique', 'schema /required/0'];
  it.each([
    ['distrito.codigo.type', 'text', ruleWords.type, ['schema /properties/codigo/type']],
    ['distrito.naturalKey', ['codigo'], ruleWords.naturalKey, key],
    [
      'distrito.recordLabel',
      '{codigo}',
      ruleWords.entityLabel,
      ['schema /properties/codigo', 'schema /properties/bairro'],
    ],
    ['distrito.subject', 'distrito', ruleWords.subject, undefined],
    ['distrito.route', '/distritos', ruleWords.route, ['columns /path']],
    ['distrito.bairro.column', 'bairro_id', ruleWords.column, ['schema /properties/bairro/x-relation']],
    [
      'distrito.indexes',
      [
        { columns: ['codigo'], unique: true },
        { columns: ['bairro_id'], unique: false },
      ],
      ruleWords.indexes,
      [...key, 'schema /properties/bairro/x-relation'],
    ],
    ['distritos.sort', ['codigo'], ruleWords.sort, key],
    ['distritos.title', 'Distrito', ruleWords.title, ['schema /title']],
    [
      'distritos.sections',
      [{ title: 'Distrito', fields: ['codigo', 'bairro'] }],
      ruleWords.sections,
      ['schema /title', 'schema /properties'],
    ],
    ['distritos.pageSize', 50, ruleWords.language, []],
  ])('derives %s and cites what the rule read', (target, value, words, inputs) => {
    const [answer, ...others] = ask(target, 'base');
    expect(others).toEqual([]);
    expect([answer?.value, answer?.origin && 'written', answer?.rule]).toEqual(
      inputs === undefined ? [value, 'written', undefined] : [value, undefined, words],
    );
    const cited = answer?.inputs.map(({ file, pointer }) => `${/(\w+)\.json$/.exec(file)?.[1]} ${pointer}`);
    // The order of the places is that in which they were read; nobody has to rely on it.
    expect(cited?.toSorted()).toEqual([...(inputs ?? ['columns /permission/subject'])].toSorted());
  });

  it('cites of the target of a relation what its label is made from', () => {
    const [answer] = ask('distrito.bairro.relationLabel');
    expect([answer?.value, answer?.origin, answer?.rule]).toEqual([
      '{codigo} - {nome}',
      undefined,
      ruleWords.relationLabel,
    ]);
    expect(answer?.inputs.map(({ file, pointer }) => [file.split('/').at(-2), pointer])).toEqual([
      ['distritos', '/properties/bairro/x-relation/entity'],
      ['bairros', '/label'],
    ]);
  });

  it('cites of a value that a file sets what else has a word in it', () => {
    const hidden = JSON.stringify({
      name: 'exemplo',
      title: 'Exemplo',
      fields: { distrito: { bairro: { visible: false } } },
    });
    const sections = JSON.stringify([{ title: 'Geral', fields: ['codigo', 'bairro'] }]);
    const changed = new Map([
      ...examples,
      ['schemas/localizacao/distritos/schema.json', schema],
      ['schemas/localizacao/distritos/columns.json', columns.replace(/\s*}$/, `, "sections": ${sections} }`)],
      ['clients/exemplo.json', hidden],
    ]);
    const resolved = resolve(loadFiles(changed), 'exemplo');
    const [answer] = createExplainer(resolved, compile(resolved, catalogues).model).explain('distritos.sections');
    expect(answer?.value).toEqual([{ title: 'Geral', fields: ['codigo'] }]);
    expect(answer?.origin?.pointer).toBe('/sections');
    expect(answer?.inputs.map(({ file, pointer }) => [file, pointer])).toEqual([
      ['clients/exemplo.json', '/fields/distrito/bairro/visible'],
    ]);
  });

  it('says what stands above the columns and in the search panel, with the titles of the fields where it says none', () => {
    const written = new Map([
      ...examples,
      ['schemas/localizacao/distritos/schema.json', schema],
      [
        'schemas/localizacao/distritos/columns.json',
        columns.replace('["codigo"]', '[{ "field": "codigo", "title": "Cód.", "width": 90 }, "bairro"]'),
      ],
      ['schemas/localizacao/distritos/search.json', '{ "fields": [{ "field": "codigo", "match": "equals" }] }'],
    ]);
    const resolved = resolve(loadFiles(written), undefined);
    const { explain } = createExplainer(resolved, compile(resolved, catalogues).model);
    const [list] = explain('distritos.list');
    expect([list?.value, list?.origin?.pointer]).toEqual([
      [
        { path: 'codigo', title: 'Cód.', width: 90 },
        { path: 'bairro', title: 'Bairro', width: undefined },
      ],
      '/columns',
    ]);
    expect(list?.inputs.map(({ pointer }) => pointer)).toEqual(['/properties/bairro/title']);
    const [panel] = explain('distritos.panel');
    expect([panel?.value, panel?.origin?.pointer]).toEqual([
      [{ path: 'codigo', label: 'Código', match: 'equals', desc: undefined }],
      '/fields',
    ]);
    expect(panel?.inputs.map(({ pointer }) => pointer)).toEqual(['/properties/codigo/title']);
  });

  it('has no rules to tell of where there are other expressions alone', () => {
    const computed = '"nome": { "title": "Nome", "type": "string", "x-computed": "codigo" }, "bairro"';
    const written = new Map([
      ...examples,
      ['schemas/localizacao/distritos/schema.json', schema.replace('"bairro"', computed)],
      ['schemas/localizacao/distritos/columns.json', columns],
    ]);
    const resolved = resolve(loadFiles(written), undefined);
    const { explain } = createExplainer(resolved, compile(resolved, catalogues).model);
    for (const target of ['distrito.rules', 'distrito.ruleFields'])
      expect(explain(target).map(({ value, origin }) => [value, origin])).toEqual([[undefined, undefined]]);
    const [readOnly] = explain('distrito.nome.readOnly');
    expect([readOnly?.value, readOnly?.rule, readOnly?.inputs.map(({ pointer }) => pointer)]).toEqual([
      true,
      ruleWords.engineGives,
      ['/properties/nome/x-computed'],
    ]);
  });

  it('tells which transitions ask for a field or set it, with what it begins with and for whom they are', () => {
    const states = {
      field: 'situacao',
      initial: 'NORMAL',
      transitions: [
        {
          name: 'fechar',
          title: 'Fechar',
          icon: 'lock',
          from: ['NORMAL'],
          to: 'OUTRA',
          fields: ['bairro', { field: 'nome', begins: 'codigo' }],
          required: ['nome'],
        },
        { name: 'abrir', title: 'Abrir', icon: 'lock-open', from: ['OUTRA'], to: 'NORMAL', set: { nome: null } },
        {
          name: 'anotar',
          title: 'Anotar',
          icon: 'pen',
          from: ['OUTRA'],
          fields: ['nome'],
          flag: 'beneficiario.cartao',
        },
      ],
    };
    const fields = `"nome": { "title": "Nome", "type": "string" },
      "situacao": { "title": "Situação", "type": "string", "x-code-list": "situacao-distrito" }, "bairro"`;
    const options = ['NORMAL', 'OUTRA'].map((value) => ({ value, label: value }));
    const withStates = new Map([
      ...examples,
      ['schemas/localizacao/distritos/schema.json', schema.replace('"bairro"', fields)],
      ['schemas/localizacao/distritos/columns.json', JSON.stringify({ ...JSON.parse(columns), states }, null, 2)],
      ['schemas/code-lists/situacao-distrito.json', JSON.stringify({ title: 'Situação', options })],
    ]);
    const resolved = resolve(loadFiles(withStates), undefined);
    const { explain } = createExplainer(resolved, compile(resolved, catalogues).model);
    const ask = (target: string) => {
      const [answer] = explain(target);
      return [answer?.value, answer?.rule, answer?.inputs.map(({ pointer }) => pointer)];
    };
    const at = (place: string) => `/states/transitions/${place}`;
    expect(ask('distrito.nome.transitions')).toEqual([
      [
        { transition: 'fechar', asked: true, required: true, begins: 'codigo' },
        { transition: 'abrir', set: null },
        { transition: 'anotar', flag: 'beneficiario.cartao', asked: true },
      ],
      ruleWords.transitions,
      [at('0/fields/1'), at('0/required/0'), at('1/set/nome'), at('2/fields/0'), at('2/flag')],
    ]);
    expect(ask('distrito.bairro.transitions')).toEqual([
      [{ transition: 'fechar', asked: true }],
      ruleWords.transitions,
      [at('0/fields/0')],
    ]);
    expect(ask('distrito.codigo.transitions')).toEqual([undefined, ruleWords.absent, []]);
  });

  it('cites the rule of client.uf', () => {
    expect(ask('client.uf')).toEqual([rule('client.uf', 'MG', ruleWords.client)]);
  });

  it('answers for an entity and a screen that have one name', () => {
    const twins = new Map([
      ...examples,
      ['schemas/localizacao/distrito/schema.json', schema],
      ['schemas/localizacao/distrito/columns.json', columns.replace('"columns"', '"title": "Distritos", "columns"')],
    ]);
    const resolved = resolve(loadFiles(twins), undefined);
    const { explain } = createExplainer(resolved, compile(resolved, catalogues).model);
    expect(explain('distrito.title').map(({ value }) => value)).toEqual(['Distrito', 'Distritos']);
    expect(explain('distrito.columns').map(({ value }) => value)).toEqual([['codigo']]);
    expect(explain('distrito.codigo.label').map(({ value }) => value)).toEqual(['Código']);
  });

  it('finds a value of the client also by its path in the file', () => {
    expect(ask('client.defaults.uf')).toEqual(ask('client.uf'));
    expect(ask('client.theme').map((one) => one.target)).toEqual(['client.accent', 'client.logo']);
    expect(ruleWords.client).not.toContain('documento');
  });

  it('gives a flag with its default as the layer that lost', () => {
    expect(ask('flags.beneficiario.cartao')).toEqual([
      {
        target: 'flags.beneficiario.cartao',
        value: true,
        origin: at('client', '/flags/beneficiario.cartao', 3, 37),
        rule: undefined,
        inputs: [],
        lost: [
          {
            value: false,
            origin: {
              file: 'schemas/flags.json',
              pointer: '/flags/beneficiario.cartao/default',
              line: 5,
              column: 18,
            },
            rule: undefined,
          },
        ],
      },
    ]);
  });

  it.each([
    ['distrit.codigo', 'distrito'],
    ['distrito.codgo', 'codigo'],
    ['distrito.codigo.lable', 'label'],
    ['distritos.colums', 'columns'],
    ['flags.beneficiario.cartoes', 'beneficiario.cartao'],
    ['client.acent', 'accent'],
    ['client.defaults.ufs', 'uf'],
    ['client.defualts.uf', 'defaults'],
  ])('refuses %s and proposes %s', (target, suggestion) => {
    expect(() => ask(target)).toThrow(expect.objectContaining({ code: 'COMMAND_ARGUMENT', suggestion }));
  });
});
