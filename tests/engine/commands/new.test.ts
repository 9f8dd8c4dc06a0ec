import { describe, expect, it } from 'vitest';
import type { Desk, Project } from '../../../engine/commands/contract.ts';
import { commands } from '../../../engine/commands/index.ts';
import { runCommandLine } from '../../../engine/commands/run.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { messagesFile } from '../../../engine/metadata/load-messages.ts';
import { bareProject } from '../../support/bare-project.ts';

const real = await readSourceFiles(`${import.meta.dirname}/../../..`);

const csv = [
  'Nº da feira;Bairro;UF;Início;Taxa;Situação',
  '2024/001;Centro;MG;02/01/2024;R$ 1.200,00;Aberta',
  '2024/002;Savassi;MG;03/02/2024;R$ 80,50;Aberta',
  '2024/003;Centro;MG;31/02/2024;R$ 90,00;Fechada',
  '2024/004;Savassi;MG;04/02/2024;R$ 70,00;Aberta',
  '2024/005;Centro;MG;05/02/2024;R$ 75,00;Aberta',
  '2024/006;Savassi;MG;06/02/2024;R$ 75,00;fechada',
  '2024/007;Centro;MG;07/02/2024;R$ 75,00;Aberta',
  '2024/008;Savassi;MG;08/02/2024;R$ 75,00;Aberta',
  '2024/009;Centro;MG;09/02/2024;R$ 75,00;Fechada',
  '2024/010;Savassi;MG;10/02/2024;R$ 75,00;Aberta',
].join('\r\n');
const files: Readonly<Record<string, string>> = {
  'feiras_2024.csv': csv,
  'visitas.csv': [
    'Código;Dia',
    ...['01/02/2026', '31/02/2026', '', 'a combinar', '04/02/2026', '05/02/2026', '5.3', '46054', '06/02/2026'].map(
      (day, index) => `${index + 1};${day}`,
    ),
  ].join('\n'),
  'frase.csv': 'uma frase',
  'aspas.csv': 'a;b\n"1;2\n',
};

interface Bench {
  readonly project: Project;
  readonly written: Map<string, string>;
  readonly asked: string[];
}

/** A project of the examples, with a desk in memory; with `answers` somebody is at the terminal. */
const benchOf = ({
  answers,
  existing = [],
}: {
  answers?: readonly string[];
  existing?: readonly string[];
} = {}): Bench => {
  const written = new Map<string, string>();
  const asked: string[] = [];
  const rest = [...(answers ?? [])];
  const desk: Desk = {
    address: 'http://127.0.0.1:3000',
    timeZone: 'America/Sao_Paulo',
    readFile: async (path) =>
      files[path] === undefined ? undefined : Uint8Array.from(Buffer.from(files[path], 'latin1')),
    create: async (given) => {
      const taken = [...given.keys()].filter((path) => existing.includes(path));
      if (taken.length === 0) for (const [path, text] of given) written.set(path, text);
      return taken;
    },
    ...(answers && {
      ask: async (question: string) => {
        asked.push(question);
        const answer = rest.shift();
        if (answer === undefined) throw new Error(`nobody answers ${question}`);
        return answer;
      },
    }),
  };
  const project: Project = {
    ...bareProject,
    read: async () => new Map([...examples, [messagesFile, real.get(messagesFile) ?? '']]),
    write: () => Promise.reject(new Error('nothing is written over')),
    desk,
  };
  return { project, written, asked };
};
const run = (words: readonly string[], { project }: Bench) => runCommandLine(['new', ...words], commands, project);

const folder = 'schemas/localizacao/feiras';

