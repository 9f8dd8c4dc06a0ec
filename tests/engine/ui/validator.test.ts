import { describe, expect, it } from 'vitest';
import { Validators } from '../../../engine/data/validators.ts';
import { createFormValidator, failuresOf, loadValidator } from '../../../engine/ui/form/validator.ts';
import { createTexts } from '../../../engine/ui/runtime/texts.ts';
import messages from '../../../schemas/messages/pt-BR.json' with { type: 'json' };
import { loadRealProduct } from './real-screen.ts';

const { model } = await loadRealProduct();
const entity = model.entities['feriado'];
if (!entity) throw new Error('no feriado');
const texts = createTexts({
  ...messages.texts,
  'errors.VALIDATION_REQUIRED': messages.errors.VALIDATION_REQUIRED.message,
  'errors.VALIDATION_DAY': messages.errors.VALIDATION_DAY.message,
});
const { text } = new Validators().browser(entity);
const validate = await loadValidator(`data:text/javascript,${encodeURIComponent(text)}`);

describe('validation in the browser', () => {
  it('runs what the server compiled, and speaks of fields', () => {
    expect(failuresOf(validate, entity, texts, {}).map(({ message }) => message)).toContain('Informe Data.');
  });

  it('asks for a date as people type it, not as it is sent', () => {
    const [failure] = failuresOf(validate, entity, texts, { data: 'amanhã' });
    expect(failure).toEqual({
      field: 'data',
      message: 'Informe em Data uma data que exista, no formato dd/mm/aaaa.',
    });
  });

  it.each(['31/02/2026', '2026-02-31'])('says of %s that no calendar has it, in the words of the server', (data) => {
    const [failure] = failuresOf(validate, entity, texts, { data });
    expect(failure).toEqual({ field: 'data', message: 'Data: 31/02/2026 não existe no calendário.' });
  });

  it('gives RJSF the failures by property, and never chooses among parts of a schema', () => {
    const validator = createFormValidator(validate, entity, texts);
    const { errors, errorSchema } = validator.validateFormData({}, {});
    expect(errors.length).toBeGreaterThan(0);
    expect(errorSchema).toHaveProperty('data.__errors', ['Informe Data.']);
    expect(validator.isValid({}, {}, {})).toBe(true);
  });

  it('refuses a module that asks for what is not provided', async () => {
    const strange = 'export default (require) => require("fs")';
    await expect(loadValidator(`data:text/javascript,${encodeURIComponent(strange)}`)).rejects.toThrow(/fs/);
  });
});
