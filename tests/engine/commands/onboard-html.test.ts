/** The onboarding report as a file: whole, on nothing but itself, and nothing of the files is read as HTML. */
import { describe, expect, it } from 'vitest';
import type { PictureRequest, Pictures, Project } from '../../../engine/commands/contract.ts';
import { commands } from '../../../engine/commands/index.ts';
import { runCommandLine } from '../../../engine/commands/run.ts';
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
const overlay = {
  name: 'exemplo',
  title: 'Plano <Exemplo> & "Filhos"',
  fields: {
    bairro: {
      codigo: { mask: null, because: 'Os códigos <antigos> têm letras.' },
      uf: { codes: ['MG'] },
      taxa: { required: true },
      inauguracao: { label: "Abertura <script>alert('x')</script>" },
      vizinho: { visible: false },
      feiras: { required: true },
    },
  },
  screens: { bairros: { columns: ['codigo', 'nome'], because: 'A lista vai para uma tela pequena.' } },
};
const sources = new Map([
  ...[...examples].filter(([file]) => !file.endsWith('.csv')),
  [messagesFile, real.get(messagesFile) ?? ''],
  ['clients/exemplo.json', JSON.stringify(overlay, null, 2)],
]);

/** Runs the line; what it writes, and what it asks to be pictured. */
const run = async (line: string, more: Partial<Project> = {}) => {
  const saved = new Map<string, string>();
  const output = await runCommandLine(line.split(' '), commands, {
    ...bareProject,
    read: async () => sources,
    save: async (path, text) => void saved.set(path, text),
    ...more,
  });
  return { ...output, saved, html: saved.get('entrada.html') ?? '' };
};

const png = (name: string): Uint8Array => Buffer.from(`imagem ${name}`);
const taken: Pictures = {
  kind: 'taken',
  screens: [
    {
      path: '/bairros',
      title: 'Bairros de {cliente}',
      pairs: [
        { what: 'list', before: png('a'), after: png('b') },
        { what: 'record', before: png('c'), after: undefined },
      ],
    },
  ],
};

/** Without the rules of its looks. */
const body = (html: string): string => html.replace(/<style>[\s\S]*<\/style>\n/, '');

describe('onboard --html', () => {
  forEachDatabase((open) => {
    it('writes all of it: what is lost, the records that do not fit, every change with its line, the screens', async () => {
      const database = await open();
      await applySchema(database, compile(resolve(loadFiles(sources), undefined), catalogues).model);
      await database.execute(`insert into bairro (codigo, nome, uf, taxa, ativo)
        select lpad(n::text, 5, '0'), 'b' || n, case when n % 2 = 0 then 'RJ' else 'MG' end, 1.5, true from generate_series(1, 4) n`);
      const asked: PictureRequest[] = [];
      const { text, exitCode, html } = await run('onboard exemplo --html entrada.html', {
        openData: async () => ({
          client: 'exemplo',
          timeZone: 'America/Sao_Paulo',
          database,
          archives: '',
          schemaOptions: {},
          close: async () => undefined,
        }),
        picture: async (one) => {
          asked.push(one);
          return taken;
        },
      });
      expect([text, exitCode]).toEqual(['Relatório em entrada.html, com imagens de uma tela.', 1]);
      expect(asked.map(({ client, screens }) => [client, screens])).toEqual([['exemplo', ['/bairros']]]);
      expect(asked[0]?.after).toBe(sources);
      expect(JSON.parse(asked[0]?.before.get('clients/exemplo.json') ?? '')).toEqual({
        name: overlay.name,
        title: overlay.title,
      });
      // The same on both databases.
      await expect(body(html)).toMatchFileSnapshot('../../golden/onboard.html');
    });
  });

  it('has nothing to be fetched, and nothing of the files is markup', async () => {
    const { html } = await run('onboard exemplo --no-rows --html entrada.html', { picture: async () => taken });
    expect(html.match(/https?:|@import|url\(|<link|<script/g)).toBeNull();
    expect(html).toContain('Plano &lt;Exemplo&gt; &amp; &quot;Filhos&quot;');
    expect(html).toContain('Abertura &lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;');
    expect([...html.matchAll(/src="([^"]{0,22})/g)].map(([, src]) => src)).toEqual(
      Array(3).fill('data:image/png;base64,'),
    );
  });

  it.each([
    [
      'no browser is there',
      'onboard exemplo --no-rows --html entrada.html',
      { picture: async (): Promise<Pictures> => ({ kind: 'no-browser' }) },
      'Sem imagens: não há navegador nesta máquina. Elas pedem as dependências de desenvolvimento (npm ci) e, fora do Linux, o Chrome ou o Edge.',
      'Relatório em entrada.html. Sem imagens: não há navegador nesta máquina. Elas pedem as dependências de desenvolvimento (npm ci) e, fora do Linux, o Chrome ou o Edge.',
    ],
    [
      'they are not wanted',
      'onboard exemplo --no-rows --html entrada.html --no-pictures',
      {
        picture: async (): Promise<Pictures> => {
          throw new Error('nobody asked');
        },
      },
      'As imagens não foram pedidas',
      'Relatório em entrada.html, sem imagens.',
    ],
  ])('is written without pictures where %s, and says so', async (_why, line, more, said, told) => {
    const { text, exitCode, html } = await run(line, more);
    expect([text, exitCode]).toEqual([told, 0]);
    expect(html).toContain(said);
    expect(html).toContain('Os registros do banco não foram conferidos.');
    expect(html).not.toContain('<img');
    // What has no picture leads nowhere.
    expect(html).not.toContain('href="#tela');
  });

  it('says that it cannot be written', async () => {
    const { text, exitCode } = await run('onboard exemplo --no-rows --html nada/entrada.html --no-pictures', {
      save: () => Promise.reject(new Error('ENOENT')),
    });
    expect(exitCode).toBe(2);
    expect(text).toContain("O argumento 'nada/entrada.html' não serve: não se pode gravar neste lugar.");
  });
});
