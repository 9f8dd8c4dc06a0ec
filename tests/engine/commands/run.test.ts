import { describe, expect, it } from 'vitest';
import type { Project } from '../../../engine/commands/contract.ts';
import { commands } from '../../../engine/commands/index.ts';
import { languageFiles } from '../../../engine/commands/language-files.ts';
import { runCommandLine } from '../../../engine/commands/run.ts';
import { ruleWords } from '../../../engine/core/words.ts';
import { examples, viewExample } from '../../../engine/metadata/examples.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { messagesFile } from '../../../engine/metadata/load-messages.ts';
import { openSqlParser } from '../../../engine/metadata/parse-query.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { demonstrationPeople } from '../../../src/session/demonstration-people.ts';

const real = await readSourceFiles(`${import.meta.dirname}/../../..`);
const texts: [string, string] = [messagesFile, real.get(messagesFile) ?? ''];
const written = new Map<string, string>();
const projectOf = (changes: readonly [string, string][] = []): Project => ({
  catalogues,
  people: demonstrationPeople,
  openData: () => Promise.reject(new Error('no command here opens a database')),
  open: () => Promise.reject(new Error('no command here opens a database')),
  demonstrate: async ({ size, seed }) => ({ [size]: seed, nada: 0 }),
  read: async () => new Map([...examples, texts, ...changes]),
  write: async (files) => {
    for (const [path, text] of files) written.set(path, text);
  },
});
const run = (line: string, project = projectOf()) => runCommandLine(line.split(' ').filter(Boolean), commands, project);
const broken = projectOf([
  ['clients/exemplo.json', '{ "name": "exemplo", "title": "E",\n  "flags": { "cartao": true } }\n'],
]);

describe('the command line', () => {
  it.each(['', '--help', '-h', 'help'])('teaches with %j', async (line) => {
    const { text, exitCode } = await run(line);
    expect(exitCode).toBe(0);
    for (const command of commands) expect(text).toContain(command.summary);
    expect(text).toContain('Por onde começar');
  });

  it.each(commands.map((command) => command.name))('teaches %s', async (name) => {
    const { text, exitCode } = await run(`${name} --help`);
    expect(exitCode).toBe(0);
    expect(text).toContain(`Uso: npm run -s fichario -- ${name}`);
  });

  it.each([
    ['validat', "COMMAND_UNKNOWN O comando 'validat' não existe.", "Você quis dizer 'validate'?"],
    [
      'validate --jsom',
      "COMMAND_ARGUMENT O argumento '--jsom' não serve: a opção não existe em 'validate'.",
      "'--json'",
    ],
    ['validate x', "COMMAND_ARGUMENT O argumento 'x' não serve: sobra em 'validate'.", '--help'],
    ['validate --json=1', "COMMAND_ARGUMENT O argumento '--json' não serve: a opção não leva valor.", '--help'],
    ['explain', "COMMAND_ARGUMENT O argumento '<entidade>.<campo>[.<propriedade>]' não serve: falta", '--help'],
    ['explain bairro --client', "COMMAND_ARGUMENT O argumento '--client' não serve: falta o valor.", '--help'],
    ['explain bairo', "COMMAND_ARGUMENT O argumento 'bairo' não serve: 'bairo' não existe.", "'bairro'"],
    ['explain bairro --client exempl', "START_CLIENT_UNKNOWN O cliente 'exempl' não existe.", "'exemplo'"],
  ])('refuses %j and says what to do', async (line, message, hint) => {
    const { text, exitCode } = await run(line);
    expect(exitCode).toBe(2);
    expect(text).toContain(message);
    expect(text.split('\n')[1]).toContain(hint);
  });
});

describe('validate', () => {
  it('says that all is well', async () => {
    expect(await run('validate')).toEqual({ text: '11 arquivos: 0 erros, 0 avisos', exitCode: 0 });
    expect(await run('validate --json')).toEqual({ text: '[]', exitCode: 0 });
  });

  it('prints place, code, message and hint, and fails', async () => {
    expect(await run('validate', broken)).toEqual({
      text: [
        "clients/exemplo.json:2:14 OVERLAY_FLAG_MISSING A opção de configuração 'cartao' não existe.",
        '    Declare-a em schemas/flags.json ou corrija o nome.',
        '11 arquivos: 1 erro, 0 avisos',
      ].join('\n'),
      exitCode: 1,
    });
  });

  it('prints the same as JSON', async () => {
    const { text, exitCode } = await run('validate --json', broken);
    expect(exitCode).toBe(1);
    expect(JSON.parse(text)).toEqual([
      {
        file: 'clients/exemplo.json',
        pointer: '/flags/cartao',
        line: 2,
        column: 14,
        code: 'OVERLAY_FLAG_MISSING',
        severity: 'error',
        message: "A opção de configuração 'cartao' não existe.",
        hint: 'Declare-a em schemas/flags.json ou corrija o nome.',
      },
    ]);
  });

  it('does not fail for a warning', async () => {
    const text = '{ "name": "exemplo", "title": "E", "flags": { "beneficiario.cartao": false } }';
    const output = await run('validate', projectOf([['clients/exemplo.json', text]]));
    expect(output.exitCode).toBe(0);
    expect(output.text).toContain('OVERLAY_REDUNDANT (aviso)');
    expect(output.text).toContain('0 erros, 1 aviso');
  });

  it('speaks also when its own texts cannot be read', async () => {
    const output = await run('validate', projectOf([[messagesFile, '{']]));
    expect(output.exitCode).toBe(1);
    expect(output.text).toContain(`${messagesFile}:1:2 LANGUAGE_JSON_SYNTAX`);
  });
});

