import { describe, expect, it } from 'vitest';
import type { GroupGrants } from '../../../engine/access/access.ts';
import type { Project } from '../../../engine/commands/contract.ts';
import { commands } from '../../../engine/commands/index.ts';
import { runCommandLine } from '../../../engine/commands/run.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { messagesFile } from '../../../engine/metadata/load-messages.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { bareProject } from '../../support/bare-project.ts';
import { forEachDatabase } from '../../support/databases.ts';

const real = await readSourceFiles(`${import.meta.dirname}/../../..`);
const overlay = `{
  "name": "exemplo",
  "title": "Plano Exemplo",
  "fields": {
    "bairro": {
      "codigo": {
        "mask": "#####-#"
      },
      "uf": {
        "codes": ["MG"]
      },
      "taxa": {
        "required": true
      },
      "inauguracao": {
        "label": "Abertura"
      },
      "feiras": {
        "required": true
      }
    }
  }
}
`;
const sources = new Map([
  ...[...examples].filter(([file]) => !file.endsWith('.csv')),
  [messagesFile, real.get(messagesFile) ?? ''],
  ['clients/exemplo.json', overlay],
]);

const registry = (folder: string, entity: string, columns: object, properties: object): readonly [string, string][] => [
  [`schemas/localizacao/${folder}/schema.json`, JSON.stringify({ title: entity, type: 'object', properties })],
  [
    `schemas/localizacao/${folder}/columns.json`,
    JSON.stringify({
      entity,
      path: `/${folder}`,
      title: entity,
      icon: 'map',
      permission: { subject: entity },
      parent: '/localizacao',
      columns: ['nome'],
      ...columns,
    }),
  ],
];
const nome = { title: 'Nome', type: 'string', maxLength: 40 };
const cpf = { title: 'CPF', type: 'string', format: 'cpf', 'x-personal-data': 'personal' };
const laudo = { title: 'Laudo', type: 'string', maxLength: 9, 'x-personal-data': 'sensitive' };
/** A screen behind a flag, and fields that the base hides or keeps from writing. */
const widening = new Map([
  ...sources,
  ...registry('visitas', 'visita', { flag: 'beneficiario.cartao' }, { nome, cpf }),
  ...registry(
    'moradores',
    'morador',
    {},
    { nome, laudo: { ...laudo, 'x-visible': false }, placa: { ...nome, title: 'Placa', readOnly: true } },
  ),
  [
    'clients/exemplo.json',
    JSON.stringify({
      name: 'exemplo',
      title: 'E',
      flags: { 'beneficiario.cartao': true },
      fields: { morador: { laudo: { visible: true }, placa: { readOnly: false }, nome: { label: 'Nome civil' } } },
    }),
  ],
]);
const group = (name: string, pairs: readonly string[], more: Partial<GroupGrants> = {}): GroupGrants => ({
  id: 1,
  name,
  pairs,
  fields: {},
  personal: 'open',
  sensitive: 'hidden',
  ...more,
});

const run = (line: string, database?: Database) =>
  runCommandLine(line.split(' '), commands, {
    ...bareProject,
    read: async () => sources,
    ...(database && {
      openData: async () => ({
        client: 'exemplo',
        timeZone: 'America/Sao_Paulo',
        database,
        archives: '',
        schemaOptions: {},
        close: async () => undefined,
      }),
    }),
  });

