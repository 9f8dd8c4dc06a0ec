import { expect, it } from 'vitest';
import type { Project } from '../../../engine/commands/contract.ts';
import { commands } from '../../../engine/commands/index.ts';
import { runCommandLine } from '../../../engine/commands/run.ts';
import { examples, viewExample } from '../../../engine/metadata/examples.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { messagesFile } from '../../../engine/metadata/load-messages.ts';
import { compile } from '../../../engine/model/compile.ts';
import { changesFile, renameField } from '../../../engine/model/rename/rename-field.ts';
import { validate } from '../../../engine/model/validate.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { namingSources } from '../diff/naming-sources.ts';

const real = await readSourceFiles(`${import.meta.dirname}/../../..`);
type Sources = ReadonlyMap<string, string>;
const example: Sources = new Map([...examples, ...viewExample]);

const told = { since: '1.4', why: 'teste' };
const renamed = (sources: Sources, entity: string, field: string, to: string): Sources =>
  new Map([...sources, ...renameField(sources, catalogues, { entity, field, to, ...told })]);
/** Without what databases are told: there and back are two renames. */
const plain = (sources: Sources) => Object.fromEntries([...sources].filter(([file]) => file !== changesFile));
const { model } = compile(resolve(loadFiles(example), undefined), catalogues);

const fields = Object.values(model.entities).flatMap((entity) =>
  entity.fields
    .filter(({ name }) => name !== entity.owner?.relation && name !== entity.owner?.position)
    .map(({ name }) => [entity.name, name] as const),
);

it.each(fields)('gives %s.%s another name in the example, and back to the very same text', (entity, field) => {
  const there = renamed(example, entity, field, 'outro_nome');
  const after = compile(resolve(loadFiles(there), undefined), catalogues).model;
  const names = after.entities[entity]?.fields.map(({ name }) => name);
  expect(names).toContain('outro_nome');
  expect(names).not.toContain(field);
  const stored = after.entities[entity]?.view === undefined;
  expect((after.changes ?? []).some((one) => one.entity === entity && one.field === 'outro_nome')).toBe(stored);
  expect(validate(loadFiles(there), catalogues)).toEqual([]);
  expect(plain(renamed(there, entity, 'outro_nome', field))).toEqual(plain(example));
});

it('follows a field that a relation makes known', () => {
  const file = 'schemas/localizacao/bairros/schema.json';
  const known = (name: string) => `"onDelete": "clear", "known": ["${name}"],`;
  const before = (example.get(file) ?? '').replace('"onDelete": "clear",', known('codigo'));
  const after = renamed(new Map([...example, [file, before]]), 'bairro', 'codigo', 'outro_nome').get(file);
  expect(after).toContain(known('outro_nome'));
});

it('finds a field of the real files in every file that names it', { timeout: 180_000 }, () => {
  const changed = renameField(real, catalogues, { entity: 'beneficiario', field: 'nome', to: 'nome_civil', ...told });
  const queries = [...changed.keys()].filter((file) => file.endsWith('query.sql'));
  expect(queries.length).toBeGreaterThan(0);
  for (const file of queries) expect(changed.get(file)).toContain('nome_civil');
  const own =
    '    { "what": "rename", "entity": "beneficiario", "from": "nome", "field": "nome_civil", "since": "1.4", "why": "teste" }';
  const there = real.get('schemas/changes.json') ?? '';
  expect(changed.get('schemas/changes.json')).toBe(there.replace(/\n {2}\]\n\}\n$/, `,\n${own}\n  ]\n}\n`));
});

it.each([
  ['peca', 'ordem', '"each":"peca.outro_nome"'],
  ['peca', 'motivo', '"outro_nome":"\'Ordem \' + numero + \': \' + motivo"'],
  ['ordem', 'numero', '"motivo":"\'Ordem \' + outro_nome + \': \' + motivo"'],
  ['ordem', 'mae', '"each":"ordem.outro_nome"'],
  ['ordem', 'data', '"paga_em":"parent.outro_nome"'],
  ['ordem', 'conta', '"through":"outro_nome"'],
  ['ordem_baixas', 'conta', '"through":"baixas.outro_nome"'],
  ['ordem_baixas', 'aceita', '"when":"outro_nome == true"'],
])('follows %s.%s into what transitions do to other records', (entity, field, text) => {
  const file = 'schemas/teste/ordens/columns.json';
  const there = renamed(namingSources, entity, field, 'outro_nome');
  expect(there.get(file)).toContain(text);
  expect(plain(renamed(there, entity, 'outro_nome', field))[file]).toBe(namingSources.get(file));
});

