import { describe, expect, it } from 'vitest';
import { resolveDay } from '../../../engine/contract/date-periods.ts';
import { parseListQuery, writeListQuery } from '../../../engine/contract/list-query.ts';
import { dayInZone } from '../../../engine/core/day-in-zone.ts';
import { formatDay } from '../../../engine/fields/date-text.ts';
import { describeFilters } from '../../../engine/ui/runtime/filter-chips.ts';
import { filterFields } from '../../../engine/ui/runtime/filter-value.ts';
import { createTexts } from '../../../engine/ui/runtime/texts.ts';
import messages from '../../../schemas/messages/pt-BR.json' with { type: 'json' };
import { realScreen } from './real-screen.ts';

const model = await realScreen('/feriados');
const chips = (text: string) =>
  describeFilters(
    {
      model,
      fields: filterFields(model),
      texts: createTexts(messages.texts),
      timeZone: 'America/Sao_Paulo',
    },
    parseListQuery(new URLSearchParams(text)),
  );

describe('the chips of a list', () => {
  it.each([
    ['descricao=has.natal', "contém 'natal'"],
    ['criado_em=gte.2026-01-02T12:30:00Z', 'a partir de 02/01/2026 09:30'],
    ['criado_em=gte.nunca', 'a partir de nunca'],
    ['criado_em=gte.2026-02-01', 'a partir de 01/02/2026'],
    ['data=gte.2026-01-01', 'a partir de 01/01/2026'],
    ['data=lte.2026-12-31', 'até 31/12/2026'],
    ['data=gte.2026-01-01&data=lte.2026-12-31', '01/01/2026 a 31/12/2026'],
    ['abrangencia=in.(NACIONAL,BANCARIO)', 'Nacional, Bancário'],
    ['fixo=is.true', 'Sim'],
    ['data=neq.2026-01-01', 'diferente de 2026-01-01'],
    ['id=in.(1,2,3)', 'um de 1, 2, 3'],
    ['id=in.(1,2,3,4,5,6,7)', 'um de 7 valores'],
  ])('say %s as %s', (address, text) => {
    expect(chips(address).map((chip) => chip.text)).toEqual([text]);
  });

  it.each([
    ['a filter', 'data=gte.2026-01-01&data=lte.2026-12-31'],
    ['a condition that no control shows', 'data=neq.2026-01-01'],
  ])('take away their own filter and no other: %s', (_name, filter) => {
    const [chip] = chips(`${filter}&uf=in.(MG)`);
    // What was added since the chip was drawn stays too.
    const now = parseListQuery(new URLSearchParams(`${filter}&uf=in.(MG)&order=data.desc&q=x`));
    expect(chip && writeListQuery(chip.without(now)).toString()).toBe('q=x&uf=in.%28MG%29&order=data.desc');
  });

  it('name the related records of a relation later, by their ids', () => {
    expect(chips('cidade_id=in.(7,9)')).toMatchObject([{ relation: { column: 'cidade_id', ids: [7, 9] } }]);
  });

  it('say of one end of a period the day that it is', () => {
    const first = formatDay(resolveDay('@year', dayInZone('America/Sao_Paulo')));
    const told = ['data=gte.@year', 'criado_em=gte.@year'].map((text) => chips(text).map((chip) => chip.text));
    expect(told).toEqual([[`a partir de ${first}`], [`a partir de ${first}`]]);
  });
});
