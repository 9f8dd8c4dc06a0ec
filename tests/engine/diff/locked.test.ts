/** What is told of records that are closed with what they point at, when the files say it otherwise. */
import { expect, it } from 'vitest';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import { listDifferences } from '../../../engine/diff/list-differences.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { namingSources } from './naming-sources.ts';

const delivery = 'schemas/teste/entregas/schema.json';
const note = 'schemas/teste/notas/schema.json';
const paid = "entrega: situacao == 'PAGA'";
const base = compileSide(namingSources, catalogues);

const told = (file: string, before: string, after: string) => {
  const text = namingSources.get(file) ?? '';
  expect(text).toContain(before);
  const side = compileSide(new Map([...namingSources, [file, text.replace(before, after)]]), catalogues);
  return listDifferences(base, side).map(
    ({ effect, to, thing, words, derived }) =>
      `${derived ? '> ' : ''}${effect} ${to?.file} ${[...thing, words].join(' | ')}`,
  );
};

it.each<[string, readonly [string, string, string], readonly string[]]>([
  [
    'that they are no more, and of those that are closed through them',
    [delivery, '"with":["nota"],', ''],
    [
      `weakens ${delivery} Canhoto | o fechamento com 'entrega_id' | muda o que fecha o registro apontado de «${paid} || entrega.nota: situacao == 'PAGA'» para «${paid}»`,
      `weakens ${delivery} Entrega | deixa de se fechar com 'nota_id' quando «nota: situacao == 'PAGA'»: 'codigo', 'nota_id', 'peso', 'volumes'`,
    ],
  ],
  [
    'what stays open',
    [delivery, '"except":["lembrete"]', '"except":["lembrete","peso"]'],
    [
      `weakens ${delivery} Entrega | o que o registro fechado mantém perde o campo 'peso'`,
      `weakens ${delivery} Entrega | o fechamento com 'nota_id' | o que o registro fechado mantém perde o campo 'peso'`,
    ],
  ],
  [
    'when the other is closed, at its file',
    [note, `"when":"situacao == 'PAGA'"`, `"when":"situacao != 'ABERTA'"`],
    [
      `> weakens ${note} Canhoto | o fechamento com 'entrega_id' | muda o que fecha o registro apontado de «${paid} || entrega.nota: situacao == 'PAGA'» para «${paid} || entrega.nota: situacao != 'ABERTA'»`,
      `weakens ${note} Entrega | o fechamento com 'nota_id' | muda o que fecha o registro apontado de «nota: situacao == 'PAGA'» para «nota: situacao != 'ABERTA'»`,
      `weakens ${note} Nota | muda o que fecha o registro a alterações de «situacao == 'PAGA'» para «situacao != 'ABERTA'»`,
    ],
  ],
])('tells %s', (_what, edit, lines) => {
  expect(told(...edit)).toEqual(lines);
});