it.each([
  ['fardo', 'carga', `"only":"outro_nome == 'FRUTA' && paradas`],
  ['fardo_paradas', 'motivo', `"paradas":[{"outro_nome":"'Chegada de ' + nome"`],
  ['fardo_paradas', 'motivo', "paradas.all(p, p.outro_nome != 'Vistoria')"],
  ['fardo_paradas', 'quando', '"outro_nome":"chegada","lugar":"porto"'],
  ['barca', 'chegada', '"quando":"outro_nome"'],
  ['barca', 'porto', '"lugar":"outro_nome"'],
])(
  'follows %s.%s into which of the others transitions move, and what they give to rows of these',
  (entity, field, text) => {
    const file = 'schemas/teste/barcas/columns.json';
    const there = renamed(namingSources, entity, field, 'outro_nome');
    expect(there.get(file)).toContain(text);
    expect(plain(renamed(there, entity, 'outro_nome', field))[file]).toBe(namingSources.get(file));
  },
);

it.each([
  ['entrega', 'nota', '"with":["outro_nome"],"except":["lembrete"]'],
  ['entrega', 'lembrete', '"with":["nota"],"except":["outro_nome"]'],
  ['entrega', 'situacao', `"when":"outro_nome == 'PAGA'"`],
])('follows %s.%s into what closes the record', (entity, field, text) => {
  const file = 'schemas/teste/entregas/schema.json';
  const there = renamed(namingSources, entity, field, 'outro_nome');
  expect(there.get(file)).toContain(text);
  expect(plain(renamed(there, entity, 'outro_nome', field))[file]).toBe(namingSources.get(file));
});

it.each([
  ['causa', 'tipo', '{"field":"causa","where":{"outro_nome":["PERDA","DANO"]}}'],
  ['causa', 'rio', '"outro_nome":{"field":"rio"}'],
  ['causa', 'rio', '"outro_nome":{"field":"parent.rio"}'],
  ['canoa', 'causa', '{"field":"outro_nome","where":{"tipo":["PERDA","DANO"]}}'],
  ['canoa', 'rio', '"rio":{"field":"outro_nome"}'],
  ['canoa', 'rio', '"rio":{"field":"parent.outro_nome"}'],
  ['canoa_diario', 'causa', '{"field":"outro_nome","where":{"tipo":"DANO","rio":{"field":"parent.rio"}}}'],
])('follows %s.%s into which records a transition means', (entity, field, text) => {
  const file = 'schemas/teste/canoas/columns.json';
  const there = renamed(namingSources, entity, field, 'outro_nome');
  expect(there.get(file)).toContain(text);
  expect(plain(renamed(there, entity, 'outro_nome', field))[file]).toBe(namingSources.get(file));
});

it.each([
  ['carne', 'valor', '"begins":"outro_nome - coalesce(contrato.desconto, 0)"'],
  ['carne', 'contrato', '"begins":"valor - coalesce(outro_nome.desconto, 0)"'],
  ['contrato', 'desconto', '"begins":"valor - coalesce(contrato.outro_nome, 0)"'],
  ['quota', 'valor', '"begins":"sum(quotas.map(q, q.outro_nome))"'],
  ['carne_pagamentos', 'valor', '"begins":"sum(pagamentos.map(p, p.outro_nome))"'],
  ['carne_pagamentos', 'valor', '{"field":"outro_nome","begins":"valor"}'],
  ['carne', 'valor', '{"field":"valor","begins":"outro_nome"}'],
  ['carne', 'dia', '{"field":"outro_nome","begins":"today()"}'],
])('follows %s.%s into what fields of transitions begin with', (entity, field, text) => {
  const file = 'schemas/teste/carnes/columns.json';
  const there = renamed(namingSources, entity, field, 'outro_nome');
  expect(there.get(file)).toContain(text);
  expect(plain(renamed(there, entity, 'outro_nome', field))[file]).toBe(namingSources.get(file));
});

