/** Common slips: what people write who come from other tools or from Portuguese, and what this language calls it. */
import type { Json } from '../core/json.ts';
import { fromPointer, isJsonObject, valueAt } from '../core/json.ts';
import { plainName } from '../core/plain-name.ts';
import { spokenKeys } from './spoken-keys.ts';

export interface Slip {
  /** The right key, where it stands in the same place. */
  readonly meant?: string;
  /** One sentence: where or how to say it. */
  readonly advice?: string;
}

/** Several names of one thing. */
const allAs = (keys: readonly string[], slip: Slip): Readonly<Record<string, Slip>> =>
  Object.fromEntries(keys.map((key) => [key, slip]));

const keySlips: Readonly<Record<string, Slip>> = {
  mask: { meant: 'x-mask' },
  unique: { meant: 'x-unique' },
  relation: { meant: 'x-relation' },
  help: { meant: 'x-help' },
  codes: { meant: 'x-codes' },
  visible: { meant: 'x-visible' },
  scale: { meant: 'x-scale' },
  ...allAs(['filledFrom', 'fetch_from'], { meant: 'x-filled-from' }),
  ...allAs(['begins', 'initialValue', 'default_value'], { meant: 'x-begins' }),
  codeList: { meant: 'x-code-list' },
  label: { meant: 'title', advice: "Na base o nome de um campo é 'title'; 'label' só existe no ajuste de um cliente." },
  ...allAs(['enum', 'oneOf', 'anyOf', 'options', 'choices'], {
    meant: 'x-code-list',
    advice: 'Crie uma lista em schemas/code-lists e informe o nome dela no campo.',
  }),
  ...allAs(['$ref', 'x-ref', 'foreignKey', 'references'], {
    advice: 'Um campo que aponta para outro registro se declara com "x-relation": { "entity": "..." }.',
  }),
  ...allAs(['money', 'currency', 'x-money', 'x-currency'], {
    advice: 'Um valor em reais se declara com "type": "number", "format": "money".',
  }),
  nullable: { advice: "Todo campo que não está em 'required' pode ficar vazio; remova a chave." },
  exclusiveMinimum: {
    meant: 'minimum',
    advice: "'minimum' aceita o próprio limite: acima de zero é 1, ou 0.01 em reais.",
  },
  exclusiveMaximum: { meant: 'maximum', advice: "'maximum' aceita o próprio limite: abaixo de 100 é 99, ou 99.99." },
  length: { meant: 'maxLength' },
  ...allAs(['decimals', 'precision'], { meant: 'x-scale' }),
  ...allAs(['tooltip', 'placeholder'], { meant: 'x-help' }),
  ...allAs(['computed', 'formula'], { meant: 'x-computed' }),
  ...allAs(['readonly', 'x-read-only'], { meant: 'readOnly' }),
  required: {
    advice: 'Campos obrigatórios ficam na lista \'required\', ao lado de \'properties\': "required": ["nome"].',
  },
  index: {
    advice:
      "Índices ficam em columns.json, na chave 'indexes'; os das linhas de uma lista, em 'x-indexes' ao lado dela.",
  },
  hidden: { meant: 'x-visible', advice: 'Para ocultar um campo use "x-visible": false.' },
};

const patchSlips: Readonly<Record<string, Slip>> = {
  type: { advice: 'O ajuste de um cliente não troca o tipo de um campo; remova a chave.' },
  permission: { advice: 'O ajuste de um cliente não muda permissões; elas vêm das regras dos grupos. Remova a chave.' },
  title: { meant: 'label', advice: "No ajuste de um cliente o nome de um campo é 'label'." },
  'x-mask': { meant: 'mask' },
  'x-help': { meant: 'help' },
  'x-codes': { meant: 'codes' },
  'x-visible': { meant: 'visible' },
  hidden: { meant: 'visible', advice: 'Para ocultar um campo use "visible": false.' },
};

/** Of values of an `enum`, by their plain form; one counts where the list holds what it stands for. */
export const valueSlips: Readonly<Record<string, string>> = {
  dinheiro: 'money',
  moeda: 'money',
  valor: 'money',
  currency: 'money',
  percentual: 'percent',
  porcentagem: 'percent',
  percentagem: 'percent',
  data: 'date',
  hora: 'time',
  data_hora: 'date-time',
  datetime: 'date-time',
  mes: 'month',
  telefone: 'phone',
  texto: 'string',
  text: 'string',
  inteiro: 'integer',
  int: 'integer',
  numero: 'number',
  decimal: 'number',
  float: 'number',
  dd_mm_aaaa: 'DD/MM/YYYY',
  dd_mm_aaaa_hh_mm: 'DD/MM/YYYY HH:mm',
  booleano: 'boolean',
  bool: 'boolean',
  logico: 'boolean',
};

interface WrittenType {
  readonly type: string;
  readonly format?: string;
}

const text = (format: string): WrittenType => ({ type: 'string', format });
const number = (format: string): WrittenType => ({ type: 'number', format });