describe('onboard', () => {
  it('says what the file of a client changes, each with its line', async () => {
    const { text, exitCode } = await run('onboard exemplo --no-rows');
    expect(exitCode).toBe(0);
    const [first, , heading, ...lines] = text.split('\n');
    expect([first, heading]).toEqual([
      'De a base para clients/exemplo.json: 4 restrições, 2 mudanças; banco de dados: needs-scan 1',
      'Bairro',
    ]);
    expect(lines.filter((line) => /^ {2}\S/.test(line)).map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
      "restrição campo 'Código': muda a máscara de '#####' para '#####-#'",
      "restrição campo 'Estado': deixa de aceitar 'RJ'",
      "mudança campo 'Inauguração': muda o rótulo de 'Inauguração' para 'Abertura'",
      "restrição campo 'Taxa': passa a ser obrigatório",
      "restrição lista 'Feiras': muda o mínimo de linhas de 0 para 1",
      'nenhum direito é alargado',
    ]);
    expect(lines.filter((line) => line.includes('clients/exemplo.json')).map((line) => line.trim())).toEqual([
      'clients/exemplo.json:7:9',
      'clients/exemplo.json:10:9',
      'clients/exemplo.json:16:9',
      'clients/exemplo.json:13:9',
      'clients/exemplo.json:19:9',
    ]);
  });

  it('says what is opened, with the right that it asks for, and with a database who reaches it', async () => {
    const project: Project = {
      ...bareProject,
      read: async () => widening,
      openData: async () => ({
        client: 'exemplo',
        timeZone: 'America/Sao_Paulo',
        database: undefined as never,
        archives: '',
        schemaOptions: {},
        groups: async () => [
          group('Balcão', ['visita:list', 'morador:list'], { personal: 'masked' }),
          group('Clínica', ['morador:manage'], { sensitive: 'open' }),
          group('Outros', ['bairro:manage']),
        ],
        close: async () => undefined,
      }),
    };
    const rights = async (line: string) => {
      const { text } = await runCommandLine(line.split(' '), commands, project);
      return text
        .slice(text.indexOf('Direitos'))
        .split('\n')
        .slice(1)
        .filter((one) => one.startsWith('  '));
    };
    expect(await rights('onboard exemplo --no-rows')).toEqual([
      "  abre a tela 'visita', /visitas: pede visita:list",
      "  mostra o dado pessoal sensível 'Laudo' de 'morador' (morador.laudo)",
      "  abre à escrita 'Placa' de 'morador' (morador.placa)",
      "  mostra o dado pessoal 'CPF' de 'visita' (visita.cpf)",
    ]);
    expect((await rights('onboard exemplo')).slice(0, 4)).toEqual([
      "  abre a tela 'visita', /visitas: pede visita:list; chegam a isso: Balcão",
      "  mostra o dado pessoal sensível 'Laudo' de 'morador' (morador.laudo): chegam a isso: Clínica",
      "  abre à escrita 'Placa' de 'morador' (morador.placa): chegam a isso: Balcão, Clínica",
      "  mostra o dado pessoal 'CPF' de 'visita' (visita.cpf): chegam a isso: Balcão (coberto)",
    ]);
    const { text } = await runCommandLine(['onboard', 'exemplo', '--no-rows', '--json'], commands, project);
    expect((JSON.parse(text) as { rights: unknown[] }).rights[0]).toEqual({
      kind: 'screen',
      target: '/visitas',
      words: "abre a tela 'visita', /visitas",
      permission: 'visita:list',
      groups: null,
    });
    let html = '';
    const save = async (_path: string, written: string): Promise<void> => {
      html = written;
    };
    await runCommandLine(['onboard', 'exemplo', '--html', 'x.html', '--no-pictures'], commands, { ...project, save });
    expect(html).toContain('<h2>Direitos</h2>');
    expect(html).toContain('pede visita:list; chegam a isso: Balcão');
  });

  it('says which action and which transition of a screen are opened, and who reaches them', async () => {
    const flag = 'beneficiario.cartao';
    const permission = { action: 'mudar', subject: 'morador' };
    const actions = [
      { name: 'mapa', title: 'Ver no mapa', icon: 'map', link: 'https://www.gov.br/', permission, flag },
      { name: 'portal', title: 'Abrir o portal', icon: 'globe', link: 'https://www.gov.br/' },
    ];
    const transitions = [
      { name: 'mudar', title: 'Mudar', icon: 'truck', from: ['MG'], to: 'RJ', action: 'mudar', flag },
      { name: 'voltar', title: 'Voltar', icon: 'undo-2', from: ['RJ'], to: 'MG' },
    ];
    const uf = { title: 'Estado', type: 'string', 'x-code-list': 'estado' };
    const files = new Map([
      ...sources,
      ...registry(
        'moradores',
        'morador',
        { actions, states: { field: 'uf', initial: 'MG', transitions } },
        { nome, uf },
      ),
      ['clients/exemplo.json', JSON.stringify({ name: 'exemplo', title: 'E', flags: { [flag]: true } })],
    ]);
    const project = {
      ...bareProject,
      read: async () => files,
      openData: async () => ({
        client: 'exemplo',
        timeZone: 'America/Sao_Paulo',
        database: undefined as never,
        archives: '',
        schemaOptions: {},
        groups: async () => [group('Balcão', ['morador:list']), group('Mudanças', ['morador:mudar'])],
        close: async () => undefined,
      }),
    };
    const { text } = await runCommandLine(['onboard', 'exemplo', '--json'], commands, project);
    expect((JSON.parse(text) as { rights: unknown[] }).rights).toEqual([
      {
        kind: 'action',
        target: '/moradores mapa',
        words: "abre a ação 'Ver no mapa' em /moradores",
        permission: 'morador:mudar',
        groups: [{ name: 'Mudanças', masked: false }],
      },
      {
        kind: 'action',
        target: '/moradores mudar',
        words: "abre a transição 'Mudar' em /moradores",
        permission: 'morador:mudar',
        groups: [{ name: 'Mudanças', masked: false }],
      },
    ]);
  });

  it.each([
    ['onboard exempl', "START_CLIENT_UNKNOWN O cliente 'exempl' não existe.", "'exemplo'"],
    ['onboard', "COMMAND_ARGUMENT O argumento '<cliente>' não serve: falta em 'onboard'.", '--help'],
    ['onboard exemplo --json --markdown', "'--markdown' não serve: não vai junto com --json.", '--help'],
    ['onboard exemplo --html x.html --markdown', "'--html' não serve: não vai junto com --markdown.", '--help'],
    ['onboard exemplo --no-pictures', "'--no-pictures' não serve: só vai junto com --html.", '--help'],
    ['onboard exemplo --no-rows --html x.html', "'x.html' não serve: não se pode gravar neste lugar.", '--help'],
  ])('refuses %j', async (line, message, hint) => {
    const { text, exitCode } = await run(line);
    expect(exitCode).toBe(2);
    expect(text).toContain(message);
    expect(text).toContain(hint);
  });

  forEachDatabase((open) => {
    it('counts the records that the new rules would refuse, and names some', async () => {
      const database = await open();
      await applySchema(database, compile(resolve(loadFiles(sources), undefined), catalogues).model);
      await database.execute(`insert into bairro (codigo, nome, uf, taxa, ativo)
        select lpad(n::text, case when n <= 12 then 6 else 5 end, '0'), 'b' || n, case when n % 2 = 0 then 'RJ' else 'MG' end,
          case when n > 3 then 1.5 end, true
        from generate_series(1, 6000) n;
        insert into bairro_feiras (bairro_id, posicao, rua) select id, 1, 'rua' from bairro where id > 4 or id = 2`);
      const { text, exitCode } = await run('onboard exemplo', database);
      expect(exitCode).toBe(1);
      expect(text.slice(text.indexOf('Registros gravados')).split('\n')).toEqual([
        'Registros gravados, pelas regras novas',
        '  bairro.codigo passa a ter a máscara #####-#: 5.988 registros não servem, por exemplo id 13, id 14, id 15, id 16, id 17',
        '  bairro.uf perde RJ da lista: 3.000 registros não servem, por exemplo id 2, id 4, id 6, id 8, id 10',
        '  bairro.taxa passa a ser obrigatório: 3 registros não servem, por exemplo id 1, id 2, id 3',
        '  bairro.feiras passa a pedir ao menos uma linha: 3 registros não servem, por exemplo id 1, id 3, id 4',
      ]);
      const { rows } = JSON.parse((await run('onboard exemplo --json', database)).text) as { rows: unknown };
      expect(rows).toContainEqual({
        entity: 'bairro',
        field: 'taxa',
        words: 'passa a ser obrigatório',
        count: 3,
        sample: [1, 2, 3],
      });
      await database.execute(`update bairro set taxa = 1, uf = 'MG', codigo = lpad(id::text, 6, '0');
        insert into bairro_feiras (bairro_id, posicao, rua) select id, 1, 'rua' from bairro where id in (1, 3, 4)`);
      const after = await run('onboard clients/exemplo.json', database);
      expect(after.exitCode).toBe(0);
      expect(after.text.match(/todos os registros servem/g)).toHaveLength(4);
    });

    it('tells of a column that is not there yet', async () => {
      const { text, exitCode } = await run('onboard exemplo', await open());
      expect(exitCode).toBe(0);
      expect(text.match(/o banco ainda não tem a coluna/g)).toHaveLength(3);
      expect(text.match(/o banco ainda não tem a lista/g)).toHaveLength(1);
    });
  });
});