it.each([
  ['caixote', 'carga', '"linked":{"caixotes":"caixote.outro_nome","bilhetes":"bilhete.carga"}'],
  ['caixote', 'situacao', `"when":"caixotes.exists(v, v.outro_nome == 'INTEIRO')"`],
  ['caixote', 'valor', '"valor":"sum(caixotes.map(v, v.outro_nome))"'],
  ['carga', 'valor', '"outro_nome":"sum(caixotes.map(v, v.valor))"'],
  ['carga', 'valor', '"fields":["peso","outro_nome"]'],
  ['carga', 'doca', '"must":"outro_nome.livre"'],
  ['doca', 'livre', '"must":"doca.outro_nome"'],
  ['carga', 'peso', '"must":"outro_nome <= 10 * size(caixotes)"'],
])('follows %s.%s into what transitions read of the records that point here', (entity, field, text) => {
  const file = 'schemas/teste/cargas/columns.json';
  const there = renamed(namingSources, entity, field, 'outro_nome');
  expect(there.get(file)).toContain(text);
  expect(plain(renamed(there, entity, 'outro_nome', field))[file]).toBe(namingSources.get(file));
});

it.each([
  ['armario_chaves', 'motivo', '"fields":["outro_nome","feitio","segredo"],"required":["outro_nome"]'],
  ['armario_chaves', 'situacao', `"when":"outro_nome == 'VALE' && parent.tipo != 'mestre'","set":{"outro_nome":`],
  ['armario_chaves', 'preco', '"outro_nome":"coalesce(outro_nome, 0) + 1"'],
  ['armario_chaves', 'via', '"set":{"outro_nome":"size(chaves) + 1"'],
  ['armario', 'tipo', `parent.outro_nome != 'mestre'`],
  ['armario', 'modelo', '"preco":{"path":"outro_nome.preco"}'],
  ['feitio', 'preco', '"preco":{"path":"modelo.outro_nome"}'],
  ['armario', 'dono', '"set":{"para":"outro_nome"},"former":{"de":"outro_nome"}'],
  ['armario_donos', 'de', '"former":{"outro_nome":"dono"}'],
  ['armario', 'tipo', `"when":"outro_nome != 'mestre'"`],
])('follows %s.%s into what transitions write to rows: %s', (entity, field, text) => {
  const file = 'schemas/teste/armarios/columns.json';
  const there = renamed(namingSources, entity, field, 'outro_nome');
  expect(there.get(file)).toContain(text);
  expect(plain(renamed(there, entity, 'outro_nome', field))[file]).toBe(namingSources.get(file));
});

it.each([
  ['armario_chaves', 'feita_em', '"x-indexes":[["outro_nome"],["situacao","via"]]'],
  ['armario_chaves', 'via', '"x-indexes":[["feita_em"],["situacao","outro_nome"]]'],
])('follows %s.%s into the indexes of the rows', (entity, field, text) => {
  const file = 'schemas/teste/armarios/schema.json';
  const there = renamed(namingSources, entity, field, 'outro_nome');
  expect(there.get(file)).toContain(text);
  expect(plain(renamed(there, entity, 'outro_nome', field))[file]).toBe(namingSources.get(file));
});

it('follows a field of a part into the indexes of every list of its rows, and of no other', () => {
  const file = 'schemas/localizacao/bairros/schema.json';
  const record = JSON.parse(examples.get(file) ?? '');
  const { feiras, contatos } = record.properties;
  const telefones = { ...contatos, title: 'Telefones', 'x-indexes': [['bairro', 'principal']] };
  feiras.items.properties.principal = { title: 'Principal', type: 'boolean' };
  feiras['x-indexes'] = [['principal']];
  contatos['x-indexes'] = [['principal', 'valor']];
  record.properties.telefones = telefones;
  const there = renamed(
    new Map([...examples, [file, JSON.stringify(record)]]),
    'bairro_contatos',
    'principal',
    'melhor',
  );
  const { properties } = JSON.parse(there.get(file) ?? '');
  expect(['feiras', 'contatos', 'telefones'].map((list) => properties[list]['x-indexes'])).toEqual([
    [['principal']],
    [['melhor', 'valor']],
    [['bairro', 'melhor']],
  ]);
});

