/** A record that is closed with what it points at, while it is new: what that is like is not known in the form. */
import { expect, it } from 'vitest';
import { expressionFailures } from '../../../engine/fields/record-expressions.ts';
import { createConditions } from '../../../engine/ui/runtime/conditions.ts';
import { withKnownLock } from '../../../engine/ui/runtime/known-lock.ts';
import { realScreen } from './real-screen.ts';

const moment = { today: '2026-11-29', timeZone: 'America/Sao_Paulo' };
const locked = ['conta_id', 'lote', 'remessa_id', 'segmento', 'sequencia', 'valor'];

it.each([
  ['one that is new in a remittance that the form knows nothing of', {}, []],
  ['one in an open remittance', { 'remessa_id.situacao': 'GERADA' }, []],
  ['one in a remittance that was sent', { 'remessa_id.situacao': 'ENVIADA' }, locked],
  // Its own state is known, whatever the remittance is.
  ['one that is paid', { situacao: 'PAGA' }, [...locked, 'data_efetiva', 'ocorrencia', 'valor_efetivo'].toSorted()],
])('is closed as far as that is known: %s', async (_which, beside, closed) => {
  const { entity } = await realScreen('/remessas-pagamentos-contas');
  const { readOnly } = createConditions(entity, moment, beside)({ remessa_id: 11 });
  expect([...readOnly].toSorted()).toEqual(closed);
  // What is closed is refused, and nothing else, before it is sent.
  const own = withKnownLock(entity, beside);
  const given = Object.fromEntries([...locked, 'data_efetiva', 'ocorrencia', 'valor_efetivo'].map((key) => [key, 1]));
  const failures = expressionFailures({
    entity: own,
    shown: own,
    record: { ...beside, ...given },
    before: beside,
    moment,
  });
  const refused = failures.filter(({ code }) => code === 'VALIDATION_LOCKED').map(({ at }) => at.field);
  expect(refused.toSorted()).toEqual(closed);
});
