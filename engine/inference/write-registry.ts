import { stringify } from 'csv-stringify/sync';
import { formatJson } from '../metadata/format-json.ts';
import type { Property } from '../metadata/property.ts';
import { batchFields, listColumns, quickSearch, recordLabel, searchFields, sortFields } from './choose-parts.ts';
import { listName } from './guess-code-list.ts';
import type { RegistryNames } from './name-registry.ts';
import type { Proposal, ProposedField } from './types.ts';
import { wordsOf } from './words.ts';

export interface Place extends RegistryNames {
  readonly module: string;
  /** Path of the menu entry above. */
  readonly parent: string;
  /** The menu group of a module that has none yet. */
  readonly group?: { readonly path: string; readonly title: string };
}

const keyOrder: readonly (keyof Property)[] = [
  'title',
  'type',
  'format',
  'maxLength',
  'minimum',
  'maximum',
  'x-scale',
  'x-seconds',
  'x-mask',
  'x-code-list',
  'x-relation',
  'x-unique',
  'default',
  'x-personal-data',
];

const propertyOf = (field: ProposedField, codeList: string | undefined): Record<string, unknown> => {
  const property: Property = { ...field.property, title: field.title, ...(codeList && { 'x-code-list': codeList }) };
  return Object.fromEntries(keyOrder.flatMap((key) => (property[key] === undefined ? [] : [[key, property[key]]])));
};

const icons: readonly (readonly [icon: string, words: string])[] = [
  ['file-text', 'contrato documento norma'],
  ['building-2', 'empresa fornecedor operadora unidade hospital'],
  ['stethoscope', 'prestador profissional medico especialidade rede'],
  ['users', 'beneficiario cliente funcionario pessoa contato'],
  ['calendar-days', 'feriado agenda calendario'],
  ['circle-dollar-sign', 'preco tabela valor indice taxa coparticipacao'],
  ['receipt-text', 'titulo pagamento reembolso nota boleto retorno'],
  ['map-pin', 'cidade estado bairro endereco'],
  ['pill', 'medicamento material'],
  ['phone', 'telefone ramal'],
];

const iconOf = (title: string): string => {
  const words = wordsOf(title);
  return icons.find(([, about]) => about.split(' ').some((word) => words.includes(word)))?.[0] ?? 'table-2';
};

const dataCsv = (proposal: Proposal): string =>
  stringify([
    proposal.fields.map(({ name }) => name),
    ...Array.from({ length: proposal.rows }, (_, row) => proposal.fields.map(({ cells }) => cells[row] ?? '')),
  ]);

/** The natural key needs no word where one unique required field is it. */
const keyKeys = ({ fields, naturalKey }: Proposal): Record<string, unknown> => {
  const implied = fields.find((field) => field.required && field.property['x-unique'] === true)?.name;
  return naturalKey.length === 0 || (naturalKey.length === 1 && implied === naturalKey[0]) ? {} : { naturalKey };
};

/**
 * The files of a proposal, by path below the project root, formatted as those that are there. Without rows, or without
 * a natural key, which initial rows need, there is no data.csv.
 */
export const writeRegistry = (
  proposal: Proposal,
  place: Place,
  takenLists: ReadonlySet<string>,
): ReadonlyMap<string, string> => {
  const folder = `schemas/${place.module}/${place.folder}`;
  const files = new Map<string, string>();
  const lists = new Map<string, string>();
  for (const { name, title, options } of proposal.fields) {
    if (options === undefined) continue;
    const list = listName(name, place.entity, new Set([...takenLists, ...lists.values()]));
    lists.set(name, list);
    files.set(
      `schemas/code-lists/${list}.json`,
      formatJson({ $schema: '../language/code-list.schema.json', title, options }),
    );
  }
  const required = proposal.fields.filter((field) => field.required).map(({ name }) => name);
  const { sort, index } = sortFields(proposal);
  const batch = batchFields(proposal);
  const quick = quickSearch(proposal);
  files.set(
    `${folder}/schema.json`,
    formatJson({
      $schema: '../../language/record.schema.json',
      title: place.title,
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(
        proposal.fields.map((field) => [field.name, propertyOf(field, lists.get(field.name))]),
      ),
    }),
  );
  const label = recordLabel(proposal);
  files.set(
    `${folder}/columns.json`,
    formatJson({
      $schema: '../../language/registry.schema.json',
      entity: place.entity,
      path: `/${place.folder}`,
      title: place.title,
      icon: iconOf(place.title),
      permission: { subject: place.entity },
      parent: place.parent,
      ...(label === undefined ? {} : { label }),
      columns: listColumns(proposal),
      ...(sort.length > 0 ? { sort } : {}),
      ...(quick.length > 0 ? { search: quick } : {}),
      ...(batch.length > 0 ? { batch } : {}),
      ...keyKeys(proposal),
      ...(index ? { indexes: [sort] } : {}),
    }),
  );
  files.set(
    `${folder}/search.json`,
    formatJson({ $schema: '../../language/search.schema.json', fields: searchFields(proposal) }),
  );
  if (proposal.rows > 0 && proposal.naturalKey.length > 0) files.set(`${folder}/data.csv`, dataCsv(proposal));
  if (place.group !== undefined)
    files.set(
      `schemas/${place.module}/menu.json`,
      formatJson({
        $schema: '../language/menu.schema.json',
        groups: [
          {
            ...place.group,
            icon: 'folder-open',
            parent: '/',
            permission: { subject: place.group.path.slice(1).replaceAll('-', '') },
          },
        ],
      }),
    );
  return files;
};
