/**
 * The compiled validators of records. Ajv compiles each schema once; the same code, as text, is what the browser runs,
 * so form, API and import cannot disagree.
 */
import { createHash } from 'node:crypto';
import type { CodeKeywordDefinition } from 'ajv/dist/2020.js';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { LRUCache } from 'lru-cache';
import { placesOf } from '../core/decimal.ts';
import type { SchemaFailure } from '../fields/describe-failure.ts';
import { formats } from '../fields/formats.ts';
import { recordSchema } from '../fields/record-schema.ts';
import type { Entity } from '../model/types.ts';

export interface BrowserValidator {
  /** Digest of the text: its address never changes meaning. */
  readonly digest: string;
  /** An ES module: `export default function make(require) -> validate`. */
  readonly text: string;
}

/**
 * `multipleOf` over decimals as they are written: 0.07 is a multiple of 0.01 in any bank, though not in binary
 * fractions, and dividing those misjudges amounts from some hundred millions on.
 */
const decimalMultiple: CodeKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: { message: 'must be a multiple', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
  code: (cxt) => {
    const places = placesOf(cxt.schema as number);
    const step = Math.round((cxt.schema as number) * 10 ** places);
    const written = _`${cxt.data}.toFixed(${places})`;
    const units = _`BigInt(${written}.replace(".", ""))`;
    cxt.fail(
      _`Math.abs(${cxt.data}) >= 1e21 || Number(${written}) !== ${cxt.data} || ${units} % BigInt(${step}) !== BigInt(0)`,
    );
  },
};

const createAjv = () => {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    // The schemas are our own, and known to be valid: compiling the schema of schemas costs more than all of them.
    meta: false,
    validateSchema: false,
    formats,
    code: { source: true, formats: _`require("fichario/formats").formats` },
  });
  return ajv.removeKeyword('multipleOf').addKeyword(decimalMultiple);
};

type Schema = Readonly<Record<string, unknown>>;

/** What a validator says nothing of: a label that changes leaves the module, and so its address, as it is. */
const withoutTitles = ({ title: _title, properties, items, ...rest }: Schema): Schema => ({
  ...rest,
  ...(properties === undefined
    ? {}
    : {
        properties: Object.fromEntries(
          Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, one]) => [
            name,
            withoutTitles(one),
          ]),
        ),
      }),
  ...(items === undefined ? {} : { items: withoutTitles(items as Schema) }),
});

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** By the digest of the schema: what is compiled again after a change of the files is mostly the same. */
const modules = new LRUCache<string, BrowserValidator>({ max: 500 });

const moduleOf = (schema: Schema): BrowserValidator => {
  const key = digestOf(JSON.stringify(schema));
  const known = modules.get(key);
  if (known !== undefined) return known;
  // Ajv numbers the names in its code: in an instance of its own the text is the same in every process and start.
  const ajv = createAjv();
  const code = (standaloneCode.default ?? standaloneCode)(ajv, ajv.compile(schema));
  const text = `export default function make(require) {\nconst module = { exports: {} };\n${code}\nreturn module.exports;\n}\n`;
  const made = { digest: digestOf(text), text };
  modules.set(key, made);
  return made;
};

export class Validators {
  private readonly ajv = createAjv();
  private readonly checks = new WeakMap<Entity, Map<boolean, ReturnType<Ajv2020['compile']>>>();
  private readonly modules = new WeakMap<Entity, BrowserValidator>();

  private compiled(entity: Entity, partial: boolean) {
    const known = this.checks.get(entity) ?? new Map<boolean, ReturnType<Ajv2020['compile']>>();
    this.checks.set(entity, known);
    let check = known.get(partial);
    if (!check) {
      check = this.ajv.compile(recordSchema(entity, partial));
      known.set(partial, check);
    }
    return check;
  }

  /** Checks a record of an entity as the user may write it; an empty list is a good record. */
  of(entity: Entity, partial: boolean): (record: unknown) => readonly SchemaFailure[] {
    const check = this.compiled(entity, partial);
    // That a row without id is not as `else` asks for says nothing beside what it lacks.
    return (record) => (check(record) ? [] : (check.errors ?? []).filter(({ keyword }) => keyword !== 'if'));
  }

  /** The same check as a module for the browser. */
  browser(entity: Entity): BrowserValidator {
    let found = this.modules.get(entity);
    if (!found) {
      found = moduleOf(withoutTitles(recordSchema(entity)));
      this.modules.set(entity, found);
    }
    return found;
  }
}
