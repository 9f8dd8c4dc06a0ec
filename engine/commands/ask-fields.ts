/** A registry by question and answer, where there is no spreadsheet of it. */
import { nearest } from '../core/nearest.ts';
import { fieldName, titleOf } from '../inference/name-field.ts';
import type { Known, Proposal, ProposedField } from '../inference/types.ts';
import type { Property } from '../metadata/property.ts';
import type { Model } from '../model/types.ts';
import type { Desk } from './contract.ts';

type Ask = NonNullable<Desk['ask']>;
type Bare = Omit<Property, 'title'>;

const types: Readonly<Record<string, Bare>> = {
  texto: { type: 'string', maxLength: 60 },
  'texto longo': { type: 'string', format: 'multiline', maxLength: 1000 },
  inteiro: { type: 'integer' },
  decimal: { type: 'number' },
  valor: { type: 'number', format: 'money', minimum: 0 },
  percentual: { type: 'number', format: 'percent', minimum: 0, maximum: 100 },
  data: { type: 'string', format: 'date' },
  'data e hora': { type: 'string', format: 'date-time' },
  hora: { type: 'string', format: 'time' },
  mês: { type: 'string', format: 'month' },
  ano: { type: 'integer', format: 'year' },
  'sim ou não': { type: 'boolean', default: false },
  cpf: { type: 'string', format: 'cpf', 'x-personal-data': 'personal' },
  cnpj: { type: 'string', format: 'cnpj' },
  'cpf ou cnpj': { type: 'string', format: 'cpf-cnpj' },
  cns: { type: 'string', format: 'cns', 'x-personal-data': 'personal' },
  pis: { type: 'string', format: 'pis', 'x-personal-data': 'personal' },
  cep: { type: 'string', format: 'cep' },
  telefone: { type: 'string', format: 'phone' },
  'e-mail': { type: 'string', format: 'email', maxLength: 100 },
  site: { type: 'string', format: 'uri', maxLength: 100 },
};

/** A type by its name, a length (`texto 20`), a mask (`máscara ##-##`), a list or a registry; else what to say instead. */
const readType = (answer: string, known: Known, model: Model): Bare | string => {
  const bare = answer.toLowerCase();
  const [first = '', rest = ''] = [bare.split(' ')[0], answer.slice(answer.indexOf(' ') + 1)];
  const own = types[bare];
  if (own !== undefined) return own;
  if (first === 'texto' && /^\d{1,4}$/.test(rest) && Number(rest) > 0)
    return { type: 'string', maxLength: Number(rest) };
  if ((first === 'máscara' || first === 'mascara') && /[#XSAa]/.test(rest)) return { type: 'string', 'x-mask': rest };
  const lists = known.codeLists.map(({ name }) => name);
  if (first === 'lista') {
    if (lists.includes(rest)) return { type: 'string', 'x-code-list': rest };
    const close = nearest(rest, lists);
    return `Não há a lista '${rest}'.${close === undefined ? '' : ` Quis dizer '${close}'?`}`;
  }
  const entities = Object.keys(model.entities);
  if (entities.includes(bare)) return { 'x-relation': { entity: bare } };
  const close = nearest(bare, [...Object.keys(types), ...entities]);
  return `Não há o tipo '${answer}'.${close === undefined ? '' : ` Quis dizer '${close}'?`}`;
};

const askType = async (title: string, ask: Ask, known: Known, model: Model): Promise<Bare> => {
  for (let problem = ''; ; ) {
    const answer = await ask(`${problem}Tipo de ${title} [texto]: `);
    const read = readType(answer || 'texto', known, model);
    if (typeof read !== 'string') return read;
    problem = `${read}\n`;
  }
};

const howTo = `Campos, na ordem do formulário; um título vazio termina.
Tipos: ${Object.keys(types).join(', ')},
  texto 20 (com o tamanho), máscara ##-## (com a máscara), lista <lista de códigos>, ou o nome de um cadastro: cidade.
`;

/** Asks for the fields, one after the other, until one has no title. The first required text is the natural key. */
export const askFields = async (ask: Ask, known: Known, model: Model): Promise<Proposal> => {
  const fields: ProposedField[] = [];
  const taken = new Set<string>();
  for (;;) {
    const lead = fields.length === 0 ? howTo : '';
    const header = await ask(`${lead}Título do campo ${fields.length + 1}: `);
    if (header === '') {
      if (fields.length > 0) break;
      continue;
    }
    const property = await askType(header, ask, known, model);
    const required = property.type === 'boolean' || /^s/i.test(await ask('Obrigatório? [s/N]: '));
    const name = fieldName(header, fields.length, taken);
    taken.add(name);
    if (property['x-relation'] !== undefined) taken.add(`${name}_id`);
    fields.push({ header, name, title: titleOf(header), property, required, cells: [], misfits: [], facts: [] });
  }
  const key = fields.find(
    ({ required, property }) =>
      required &&
      property.type === 'string' &&
      property.format !== 'multiline' &&
      property['x-code-list'] === undefined,
  );
  return {
    fields: fields.map((field) =>
      field === key ? { ...field, property: { ...field.property, 'x-unique': true } } : field,
    ),
    derived: [],
    naturalKey: key === undefined ? [] : [key.name],
    keyFact: undefined,
    rows: 0,
    lines: [],
    notes: [],
  };
};