describe('model', () => {
  it('draws the records of a module, their rows and relations', async () => {
    const { text, exitCode } = await run('model localizacao');
    expect(exitCode).toBe(0);
    expect(text.split('\n')).toEqual([
      'erDiagram',
      '  bairro["Bairro"] {',
      '    text codigo UK "Código"',
      '    text nome "Nome"',
      '    code uf "Estado"',
      '    date inauguracao "Inauguração"',
      '    money taxa "Taxa"',
      '    relation vizinho FK "Vizinho"',
      '    boolean ativo "Ativo"',
      '  }',
      '  bairro_feiras["Feira"] {',
      '    text rua "Rua"',
      '    time inicio "Início"',
      '  }',
      '  bairro_contatos["Contato"] {',
      '    text valor "Contato"',
      '    boolean principal "Principal"',
      '  }',
      '  bairro |o--o{ bairro : "Vizinho"',
      '  bairro ||--o{ bairro_feiras : "contém"',
      '  bairro ||--o{ bairro_contatos : "contém"',
    ]);
  });

  it('lists the modules without one, and names the nearest of a wrong one', async () => {
    expect(await run('model')).toEqual({ text: 'localizacao', exitCode: 0 });
    const { text, exitCode } = await run('model localizcao');
    expect(exitCode).toBe(2);
    expect(text.split('\n')).toEqual([
      "COMMAND_MODULE_UNKNOWN Não há o módulo 'localizcao', ou ele não tem cadastros.",
      "    Você quis dizer 'localizacao'? Há estes: localizacao.",
    ]);
  });
});

describe('routes', () => {
  it('calls a registry whose rows are in a query a list', async () => {
    await openSqlParser();
    const { text } = await run('routes --json', projectOf([...viewExample]));
    const kinds = (JSON.parse(text) as { path: string; kind: string }[]).map(({ path, kind }) => `${path} ${kind}`);
    expect(kinds).toEqual(expect.arrayContaining(['/bairros registry', '/feiras-manha list']));
  });

  it('prints every route of the base as the checks read it', async () => {
    const { text } = await run('routes --json');
    expect(JSON.parse(text)).toEqual([
      { path: '/localizacao', title: 'Localização', kind: 'group', module: 'localizacao', parent: '/' },
      {
        path: '/bairros',
        title: 'Bairro',
        kind: 'registry',
        module: 'localizacao',
        parent: '/localizacao',
        action: 'list',
        subject: 'bairro',
        search: true,
      },
      { path: '/link/ibge', title: 'IBGE', kind: 'link', module: 'localizacao', parent: '/localizacao' },
    ]);
  });

  it('has the pages that the product draws by itself before those of the files', async () => {
    const pages = [
      { path: '/entrada', title: 'Entrada', kind: 'screen', public: true },
      { path: '*', title: 'Nada', kind: 'screen' },
    ] as const;
    const { text } = await run('routes --json', { ...projectOf(), pages });
    expect((JSON.parse(text) as unknown[]).slice(0, 3)).toEqual([
      { path: '/entrada', title: 'Entrada', kind: 'screen', public: true, module: 'home', parent: '/' },
      { path: '*', title: 'Nada', kind: 'screen', module: 'home', parent: '/' },
      expect.objectContaining({ path: '/localizacao' }),
    ]);
  });

  it('says the errors of the files instead', async () => {
    const files: [string, string][] = [
      ['schemas/localizacao/bairros/search.json', '{ "fields": [{ "field": "nom" }] }'],
    ];
    const { text, exitCode } = await run('routes', projectOf(files));
    expect(exitCode).toBe(1);
    expect(text).toContain('schemas/localizacao/bairros/search.json:1:25 MODEL_FIELD_MISSING');
  });
});