/** Of the `type` of a field, by their plain form: kinds of value that are a `format` of a type here. */
const typeSlips: Readonly<Record<string, WrittenType>> = {
  date: text('date'),
  data: text('date'),
  date_time: text('date-time'),
  datetime: text('date-time'),
  timestamp: text('date-time'),
  data_hora: text('date-time'),
  time: text('time'),
  hora: text('time'),
  month: text('month'),
  mes: text('month'),
  year: { type: 'integer', format: 'year' },
  ano: { type: 'integer', format: 'year' },
  email: text('email'),
  uri: text('uri'),
  url: text('uri'),
  phone: text('phone'),
  telefone: text('phone'),
  cpf: text('cpf'),
  cnpj: text('cnpj'),
  cep: text('cep'),
  memo: text('multiline'),
  multiline: text('multiline'),
  money: number('money'),
  currency: number('money'),
  dinheiro: number('money'),
  moeda: number('money'),
  valor: number('money'),
  percent: number('percent'),
  percentual: number('percent'),
  porcentagem: number('percent'),
};

/** What the `type` of a field was meant to be; undefined: no known slip. */
export const typeSlip = (value: string): WrittenType | undefined => {
  const plain = plainName(value);
  return Object.hasOwn(typeSlips, plain) ? typeSlips[plain] : undefined;
};

/** As a file writes it: `"type": "string", "format": "date"`. */
export const writeType = ({ type, format }: WrittenType): string =>
  format === undefined ? `"type": "${type}"` : `"type": "${type}", "format": "${format}"`;

/** Keys that take an object of which one key says the most: of a relation the entity, of a permission the subject. */
const objectKeys: Readonly<Record<string, string>> = { 'x-relation': 'entity', permission: 'subject' };

/** What an object was meant to be where a text stands. */
const objectSlip = (key: string, value: unknown): string | undefined => {
  const inner = Object.hasOwn(objectKeys, key) ? objectKeys[key] : undefined;
  if (inner === undefined || typeof value !== 'string') return undefined;
  // A pair as the rules of groups write it; to list is what a permission says by itself.
  const name = inner === 'subject' ? value.replace(/:list$/, '') : value;
  return /^[a-z][\w-]*$/.test(name) ? `{ "${inner}": "${name}" }` : undefined;
};

/** Lists of lists: an item that is a text stands in one that should be the only item. */
const isFlat = (at: string, value: unknown): boolean =>
  typeof value === 'string' &&
  /^(\/properties\/[^/]+\/x-indexes|\/(unique|indexes|noOverlap\/\d+\/ranges))\/\d+$/.test(at);

/** The list that holds a text in the place of a list; undefined: none does. */
export const flatList = (at: string, value: unknown): string | undefined =>
  isFlat(at, value) ? at.slice(0, at.lastIndexOf('/')) : undefined;

const written = (value: Json): string => JSON.stringify(value).replaceAll('","', '", "');

/** The list in a list of its own, where it could be its only item: a range has two fields. */
const nestedSlip = (list: string, flat: Json | undefined): string | undefined => {
  if (!Array.isArray(flat) || flat.some((item) => typeof item !== 'string')) return undefined;
  const fits = list.endsWith('/ranges') ? flat.length === 2 : flat.length > 1;
  return fits ? written([flat]) : undefined;
};

/** `["string", "null"]`: every field that is not required may be empty. */
const nullableSlip = (types: readonly unknown[]): string | undefined => {
  const [type, ...more] = types.filter((one) => one !== 'null');
  return typeof type === 'string' && more.length === 0 ? type : undefined;
};

/** What was meant in the place of a value of another shape, as a file writes it. `whole` is the file. */
export const shapeSlip = (at: string, value: unknown, whole: Json): string | undefined => {
  const list = flatList(at, value);
  if (list !== undefined) return nestedSlip(list, valueAt(whole, list));
  if (/\/x-relation\/where\/[^/]+$/.test(at) && Array.isArray(value) && value.length === 1) return written(value[0]);
  if (/\/properties\/[^/]+\/type$/.test(at) && Array.isArray(value)) return nullableSlip(value);
  return objectSlip(fromPointer(at).at(-1) ?? '', value);
};

/** What an unknown key was meant to be, by the other keys that its place takes. */
export const slipOf = (key: string, schema: unknown, pointer: string): Slip | undefined => {
  const properties = isJsonObject(schema) && isJsonObject(schema['properties']) ? schema['properties'] : {};
  const has = (name: string): boolean => Object.hasOwn(properties, name);
  const slips = has('x-mask') ? keySlips : /^\/(fields|screens)\//.test(pointer) ? patchSlips : {};
  const known = (name: string): Slip | undefined => {
    const slip = Object.hasOwn(slips, name) ? slips[name] : undefined;
    return slip?.meant === undefined || has(slip.meant) ? slip : undefined;
  };
  const slip = known(key);
  if (slip !== undefined) return slip;
  const said = spokenKeys.get(plainName(key).replace(/^x_/, '')) ?? [];
  const meant = said.find(has);
  return meant === undefined ? said.map(known).find((one) => one !== undefined) : { meant };
};
