/** The files of the workbench as a tree. */
import { expect, it } from 'vitest';
import { fileNodes, filesWith, foldersAbove } from '../../../../src/screens/workbench/file-nodes.ts';

const paths = [
  'clients/alfa.json',
  'schemas/loja/caixas/search.json',
  'schemas/loja/caixas/columns.json',
  'schemas/loja/caixas/data.csv',
  'schemas/loja/caixas/schema.json',
  'schemas/loja/menu.json',
  'schemas/code-lists/cor.json',
  'schemas/flags.json',
];

it('are folders before files, those of a screen in the order in which they are written', () => {
  expect(fileNodes(paths)).toEqual([
    { value: 'clients', label: 'clients', children: [{ value: 'clients/alfa.json', label: 'alfa.json' }] },
    {
      value: 'schemas',
      label: 'schemas',
      children: [
        {
          value: 'schemas/code-lists',
          label: 'code-lists',
          children: [{ value: 'schemas/code-lists/cor.json', label: 'cor.json' }],
        },
        {
          value: 'schemas/loja',
          label: 'loja',
          children: [
            {
              value: 'schemas/loja/caixas',
              label: 'caixas',
              children: ['schema.json', 'columns.json', 'search.json', 'data.csv'].map((name) => ({
                value: `schemas/loja/caixas/${name}`,
                label: name,
              })),
            },
            { value: 'schemas/loja/menu.json', label: 'menu.json' },
          ],
        },
        { value: 'schemas/flags.json', label: 'flags.json' },
      ],
    },
  ]);
  expect(fileNodes([])).toEqual([]);
});

it('are found by words of the path and of the title, whatever case and accents', () => {
  const titles = new Map([['schemas/loja/caixas', 'Caixa eletrônica']]);
  expect(filesWith(paths, titles, 'ELETRONICA colu')).toEqual(['schemas/loja/caixas/columns.json']);
  expect(filesWith(paths, titles, '')).toEqual(paths);
  expect(filesWith(paths, titles, 'nada')).toEqual([]);
});

it('lie in folders, outermost first', () => {
  expect(foldersAbove('schemas/loja/menu.json')).toEqual(['schemas', 'schemas/loja']);
  expect(foldersAbove('')).toEqual([]);
});
