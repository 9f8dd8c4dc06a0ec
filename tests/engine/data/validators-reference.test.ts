import type { RJSFSchema } from '@rjsf/utils';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Validators } from '../../../engine/data/validators.ts';
import { formats } from '../../../engine/fields/formats.ts';
import { recordSchema } from '../../../engine/fields/record-schema.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
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

const value = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
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
