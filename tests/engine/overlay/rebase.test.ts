import { describe, expect, it } from 'vitest';
import type { Project } from '../../../engine/commands/contract.ts';
import { commands } from '../../../engine/commands/index.ts';
import { runCommandLine } from '../../../engine/commands/run.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { messagesFile } from '../../../engine/metadata/load-messages.ts';
import { mergeLists } from '../../../engine/overlay/rebase.ts';
import { bareProject } from '../../support/bare-project.ts';
import fc from '../../support/laws.ts';

const real = await readSourceFiles(`${import.meta.dirname}/../../..`);

/** The examples and the texts of the engine. */
const count = examples.size + 1;

describe('mergeLists', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'));

  it('gives what one side says where the other changed nothing', () => {
    fc.assert(
      fc.property(names, names, (was, other) => {
        expect(mergeLists(was, was, other)).toEqual(other);
        expect([...mergeLists(was, other, was)].sort()).toEqual([...other].sort());
      }),
    );
  });

  it('adds what the base added, drops what it dropped, keeps the order and the own items of the client', () => {
    fc.assert(
      fc.property(names, names, names, (was, is, says) => {
        const merged = mergeLists(was, is, says);
        expect(new Set(merged).size).toBe(merged.length);
        const expected = new Set([
          ...says.filter((item) => is.includes(item) || !was.includes(item)),
          ...is.filter((item) => !was.includes(item)),
        ]);
        expect(new Set(merged)).toEqual(expected);
        const kept = says.filter((item) => expected.has(item));
        expect(merged.filter((item) => kept.some((one) => one === item))).toEqual(kept);
      }),
    );
  });

  it('puts what came in behind what it follows in the base', () => {
    expect(mergeLists(['a', 'b'], ['a', 'x', 'b', 'y'], ['b', 'a'])).toEqual(['b', 'y', 'a', 'x']);
    expect(mergeLists(['a'], ['x', 'a'], ['a', 'm'])).toEqual(['x', 'a', 'm']);
  });
});

const overlayOf = (more: object) =>
  `${JSON.stringify(
    {
      name: 'exemplo',
      title: 'Plano Exemplo',
      fields: { bairro: { codigo: { label: 'Número' }, nome: { label: 'Nome' } } },
      screens: { bairros: { columns: ['nome', 'codigo'] } },
      ...more,
    },
    null,
    2,
  )}\n`;

/** What the base said is not what it says today: a label, a column, and a label that became the client's own. */
const drifted = overlayOf({
  base: {
    'bairro.codigo.label': 'Codigo',
    'bairro.nome.label': 'Denominação',
    'bairros.columns': ['codigo', 'nome', 'uf'],
  },
});

const projectOf = (overlay: string) => {
  const written = new Map<string, string>();
  const project: Project = {
    ...bareProject,
    read: async () =>
      new Map([
        ...examples,
        [messagesFile, real.get(messagesFile) ?? ''],
        ['clients/exemplo.json', overlay],
        ...written,
      ]),
    write: async (files) => {
      for (const [path, text] of files) written.set(path, text);
    },
  };
  const run = (line: string) => runCommandLine(line.split(' '), commands, project);
  return { run, overlay: () => JSON.parse(written.get('clients/exemplo.json') ?? overlay), written };
};

