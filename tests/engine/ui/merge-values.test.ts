/** The merge of a record that two people changed: its fields, its lists of rows, and how the places are called. */
import { describe, expect, it } from 'vitest';
import { changedCells, conflictText, rowNames } from '../../../engine/ui/runtime/conflict-text.ts';
import { mergeValues } from '../../../engine/ui/runtime/merge-values.ts';
import { recordValues } from '../../../engine/ui/runtime/record-values.ts';
import { createTexts } from '../../../engine/ui/runtime/texts.ts';
import { realScreen } from './real-screen.ts';

describe('a merge of fields', async () => {
  const model = await realScreen('/distritos');
  const base = { nome: 'Centro', ativo: true, cidade_id: 7 };

  it('keeps both sides where they changed different fields', () => {
    const versions = { base, mine: { ...base, nome: 'Sede' }, theirs: { ...base, cidade_id: 9 } };
    expect(mergeValues(model, versions)).toEqual({
      values: { nome: 'Sede', ativo: true, cidade_id: 9 },
      conflicts: [],
    });
  });

  it('asks where both changed a field to different values, and only there', () => {
    const mine = { ...base, nome: 'Sede', cidade_id: 9 };
    const theirs = { ...base, nome: 'Distrito-sede', cidade_id: 9 };
    const conflicts = [{ kind: 'field', place: 'nome', name: 'nome', mine: 'Sede', theirs: 'Distrito-sede' }];
    expect(mergeValues(model, { base, mine, theirs })).toEqual({ values: mine, conflicts });
    expect(mergeValues(model, { base, mine, theirs }, { nome: 'theirs' })).toEqual({ values: theirs, conflicts });
  });

  it('takes over that the other side emptied a field, and asks where I changed it meanwhile', () => {
    const read = { ...base, codigo: '1' };
    expect(mergeValues(model, { base: read, mine: { ...read, nome: 'Sede' }, theirs: base }).values).toEqual({
      nome: 'Sede',
      ativo: true,
      cidade_id: 7,
    });
    const changed = mergeValues(
      model,
      { base: read, mine: { ...read, codigo: '2' }, theirs: base },
      { codigo: 'theirs' },
    );
    expect(changed).toEqual({
      values: base,
      conflicts: [{ kind: 'field', place: 'codigo', name: 'codigo', mine: '2', theirs: undefined }],
    });
  });
});

