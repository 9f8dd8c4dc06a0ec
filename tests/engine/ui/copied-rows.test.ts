import { beforeAll, describe, expect, it } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { copiedLists, copyOf, gridNames } from '../../../engine/ui/runtime/copied-rows.ts';
import { newValues } from '../../../engine/ui/runtime/record-values.ts';
import { realScreen } from './real-screen.ts';

describe('a copy of a record', () => {
  let banks: ScreenModel;
  let surveys: ScreenModel;
  beforeAll(async () => {
    [banks, surveys] = await Promise.all([realScreen('/bancos'), realScreen('/questionarios')]);
  });

  it('has all that may be written of it but what is unique, and neither id nor version; what it does not tell begins anew', () => {
    const row = {
      id: 7,
      versao: 3,
      codigo: '001',
      nome: 'Banco do Brasil',
      nome_reduzido: 'BB',
      ativo: null,
      site: null,
    };
    expect(copyOf(banks, row)).toEqual({
      nome: 'Banco do Brasil',
      nome_reduzido: 'BB',
      aceita_cnab240: false,
    });
    expect(newValues(banks, copyOf(banks, row))).toMatchObject({ ativo: null });
  });

  it('has the rows that the record owns, as new ones', () => {
    const [list = ''] =
      Object.keys(surveys.childRelations).length > 0
        ? Object.keys(surveys.childRelations)
        : surveys.entity.children.map(({ name }) => name);
    const child = surveys.entity.children.find(({ name }) => name === list);
    const column = child?.entity.fields.find(({ type }) => type === 'text' || type === 'long-text')?.column ?? '';
    const copy = copyOf(surveys, { id: 1, [list]: [{ id: 5, [column]: 'Fuma?' }] });
    expect(copy[list]).toEqual([{ [column]: 'Fuma?' }]);
    expect(copiedLists(surveys)).toContain(child?.title);
  });

  it('is edited field by field, its lists aside', () => {
    expect(gridNames(banks)).toContain('codigo');
    expect(gridNames(surveys)).not.toContain(surveys.entity.children[0]?.name);
  });
});