describe('overlay rebase', () => {
  it('shows what the base said, what it says and what the client says', async () => {
    const { run, written } = projectOf(drifted);
    expect(await run('overlay rebase exemplo')).toEqual({
      exitCode: 1,
      text: [
        'clients/exemplo.json:7:9 bairro.codigo.label: a base mudou',
        '    base, ao escrever: "Codigo"',
        '    base, agora:       "Código"',
        '    ajuste:            "Número"',
        '    --keep bairro.codigo.label (fica o ajuste), --take bairro.codigo.label (vale a base)',
        'clients/exemplo.json:10:9 bairro.nome.label: a base passou a dizer o mesmo',
        '    base, ao escrever: "Denominação"',
        '    base, agora:       "Nome"',
        '    ajuste:            "Nome"',
        '    --take bairro.nome.label (vale a base)',
        'clients/exemplo.json:16:7 bairros.columns: a base mudou',
        '    base, ao escrever: ["codigo","nome","uf"]',
        '    base, agora:       ["codigo","nome","uf","vizinho.nome"]',
        '    ajuste:            ["nome","codigo"]',
        '    juntos:            ["nome","vizinho.nome","codigo"]',
        '    --merge bairros.columns (a lista acompanha a base), --keep bairros.columns (fica o ajuste), --take bairros.columns (vale a base)',
        '3 por decidir',
      ].join('\n'),
    });
    expect(written.size).toBe(0);
  });

  it('writes what is decided, and then has nothing to say', async () => {
    const { run, overlay } = projectOf(drifted);
    const { text, exitCode } = await run(
      'overlay rebase --keep bairro.codigo.label --merge bairros.columns --take bairro.nome.label',
    );
    expect({ text, exitCode }).toEqual({ text: 'gravado: clients/exemplo.json\nnada por decidir', exitCode: 0 });
    expect(overlay()).toEqual({
      name: 'exemplo',
      title: 'Plano Exemplo',
      fields: { bairro: { codigo: { label: 'Número' } } },
      screens: { bairros: { columns: ['nome', 'vizinho.nome', 'codigo'] } },
      base: { 'bairro.codigo.label': 'Código', 'bairros.columns': ['codigo', 'nome', 'uf', 'vizinho.nome'] },
    });
    expect(await run('overlay rebase')).toEqual({ text: 'nada por decidir', exitCode: 0 });
    expect((await run('validate')).text).toContain('0 erros, 0 avisos');
  });

  it('takes the base for all at once', async () => {
    const { run, overlay } = projectOf(drifted);
    expect((await run('overlay rebase --take tudo')).exitCode).toBe(0);
    expect(overlay()).toEqual({ name: 'exemplo', title: 'Plano Exemplo' });
  });

  it('tells of what is no longer in the base', async () => {
    const { run, overlay } = projectOf(
      overlayOf({ fields: { bairro: { zona: { label: 'Z' } } }, screens: {}, base: { 'bairro.zona.label': 'Zona' } }),
    );
    expect((await run('overlay rebase')).text).toContain(
      [
        'bairro.zona.label: não existe mais na base',
        '    base, ao escrever: "Zona"',
        '    base, agora:       (não existe)',
        '    ajuste:            "Z"',
        '    --take bairro.zona.label (vale a base)',
      ].join('\n'),
    );
    expect((await run('overlay rebase --take tudo')).exitCode).toBe(0);
    expect(overlay()).toEqual({ name: 'exemplo', title: 'Plano Exemplo', screens: {} });
  });

  it.each([
    ['overlay rebaze', "'rebaze'", "'rebase'"],
    ['overlay rebase exempl', "'exempl'", "'exemplo'"],
    ['overlay rebase --keep bairro.codigo.labe', 'não é um ajuste cuja base mudou', "'bairro.codigo.label'"],
    ['overlay rebase --merge bairro.codigo.label', '--merge não se aplica; aqui vale --keep ou --take', ''],
  ])('refuses %j', async (line, message, hint) => {
    const { run, written } = projectOf(drifted);
    const { text, exitCode } = await run(line);
    expect(exitCode).toBe(2);
    expect(text).toContain(message);
    expect(text).toContain(hint);
    expect(written.size).toBe(0);
  });
});

