import type { RJSFSchema } from '@rjsf/utils';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { Validators } from '../../../engine/data/validators.ts';
import { formats } from '../../../engine/fields/formats.ts';
import { recordSchema } from '../../../engine/fields/record-schema.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import fc from '../../support/laws.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';

const files = loadFiles(await readRealFiles(), fileMemory);
const entities = Object.values(compile(resolve(files, 'copass'), catalogues).model.entities);

/** RJSF's own validator over the same schema: what a form of RJSF would say without ours. */
const reference = customizeValidator<Record<string, unknown>>({
  // Its type asks for the whole module; what it does is `new AjvClass(options)`.
  AjvClass: Ajv2020 as never,
  customFormats: formats,
  ajvOptionsOverrides: { multipleOfPrecision: 6 },
});

/** The reference divides and forgives what is left below its precision; ours reads the decimals as they are written. */
const isForgiven = (given: number): boolean =>
  Array.from({ length: 7 }, (_, places) => Math.abs(given * 10 ** places)).some((units) => {
    const rest = Math.abs(Math.round(units) - units);
    return rest > 0 && rest <= 1e-6;
  });

const value = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.integer().map((cents) => cents / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((given) => !isForgiven(given)),
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^\d{1,9}$/),
  fc.constantFrom(
    'MG',
    'NACIONAL',
    '2026-02-28',
    '2026-02-30',
    '39053344705',
    'ana@exemplo.com.br',
    'https://exemplo.com.br',
    '',
  ),
);

it('checks by schemas that are valid ones', () => {
  const ajv = new Ajv2020({ strict: false });
  const wrong = entities.filter((entity) =>
    [true, false].some((some) => !ajv.validateSchema(recordSchema(entity, some))),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

it.each(entities.map((entity) => [entity.name, entity] as const))(
  'judges every record of %s as the validator of RJSF does',
  (_name, entity) => {
    const check = new Validators().of(entity, false);
    const schema = recordSchema(entity) as RJSFSchema;
    const columns = [...entity.fields.map((field) => field.column), 'desconhecido'];
    const record = fc.dictionary(fc.constantFrom(...columns), value, { maxKeys: columns.length });
    fc.assert(
      fc.property(record, (given) => {
        expect(check(given).length === 0).toBe(reference.isValid(schema, given, schema));
      }),
      { numRuns: 300 },
    );
  },
);