it.each([
  ['compra', 'titulo', '"creates":"titulo","into":"outro_nome"'],
  ['compra', 'titulo', '"through":"outro_nome","transition":"liberar"'],
  ['compra', 'numero', '"descricao":"\'Compra \' + outro_nome"'],
  ['compra', 'numero', '{"nome":"outro_nome","valor":"valor / 2"}'],
  ['compra', 'numero', '"compra":"parent.outro_nome"'],
  ['compra', 'loja', '"vendedor":{"path":"outro_nome.vendedor"}'],
  ['compra', 'loja', '"loja":"parent.outro_nome"'],
  ['loja', 'vendedor', '"documento":{"path":"loja.outro_nome.documento"}'],
  ['vendedor', 'documento', '"documento":{"path":"loja.vendedor.outro_nome"}'],
  ['titulo', 'vencimento', '"outro_nome":"coalesce(vencimento, today())"'],
  ['titulo', 'forma', '"outro_nome":{"record":"Pix"}'],
  ['forma', 'tipo', '"forma":{"record":{"outro_nome":"RAPIDA"'],
  ['titulo_partes', 'nome', '"partes":[{"outro_nome":"\'Entrada\'"'],
  ['compra_itens', 'bem', '"rows":"itens","into":"outro_nome"'],
  ['compra_itens', 'valor', '"into":"bem","when":"outro_nome > 0"'],
  ['recado', 'compra', '"rows":"itens","fields":{"outro_nome":"id"'],
])('follows %s.%s into what transitions create: %s', (entity, field, text) => {
  const file = 'schemas/teste/compras/columns.json';
  const there = renamed(namingSources, entity, field, 'outro_nome');
  expect(there.get(file)).toContain(text);
  expect(plain(renamed(there, entity, 'outro_nome', field))[file]).toBe(namingSources.get(file));
});

it.each([
  ['apolice', 'limite', '"must":"valor <= apolice.outro_nome"'],
  ['apolice', 'segurado', '"must":"apolice.outro_nome.nascimento <= dia"'],
  ['segurado', 'nascimento', '"must":"apolice.segurado.outro_nome <= dia"'],
  ['segurado', 'sexo', '"must":"servico.sexo == parent.apolice.segurado.outro_nome"'],
  ['servico', 'sexo', '"must":"servico.outro_nome == parent.apolice.segurado.sexo"'],
  ['sinistro', 'apolice', '"must":"servico.sexo == parent.outro_nome.segurado.sexo"'],
  ['sinistro', 'apolice', '"must":"outro_nome.segurado.nascimento <= dia"'],
  ['sinistro_despesas', 'servico', '"must":"quantidade <= outro_nome.maximo"'],
])('follows %s.%s into rules that read what a record points at: %s', (entity, field, text) => {
  const file = 'schemas/teste/sinistros/schema.json';
  const there = renamed(namingSources, entity, field, 'outro_nome');
  expect(there.get(file)).toContain(text);
  expect(plain(renamed(there, entity, 'outro_nome', field))[file]).toBe(namingSources.get(file));
});

const expressions: Sources = new Map([
  ...examples,
  [
    'schemas/localizacao/ruas/schema.json',
    JSON.stringify({
      title: 'Rua',
      type: 'object',
      required: ['nome'],
      properties: {
        nome: { title: 'Nome', type: 'string', maxLength: 40 },
        nome_antigo: { title: 'Antes', type: 'string', 'x-visible-when': "nome != 'nome' && !empty(nome)" },
        bairro: {
          title: 'Bairro',
          'x-relation': { entity: 'bairro', label: '{nome} {nome}', where: { nome: { field: 'nome' } } },
        },
        casas: {
          title: 'Casas',
          type: 'array',
          items: {
            title: 'Casa',
            type: 'object',
            properties: {
              bairro: {
                title: 'Bairro',
                'x-relation': { entity: 'bairro', where: { nome: { field: 'parent.nome' } } },
              },
              nome: {
                title: 'Nome',
                type: 'string',
                maxLength: 9,
                'x-visible-when': "parent.nome != 'x' && nome != 'y'",
              },
            },
          },
        },
      },
      'x-rules': [{ must: "casas.all(c, c.nome != '') || nome == ''", message: 'Dê nome às casas.' }],
    }),
  ],
  [
    'schemas/localizacao/ruas/columns.json',
    '{ "entity": "rua", "path": "/ruas", "title": "Rua", "icon": "map", "permission": { "subject": "rua" },\n' +
      '  "parent": "/localizacao", "columns": ["nome", "bairro.nome"] }',
  ],
]);