describe('a merge of a list of rows', async () => {
  const model = await realScreen('/questionarios');
  const texts = createTexts({
    'rows.row': 'linha {number}',
    'merge.row': '{list}, linha {row}',
    'merge.row.named': '{list}, linha {row} ({name})',
    'merge.cell': '{row}: {field}',
    'merge.order': '{list}: ordem das linhas',
  });
  const one = { id: 1, enunciado: 'Fuma?', tipo: 'SIM_NAO', obrigatoria: true };
  const two = { id: 2, enunciado: 'Bebe?', tipo: 'ESCOLHA', opcoes: 'Sim\nNão', obrigatoria: false };
  const three = { id: 3, enunciado: 'Dorme?', tipo: 'SIM_NAO', obrigatoria: false };
  const base = { nome: 'Hábitos', perguntas: [one, two, three] };

  it('goes row by row: what one side changed, added, moved or took out counts beside what the other did', () => {
    const mine = {
      nome: 'Hábitos de vida',
      perguntas: [{ enunciado: 'Corre?' }, { ...one, obrigatoria: false }, three],
    };
    const theirs = {
      nome: 'Hábitos',
      perguntas: [three, { ...one, enunciado: 'Fuma hoje?' }, two, { id: 9, enunciado: 'Come?' }],
    };
    expect(mergeValues(model, { base, mine, theirs })).toEqual({
      values: {
        nome: 'Hábitos de vida',
        perguntas: [
          { enunciado: 'Corre?' },
          three,
          { ...one, enunciado: 'Fuma hoje?', obrigatoria: false },
          { id: 9, enunciado: 'Come?' },
        ],
      },
      conflicts: [],
    });
  });

  it('asks by row and field where both did something else, and names the place', () => {
    const mine = {
      ...base,
      perguntas: [{ ...two, enunciado: 'Bebe muito?' }, { ...one, enunciado: 'Fuma ou fumou?' }, three],
    };
    const theirs = { ...base, perguntas: [three, { ...one, enunciado: 'Fuma hoje?' }] };
    const versions = { base, mine, theirs };
    const { conflicts } = mergeValues(model, versions);
    expect(conflicts.map(({ kind, place }) => [kind, place])).toEqual([
      ['cell', 'perguntas.1.enunciado'],
      ['row', 'perguntas.2'],
    ]);
    const read = { ...versions, theirs: { row: theirs } };
    expect(conflicts.map((found) => conflictText(texts, model, read, found))).toEqual([
      'Perguntas, linha 2 (Fuma hoje?): Enunciado',
      'Perguntas, linha 1 (Bebe?)',
    ]);
    const [child] = model.entity.children;
    expect(child && changedCells(child, two, mine.perguntas[0] ?? {}).map(({ title }) => title)).toEqual(['Enunciado']);
    const { id: _gone, ...again } = { ...two, enunciado: 'Bebe muito?' };
    expect(mergeValues(model, versions, { 'perguntas.1.enunciado': 'theirs' }).values['perguntas']).toEqual([
      three,
      { ...one, enunciado: 'Fuma hoje?' },
      again,
    ]);
    expect(mergeValues(model, versions, { 'perguntas.2': 'theirs' }).values['perguntas']).toEqual([
      three,
      { ...one, enunciado: 'Fuma ou fumou?' },
    ]);
  });

  it('asks for the order where both put the rows in another', () => {
    const [mine, theirs] = [
      [two, one, three],
      [three, one, two],
    ].map((perguntas) => ({ ...base, perguntas }));
    if (mine === undefined || theirs === undefined) throw new Error('two sides');
    const versions = { base, mine, theirs };
    const { values, conflicts } = mergeValues(model, versions);
    expect([values, conflicts.length]).toEqual([mine, 1]);
    const [found] = conflicts;
    if (found?.kind !== 'order') throw new Error('an order');
    const read = { ...versions, theirs: { row: theirs } };
    expect(conflictText(texts, model, read, found)).toBe('Perguntas: ordem das linhas');
    expect(rowNames(texts, model, read, 'perguntas', found.mine)).toEqual(['Bebe?', 'Fuma?', 'Dorme?']);
    expect(rowNames(texts, model, read, 'perguntas', found.theirs)).toEqual(['Dorme?', 'Fuma?', 'Bebe?']);
    expect(mergeValues(model, versions, { 'perguntas.order': 'theirs' }).values).toEqual(theirs);
  });

  it('holds one of the rows that both added with the same values: it may be my own, whose answer got lost', () => {
    const added = { enunciado: 'Corre?', tipo: 'SIM_NAO', obrigatoria: true };
    const mine = { ...base, nome: 'Outro', perguntas: [...base.perguntas, added] };
    const theirs = { ...base, perguntas: [...base.perguntas, { id: 7, ...added }] };
    expect(mergeValues(model, { base, mine, theirs })).toEqual({
      values: { nome: 'Outro', perguntas: theirs.perguntas },
      conflicts: [],
    });
  });

  it('leaves the rows of the draft of a new record as they were typed', () => {
    const fresh = { perguntas: [{ tipo: 'SIM_NAO', obrigatoria: true }] };
    const typed = { perguntas: [{ tipo: 'SIM_NAO', obrigatoria: true, enunciado: 'Fuma?' }] };
    expect(mergeValues(model, { base: fresh, mine: typed, theirs: structuredClone(fresh) })).toEqual({
      values: typed,
      conflicts: [],
    });
  });

  it('of a record as it is read finds nothing to do where nothing was changed', () => {
    const values = recordValues(model, {
      ...base,
      id: 5,
      finalidade: 'PESQUISA',
      perguntas: [{ ...one, opcoes: null }],
    });
    expect(mergeValues(model, { base: values, mine: values, theirs: values })).toEqual({ values, conflicts: [] });
  });
});
