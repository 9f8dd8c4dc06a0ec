/** How long validating and compiling takes for a product of full size: 600 screens, 12 clients, all in memory. */
import type { SourceFiles } from '../../engine/metadata/documents.ts';
import { loadFiles } from '../../engine/metadata/load-files.ts';
import { validate } from '../../engine/model/validate.ts';
import { catalogues } from '../../src/catalogues.ts';
import type { Report } from './report.ts';
import { find, ms } from './report.ts';

const modules = 20;
const clientColours = ['teal', 'blue', 'green', 'red'];

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const columnsOf = (index: number): readonly string[] => [
  ...['codigo', 'nome', 'inicio', 'valor', 'situacao'],
  ...(index === 0 ? [] : ['anterior.nome']),
  'ativo',
];

const states = ['ATIVA', 'SUSPENSA', 'ENCERRADA'];

/** A registry of twenty fields, with a relation to the one before it, lists, sections, and a few rows. */
const screenFiles = (index: number): [string, string][] => {
  const entity = `cadastro_${index}`;
  const folder = `schemas/modulo-${index % modules}/cadastros-${index}`;
  const texts = Array.from({ length: 9 }, (_, at) => `texto_${at}`);
  const properties = {
    codigo: { title: 'Código', type: 'string', 'x-mask': '#####', 'x-unique': true },
    nome: { title: 'Nome', type: 'string', maxLength: 60, description: 'Nome por extenso.' },
    ...Object.fromEntries(
      texts.map((name, at) => [name, { title: `Texto ${at}`, type: 'string', maxLength: 40, 'x-help': 'Uma linha.' }]),
    ),
    inicio: { title: 'Início', type: 'string', format: 'date' },
    fim: { title: 'Fim', type: 'string', format: 'date' },
    valor: { title: 'Valor', type: 'number', format: 'money', minimum: 0 },
    percentual: { title: 'Percentual', type: 'number', format: 'percent', default: 100 },
    quantidade: { title: 'Quantidade', type: 'integer', default: 1 },
    situacao: { title: 'Situação', type: 'string', 'x-code-list': 'situacao', default: 'ATIVA' },
    ...(index === 0 ? {} : { anterior: { title: 'Anterior', 'x-relation': { entity: `cadastro_${index - 1}` } } }),
    observacao: { title: 'Observação', type: 'string', format: 'multiline' },
    ativo: { title: 'Ativo', type: 'boolean', default: true },
  };
  const rows = Array.from({ length: 10 }, (_, row) => `${String(row).padStart(5, '0')},Nome ${row},ATIVA,true`);
  return [
    [
      `${folder}/schema.json`,
      json({
        title: `Cadastro ${index}`,
        description: 'Gerado para a medição.',
        type: 'object',
        required: ['codigo', 'nome'],
        properties,
      }),
    ],
    [
      `${folder}/columns.json`,
      json({
        entity,
        path: `/cadastros-${index}`,
        title: `Cadastro ${index}`,
        icon: 'table',
        parent: `/modulo-${index % modules}`,
        permission: { subject: `cadastro${index}` },
        columns: columnsOf(index),
        sort: ['nome'],
        indexes: [['nome']],
        search: ['nome', 'codigo', 'inicio', 'situacao'],
        batch: ['situacao', 'ativo'],
        sections: [
          { title: 'Identificação', fields: ['codigo', 'nome', ...texts, ...(index === 0 ? [] : ['anterior'])] },
          { title: 'Valores', fields: ['inicio', 'fim', 'valor', 'percentual', 'quantidade', 'situacao'] },
          { title: 'Outros', fields: ['observacao', 'ativo'] },
        ],
      }),
    ],
    [`${folder}/data.csv`, `codigo,nome,situacao,ativo\n${rows.join('\n')}\n`],
  ];
};

/** An overlay that touches one screen in ten, with what it was written over. */
const clientFile = (client: number, screens: number): [string, string] => {
  const touched = Array.from({ length: Math.floor(screens / 10) }, (_, at) => (at * 10 + client) % screens);
  return [
    `clients/cliente${client}.json`,
    json({
      name: `cliente${client}`,
      title: `Cliente ${client}`,
      theme: { accent: clientColours[client % clientColours.length] },
      flags: { 'modulo.novo': true },
      fields: Object.fromEntries(
        touched.map((index) => [
          `cadastro_${index}`,
          {
            nome: { label: `Nome do cliente ${client}`, help: 'Como no contrato.' },
            texto_1: { required: true, default: 'X' },
            texto_2: { visible: false },
            situacao: { codes: ['ATIVA', 'SUSPENSA'] },
          },
        ]),
      ),
      screens: Object.fromEntries(
        touched.map((index) => [`cadastros-${index}`, { columns: ['nome', 'codigo'], pageSize: 100 }]),
      ),
      base: Object.fromEntries([
        ['flags.modulo.novo', false],
        ...touched.flatMap((index) => [
          [`cadastro_${index}.nome.label`, 'Nome'],
          [`cadastro_${index}.nome.help`, null],
          [`cadastro_${index}.texto_1.required`, false],
          [`cadastro_${index}.texto_1.default`, null],
          [`cadastro_${index}.texto_2.visible`, true],
          [`cadastro_${index}.situacao.codes`, states],
          [`cadastros-${index}.columns`, columnsOf(index)],
          [`cadastros-${index}.pageSize`, 50],
        ]),
      ]),
    }),
  ];
};

/** The files of a product of that size. */
const generateFiles = (screens = 600, clients = 12): SourceFiles =>
  new Map([
    ['schemas/flags.json', json({ flags: { 'modulo.novo': { default: false, description: 'Uma opção.' } } })],
    [
      'schemas/code-lists/situacao.json',
      json({
        title: 'Situação',
        options: states.map((value) => ({ value, label: value.toLowerCase() })),
      }),
    ],
    ...Array.from({ length: modules }, (_, index): [string, string] => [
      `schemas/modulo-${index}/menu.json`,
      json({ groups: [{ path: `/modulo-${index}`, title: `Módulo ${index}`, parent: '/' }] }),
    ]),
    ...Array.from({ length: screens }, (_, index) => screenFiles(index)).flat(),
    ...Array.from({ length: clients }, (_, index) => clientFile(index, screens)),
  ]);

/** Measures once, cold: nothing compiled before. */
export const benchCompile = (report: Report): void => {
  const sources = generateFiles();
  const started = performance.now();
  const files = loadFiles(sources);
  const loaded = performance.now();
  const issues = validate(files, catalogues);
  const ended = performance.now();
  if (issues.length > 0) throw new Error(`the generated files have issues: ${JSON.stringify(issues[0])}`);
  const total = ended - started;
  find(report, {
    what: 'Validating 600 screens for 12 clients',
    measured: `${ms(total)} (reading the files ${ms(loaded - started)})`,
    bar: 'below 3 s',
    met: total < 3000,
  });
};