describe('new', () => {
  it('writes the registry of a spreadsheet and tells why each thing is as it is', async () => {
    const bench = benchOf();
    const { text, exitCode } = await run(['feiras_2024.csv', '--module', 'localizacao', '--title', 'Feira'], bench);
    expect(exitCode, text).toBe(0);
    expect(text.split('\n')).toEqual([
      'feiras_2024.csv: CSV, Windows-1252, separado por ;, linhas: 10, colunas: 6',
      '',
      'Feira: entidade feira, rota /feiras, módulo localizacao, menu /localizacao',
      '  numero_feira  Nº da feira',
      '                  texto com máscara ####/### (95 %): 10 de 10 valores da mesma forma; o cabeçalho diz o mesmo',
      '                  obrigatório (91 %): nenhuma das 10 linhas está sem valor',
      '                  único (95 %): 10 de 10 valores sem repetição',
      '  bairro        Bairro',
      '                  relação com bairro (Bairro) (93 %): 10 de 10 valores são o campo nome de uma linha do cadastro; o cabeçalho diz o mesmo',
      '                  obrigatório (91 %): nenhuma das 10 linhas está sem valor',
      '  inicio        Início',
      '                  data (95 %): 9 de 10 valores em forma de data; o cabeçalho diz o mesmo',
      '  taxa          Taxa',
      '                  valor em reais (97 %): 10 de 10 valores com R$ ali ou no cabeçalho; o cabeçalho diz o mesmo',
      '                  obrigatório (91 %): nenhuma das 10 linhas está sem valor',
      '  situacao      Situação',
      '                  lista de códigos nova (90 %): 2 valores diferentes em 10; o cabeçalho é de uma classificação',
      '                  obrigatório (91 %): nenhuma das 10 linhas está sem valor',
      '',
      'Colunas que não se repetem no cadastro:',
      '  UF: é bairro.uf, não se repete (95 %): igual em 10 de 10 linhas',
      '',
      'chave natural: numero_feira (95 %): 10 de 10 linhas sem repetição; o cabeçalho é de um código ou documento',
      '',
      'Valores que não couberam e ficam vazios em data.csv:',
      '  inicio, linha 4: 31/02/2024',
      '',
      'Gravado, e validate não acha erros:',
      '  schemas/code-lists/situacao-feira.json',
      `  ${folder}/schema.json`,
      `  ${folder}/columns.json`,
      `  ${folder}/search.json`,
      `  ${folder}/data.csv`,
      '',
      'A lista:',
      '  Nº da feira  Bairro           UF            Início      Taxa         Situação',
      '  ───────────  ───────────────  ────────────  ──────────  ───────────  ────────',
      '  2024/001     00001 - Centro   Minas Gerais  02/01/2024  R$\u00a01.200,00  Aberta',
      '  2024/002     00002 - Savassi  Minas Gerais  03/02/2024  R$\u00a080,50     Aberta',
      '  2024/003     00001 - Centro   Minas Gerais              R$\u00a090,00     Fechada',
      '  … e mais 7',
      '',
      'O formulário (* obrigatório):',
      '  Feira: Nº da feira *, Bairro *, Início, Taxa *, Situação *',
      '',
      'Tela: http://127.0.0.1:3000/feiras depois de npm start',
    ]);
    const json = (path: string) => JSON.parse(bench.written.get(path) ?? 'null');
    expect(json(`${folder}/schema.json`)).toEqual({
      $schema: '../../language/record.schema.json',
      title: 'Feira',
      type: 'object',
      required: ['numero_feira', 'bairro', 'taxa', 'situacao'],
      properties: {
        numero_feira: { title: 'Nº da feira', type: 'string', 'x-mask': '####/###', 'x-unique': true },
        bairro: { title: 'Bairro', 'x-relation': { entity: 'bairro' } },
        inicio: { title: 'Início', type: 'string', format: 'date' },
        taxa: { title: 'Taxa', type: 'number', format: 'money', minimum: 0 },
        situacao: { title: 'Situação', type: 'string', 'x-code-list': 'situacao-feira' },
      },
    });
    expect(json(`${folder}/columns.json`)).toEqual({
      $schema: '../../language/registry.schema.json',
      entity: 'feira',
      path: '/feiras',
      title: 'Feira',
      icon: 'table-2',
      permission: { subject: 'feira' },
      parent: '/localizacao',
      label: '{numero_feira}',
      columns: ['numero_feira', 'bairro', { field: 'bairro.uf', title: 'UF' }, 'inicio', 'taxa', 'situacao'],
      sort: ['numero_feira'],
      search: ['numero_feira'],
      batch: ['bairro', 'situacao'],
    });
    expect(json(`${folder}/search.json`).fields).toEqual([
      { field: 'numero_feira', match: 'equals' },
      { field: 'bairro' },
      { field: 'situacao', match: 'any' },
      { field: 'inicio', match: 'range' },
    ]);
    expect(json('schemas/code-lists/situacao-feira.json').options).toEqual([
      { value: 'ABERTA', label: 'Aberta' },
      { value: 'FECHADA', label: 'Fechada' },
    ]);
    expect(bench.written.get(`${folder}/data.csv`)?.split('\n').slice(0, 4)).toEqual([
      'numero_feira,bairro,inicio,taxa,situacao',
      '2024001,00001,2024-01-02,1200.00,ABERTA',
      '2024002,00002,2024-02-03,80.50,ABERTA',
      '2024003,00001,,90.00,FECHADA',
    ]);
  });

  it('writes nothing with --dry-run, and tells the same as JSON', async () => {
    const bench = benchOf();
    const { text, exitCode } = await run(['feiras_2024.csv', '--module', 'localizacao', '--dry-run', '--json'], bench);
    expect(exitCode).toBe(0);
    const told = JSON.parse(text);
    expect(told).toMatchObject({
      entity: 'feira',
      path: '/feiras',
      rows: 10,
      naturalKey: ['numero_feira'],
      written: false,
      address: 'http://127.0.0.1:3000/feiras',
      notes: ["o título 'Feira' vem do nome do arquivo: confira, ou diga --title"],
    });
    expect(told.fields.find(({ name }: { name: string }) => name === 'inicio').misfits).toEqual([
      { line: 4, text: '31/02/2024' },
    ]);
    expect(bench.written.size).toBe(0);
  });

  it('says of a column of days that some values keep from being one which these are, where they are, and what to do', async () => {
    const asked = ['visitas.csv', '--module', 'localizacao', '--title', 'Visita'];
    const titled = 'Colunas que parecem de datas e ficaram como texto ou lista:';
    const told = async (more: readonly string[]) => {
      const { text, exitCode } = await run([...asked, ...more], benchOf());
      expect(exitCode, text).toBe(0);
      const lines = text.split('\n');
      return lines.slice(lines.indexOf(titled), lines.indexOf(titled) + 4);
    };
    const days =
      "  dia: 4 de 8 valores são datas; não são '31/02/2026' (linha 3, que não existe no calendário), 'a combinar' (linha 5), '5.3' (linha 8) e mais 1";
    const mend = '  Para que sejam datas, corrija esses valores na planilha e';
    expect(await told([])).toEqual([
      titled,
      days,
      `${mend} apague schemas/localizacao/visitas e repita o comando.`,
      '',
    ]);
    expect(await told(['--dry-run'])).toEqual([titled, days, `${mend} faça o cadastro de novo a partir dela.`, '']);
    const { text } = await run([...asked, '--dry-run', '--json'], benchOf());
    const fields = JSON.parse(text).fields as readonly { readonly name: string; readonly nearDays?: object }[];
    expect(fields.map(({ name, nearDays }) => [name, nearDays])).toEqual([
      ['codigo', undefined],
      [
        'dia',
        {
          fitting: 4,
          of: 8,
          misfits: [
            { line: 3, text: '31/02/2026' },
            { line: 5, text: 'a combinar' },
            { line: 8, text: '5.3' },
            { line: 9, text: '46054' },
          ],
        },
      ],
    ]);
  });

  it('makes the menu group of a module that is new', async () => {
    const bench = benchOf();
    const words = [
      'feiras_2024.csv',
      '--module',
      'feiras-livres',
      '--path',
      '/feiras-abertas',
      '--entity',
      'feira_aberta',
    ];
    const { text, exitCode } = await run(words, bench);
    expect(exitCode, text).toBe(0);
    expect(text).toContain("o módulo 'feiras-livres' é novo");
    expect(JSON.parse(bench.written.get('schemas/feiras-livres/menu.json') ?? '').groups).toEqual([
      {
        path: '/feiras-livres',
        title: 'Feiras livres',
        icon: 'folder-open',
        parent: '/',
        permission: { subject: 'feiraslivres' },
      },
    ]);
    expect([...bench.written.keys()]).toContain('schemas/feiras-livres/feiras-abertas/schema.json');
  });

  it.each([
    ['nao-ha.csv --module localizacao', 'o arquivo não existe ou não pode ser lido'],
    ['frase.csv --module localizacao', 'não tem uma tabela: um cabeçalho e ao menos uma linha abaixo dele'],
    ['aspas.csv --module localizacao', 'não é um CSV nem um XLSX que se possa ler; salve-o como um dos dois'],
    ['feiras_2024.csv', 'falta; há estes módulos: localizacao'],
    ['feiras_2024.csv --module language', "'language' não serve de nome de módulo"],
    ['feiras_2024.csv --module localizacao --entity bairro', "a entidade 'bairro' já existe; nada foi gravado"],
    ['feiras_2024.csv --module localizacao --path bairros', 'a pasta schemas/localizacao/bairros já existe'],
    ['feiras_2024.csv --module localizacao --entity Feira', "'Feira' não serve: minúsculas sem acento"],
    ['feiras_2024.csv --module localizacao --path /Fe_iras', "'/Fe_iras' não serve: minúsculas sem acento"],
    ['', 'falta, e sem um terminal não há a quem perguntar os campos'],
  ])('refuses %j', async (line, problem) => {
    const bench = benchOf();
    const { text, exitCode } = await run(line.split(' ').filter(Boolean), bench);
    expect(exitCode).toBe(2);
    expect(text).toContain('COMMAND_ARGUMENT');
    expect(text).toContain(problem);
    expect(bench.written.size).toBe(0);
  });

  it('writes over nothing', async () => {
    const bench = benchOf({ existing: [`${folder}/data.csv`] });
    const { text, exitCode } = await run(['feiras_2024.csv', '--module', 'localizacao'], bench);
    expect(exitCode).toBe(2);
    expect(text).toContain(`O argumento '${folder}/data.csv' não serve: já existe; nada foi gravado.`);
    expect(bench.written.size).toBe(0);
  });

  it('writes nothing that validate would refuse, and says what it is', async () => {
    const bench = benchOf();
    const { text, exitCode } = await run(['feiras_2024.csv', '--module', 'localizacao', '--parent', '/nada'], bench);
    expect(exitCode).toBe(1);
    expect(text).toContain('MODEL_PARENT_MISSING');
    expect(text).toContain('Nada foi gravado: validate recusaria os arquivos pelos erros acima.');
    expect(bench.written.size).toBe(0);
  });

  it('asks for what is missing where somebody is there', async () => {
    const bench = benchOf({ answers: ['', '', 'localizacao'] });
    const { text, exitCode } = await run(['feiras_2024.csv'], bench);
    expect(exitCode, text).toBe(0);
    expect(bench.asked).toEqual(['Título [Feira]: ', 'Módulo (localizacao): ', 'Módulo (localizacao): ']);
    expect([...bench.written.keys()]).toContain(`${folder}/schema.json`);
  });

  it('asks for the fields where there is no file', async () => {
    const answers = ['Feira livre', 'localizacao', '', 'Código', 'máscara ##-A', 's', 'Bairro', 'bairo', 'bairro', 'n'];
    const bench = benchOf({ answers: [...answers, 'Taxa', 'valor', '', 'Coberta', 'sim ou não', ''] });
    const { text, exitCode } = await run([], bench);
    expect(exitCode, text).toBe(0);
    expect(bench.asked.filter((question) => question.includes('Quis dizer'))).toEqual([
      "Não há o tipo 'bairo'. Quis dizer 'bairro'?\nTipo de Bairro [texto]: ",
    ]);
    const schema = JSON.parse(bench.written.get('schemas/localizacao/feiras-livre/schema.json') ?? 'null');
    expect(schema.required).toEqual(['codigo', 'coberta']);
    expect(schema.properties).toEqual({
      codigo: { title: 'Código', type: 'string', 'x-mask': '##-A', 'x-unique': true },
      bairro: { title: 'Bairro', 'x-relation': { entity: 'bairro' } },
      taxa: { title: 'Taxa', type: 'number', format: 'money', minimum: 0 },
      coberta: { title: 'Coberta', type: 'boolean', default: false },
    });
    expect([...bench.written.keys()].some((path) => path.endsWith('data.csv'))).toBe(false);
  });
});