describe('explain', () => {
  it('prints value, place and what lost', async () => {
    expect((await run('explain bairro.codigo.label --client exemplo')).text).toBe(
      [
        'bairro.codigo.label = "Código municipal"',
        '    clients/exemplo.json:19:18',
        '    perdeu: "Código", schemas/localizacao/bairros/schema.json:9:16',
      ].join('\n'),
    );
    expect(JSON.parse((await run('explain bairro.codigo.column --json')).text)).toMatchObject([
      { target: 'bairro.codigo.column', value: 'codigo' },
    ]);
  });
  it('prints what a rule read, the first places of many and how many more', async () => {
    expect((await run('explain bairro.codigo.type')).text).toBe(
      [
        'bairro.codigo.type = "text"',
        `    regra: ${ruleWords.type}`,
        '    de: schemas/localizacao/bairros/schema.json:10:15',
      ].join('\n'),
    );
    const file = 'schemas/localizacao/bairros/schema.json';
    const unique = (name: string) => `"${name}": { "title": "A", "type": "string", "x-unique": true },`;
    const read = async (fields: number) => {
      const more = Array.from({ length: fields }, (_, index) => unique(`campo_${index}`)).join('');
      const text = (examples.get(file) ?? '').replace('"properties": {', `"properties": { ${more}`);
      const found = await run('explain bairro.indexes', projectOf([[file, text]]));
      return found.text.split('\n').flatMap((line) => /^ +de: (.*)$/.exec(line)?.[1] ?? []);
    };
    const own = (await read(0)).length;
    const full = await read(6 - own);
    expect(full).toHaveLength(6);
    expect(full.every((line) => /^schemas\/.*\.json:\d+:\d+$/.test(line))).toBe(true);
    const over = await read(7 - own);
    expect([over.length, over.at(-1)]).toEqual([6, 'mais 2 lugares, com --json']);
  });
});

describe('explain among errors', () => {
  const folder = 'schemas/localizacao/bairros';
  const spoilt = (file: string, before: string, after: string) =>
    projectOf([[file, (examples.get(file) ?? '').replace(before, after)]]);

  it.each<[string, string, [string, string, string]]>([
    ['bairro.nome', 'of another field', [`${folder}/schema.json`, '"#####"', '"999"']],
    ['bairro.nome', 'of a screen', [`${folder}/columns.json`, '"sort": ["nome"]', '"sort": ["nom"]']],
    ['bairros.columns', 'of another key', [`${folder}/columns.json`, '"sort": ["nome"]', '"sort": ["nom"]']],
    ['flags.beneficiario.cartao', 'of a file beyond use', [`${folder}/columns.json`, '{', '']],
  ])('answers for %s whatever the errors %s', async (target, _, change) => {
    const project = spoilt(...change);
    expect((await run('validate', project)).exitCode).toBe(1);
    const { text, exitCode } = await run(`explain ${target}`, project);
    expect(text).toContain(target);
    expect(text).not.toContain('COMMAND');
    expect(exitCode).toBe(0);
  });

  it.each<[string, string, [string, string, string]]>([
    ['bairro.codigo', 'MODEL_MASK_INVALID', [`${folder}/schema.json`, '"#####"', '"999"']],
    ['bairro.codigo.mask', 'MODEL_MASK_INVALID', [`${folder}/schema.json`, '"#####"', '"999"']],
    ['bairros.sort', 'MODEL_FIELD_MISSING', [`${folder}/columns.json`, '"sort": ["nome"]', '"sort": ["nom"]']],
    ['bairro.nome', 'LANGUAGE_JSON_SYNTAX', [`${folder}/columns.json`, '{', '']],
    ['bairro.nome --client exemplo', 'LANGUAGE_JSON_SYNTAX', ['clients/exemplo.json', '{', '']],
    ['flags.beneficiario.cartao', 'LANGUAGE_JSON_SYNTAX', ['schemas/flags.json', '{', '']],
  ])('says for %s the %s that touches it, and to mend that', async (target, code, change) => {
    const { text, exitCode } = await run(`explain ${target}`, spoilt(...change));
    expect(exitCode).toBe(1);
    expect(text).toContain(code);
    expect(text).toContain('Corrija os erros acima');
    expect(text).not.toContain('não existe.');
    expect(text).not.toContain('validate');
  });

  it('asks for the client where the answer depends on it', async () => {
    const { text } = await run('explain client.defaults.uf');
    expect(text).toContain('informe também --client');
  });
});

describe('language', () => {
  it('writes the generated files', async () => {
    const { exitCode } = await run('language');
    expect(exitCode).toBe(0);
    expect(written).toEqual(languageFiles());
  });
});

describe('openapi', () => {
  it('describes the API of a client', async () => {
    const description = JSON.parse((await run('openapi --client exemplo')).text);
    expect(description.openapi).toMatch(/^3\./);
    expect(Object.keys(description.paths)).toContain('/bairros');
  });
});