describe('validate --fix', () => {
  it('leaves a misspelt name where the right one is said too: which is meant somebody must decide', async () => {
    const flags = { 'beneficiario-cartao': true, 'beneficiario.Cartao': true, 'beneficiario.cartao': false };
    const { run, overlay } = projectOf(overlayOf({ flags }));
    const { text, exitCode } = await run('validate --fix');
    expect(exitCode).toBe(1);
    expect(text.match(/OVERLAY_FLAG_MISSING/g)).toHaveLength(2);
    expect((overlay() as { flags: object }).flags).toEqual({
      'beneficiario-cartao': true,
      'beneficiario.Cartao': true,
    });
  });

  it('renames one of two misspelt names, and leaves the other', async () => {
    const { run, overlay } = projectOf(
      overlayOf({ flags: { 'beneficiario-cartao': false, 'beneficiario.Cartao': true } }),
    );
    await run('validate --fix');
    expect((overlay() as { flags: object }).flags).toEqual({
      'beneficiario-cartao': false,
      'beneficiario.cartao': true,
    });
  });

  it('mends what has one answer, notes the base, and tells what it did', async () => {
    const { run, overlay } = projectOf(
      overlayOf({
        fields: {
          Bairro: {
            codigo: { label: 'Número', maks: '##' },
            nome: { label: 'Nome' },
            taxa: { visible: false, help: 'x' },
          },
        },
        screens: { bairros: { columns: ['Nome', 'codigo'] } },
        flags: { 'beneficiario-cartao': true },
      }),
    );
    const { text, exitCode } = await run('validate --fix');
    // which key was meant nobody knows
    expect(exitCode).toBe(1);
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('consertado'))
        .map((line) => line.split(' ')[2]),
    ).toEqual([
      'OVERLAY_ENTITY_MISSING',
      'OVERLAY_COLUMN_MISSING',
      'OVERLAY_FLAG_MISSING',
      'OVERLAY_REDUNDANT',
      'OVERLAY_SHADOWED',
    ]);
    expect(text).toContain('LANGUAGE_KEY_UNKNOWN');
    expect(overlay()).toEqual({
      name: 'exemplo',
      title: 'Plano Exemplo',
      fields: { bairro: { codigo: { label: 'Número', maks: '##' }, taxa: { visible: false } } },
      screens: { bairros: { columns: ['nome', 'codigo'] } },
      flags: { 'beneficiario.cartao': true },
    });
  });

  it('leaves no reason behind for what it takes away', async () => {
    const because = 'Outro.';
    const { run, overlay } = projectOf(
      overlayOf({
        fields: {
          bairro: {
            nome: { label: 'Nome', because },
            codigo: { label: 'Número', because },
            taxa: { because },
          },
        },
        screens: { bairros: { pageSize: 50, because } },
      }),
    );
    expect((await run('validate --fix')).text).toContain(': 0 erros, 0 avisos');
    const { fields, screens } = overlay();
    expect({ fields, screens }).toEqual({
      fields: { bairro: { codigo: { label: 'Número', because } } },
      screens: undefined,
    });
  });

  it('notes the base of a new overlay, once', async () => {
    const { run, overlay } = projectOf(overlayOf({ fields: { bairro: { codigo: { label: 'Número' } } } }));
    expect((await run('validate')).text).toContain('OVERLAY_BASE_UNNOTED');
    expect(await run('validate --fix')).toEqual({
      text: `anotado: 2 itens da base\nconsertos em 1 arquivo\n${count} arquivos: 0 erros, 0 avisos`,
      exitCode: 0,
    });
    expect(overlay().base).toEqual({
      'bairro.codigo.label': 'Código',
      'bairros.columns': ['codigo', 'nome', 'uf', 'vizinho.nome'],
    });
    expect((await run('validate --fix')).text).toBe(`consertos em 0 arquivos\n${count} arquivos: 0 erros, 0 avisos`);
  });
});

it('every overlay of this product has its base noted', async () => {
  const { loadFiles } = await import('../../../engine/metadata/load-files.ts');
  for (const { value } of loadFiles(real).clients)
    expect(Object.keys(value.base ?? {}).length > 0).toBe(
      value.flags !== undefined || value.fields !== undefined || value.screens !== undefined,
    );
});
