/** What another record says of a moment begins a day with that on which it fell. */
import { expect, it } from 'vitest';
import { givenValues } from '../../../engine/ui/runtime/list-action.ts';
import { valuesParameter } from '../../../engine/ui/runtime/record-address.ts';
import { realScreen } from './real-screen.ts';

it('is the day of the zone for a field of a day, and stands as it is for any other', async () => {
  const model = await realScreen('/faturamentos-reembolsos');
  const begun = (recebimento: string) =>
    givenValues(
      model,
      new URLSearchParams({ [valuesParameter]: JSON.stringify({ recebimento, recibo: recebimento }) }),
      'America/Sao_Paulo',
    );
  const late = '2026-11-26T01:30:00+00:00';
  expect(begun(late)).toEqual({ recebimento: '2026-11-25', recibo: late });
  for (const typed of ['2026-11-26', 'Texto']) expect(begun(typed)).toEqual({ recebimento: typed, recibo: typed });
});