it('tells names of one entity from equal names of others, from texts and from names of items', () => {
  const own = renamed(expressions, 'rua', 'nome', 'chamada').get('schemas/localizacao/ruas/schema.json');
  expect(own).toContain(`"chamada != 'nome' && !empty(chamada)"`);
  expect(own).toContain(`"parent.chamada != 'x' && nome != 'y'"`);
  expect(own).toContain(`"casas.all(c, c.nome != '') || chamada == ''"`);
  expect(own).toContain('"{nome} {nome}"');
  expect(own).toContain('"where":{"nome":{"field":"chamada"}}');
  expect(own).toContain('"where":{"nome":{"field":"parent.chamada"}}');
  const rows = renamed(expressions, 'rua_casas', 'nome', 'placa').get('schemas/localizacao/ruas/schema.json');
  expect(rows).toContain(`"parent.nome != 'x' && placa != 'y'"`);
  expect(rows).toContain(`"casas.all(c, c.placa != '') || nome == ''"`);
  const other = renamed(expressions, 'bairro', 'nome', 'titulo');
  expect(other.get('schemas/localizacao/ruas/schema.json')).toContain('"{titulo} {titulo}"');
  expect(other.get('schemas/localizacao/ruas/schema.json')).toContain('"where":{"titulo":{"field":"nome"}}');
  expect(other.get('schemas/localizacao/ruas/schema.json')).toContain('"where":{"titulo":{"field":"parent.nome"}}');
  expect(other.get('schemas/localizacao/ruas/columns.json')).toContain('["nome", "bairro.titulo"]');
});

/** The file of changes that a command line would write over the example. */
const changesAfter = async (line: string): Promise<string | undefined> => {
  const written = new Map<string, string>();
  const never = () => Promise.reject(new Error('not asked for'));
  const { exitCode } = await runCommandLine(line.split(' '), commands, {
    catalogues: { ...catalogues, version: '2.7.3' },
    people: () => [],
    openData: never,
    open: never,
    demonstrate: never,
    read: async () => new Map([...example, [messagesFile, real.get(messagesFile) ?? '']]),
    write: async (files) => {
      for (const [file, text] of files) written.set(file, text);
    },
  });
  expect(exitCode).toBe(0);
  return written.get(changesFile);
};

it.each([
  ['rename bairro.nome titulo', '2.7.3'],
  ['rename bairro.nome titulo --since 2.8', '2.8'],
])('%j says in which version the name changed: %s', async (line, since) => {
  expect(await changesAfter(line)).toContain(`"field": "titulo", "since": "${since}"`);
});

it.each([
  ['rename bairo.nome x', "a entidade 'bairo' não existe"],
  ['rename bairro.nom x', "'bairro' não tem o campo 'nom'"],
  ['rename bairro.feiras x', "'bairro' não tem o campo 'feiras'"],
  ['rename bairro.nome uf', "já existe um campo 'uf'"],
  ['rename bairro.nome Nome', "'Nome' não serve de nome de campo"],
  ['rename bairro.nome order', "'order' não serve de nome de campo"],
  ['rename bairro.nome nome', 'o nome é o mesmo'],
  ['rename bairro_feiras.posicao lugar', 'o campo é do próprio motor'],
])('refuses %j and writes nothing', async (line, problem) => {
  const written: string[] = [];
  const never = () => Promise.reject(new Error('not asked for'));
  const project: Project = {
    catalogues,
    people: () => [],
    openData: never,
    open: never,
    demonstrate: never,
    read: async () => new Map([...example, [messagesFile, real.get(messagesFile) ?? '']]),
    write: async (files) => void written.push(...files.keys()),
  };
  const { text, exitCode } = await runCommandLine(line.split(' '), commands, project);
  expect(exitCode).toBe(2);
  expect(text).toContain('COMMAND_RENAME');
  expect(text).toContain(problem);
  expect(written).toEqual([]);
});
