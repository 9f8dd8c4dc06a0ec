/** Under which keys of the files the values of the model are written. */
import type { RegistryScreen } from '../model/screen-types.ts';
import type { Entity, Field } from '../model/types.ts';

const keywords: Partial<Record<keyof Field, string>> = {
  visible: 'x-visible',
  mask: 'x-mask',
  help: 'x-help',
  unique: 'x-unique',
  scale: 'x-scale',
  sequence: 'x-sequence',
  seconds: 'x-seconds',
  beginsNow: 'x-begins-now',
  begins: 'x-begins',
  filledFrom: 'x-filled-from',
  attachment: 'x-attachment',
  personalData: 'x-personal-data',
  codeList: 'x-code-list',
  codes: 'x-codes',
  relation: 'x-relation',
};

/** The keyword of a property that gives the key of a field. */
export const fieldKeyword = (key: string): string => (keywords as Record<string, string>)[key] ?? key;

type Written = readonly (readonly ['record' | 'registry', pointer: string])[];

/** Places of what is about an entity, in schema.json and columns.json. */
export const entityPointers: Readonly<Record<string, Written>> = {
  title: [['record', '/title']],
  description: [
    ['record', '/description'],
    ['registry', '/description'],
  ],
  subject: [
    ['registry', '/subject'],
    ['registry', '/permission'],
  ],
  path: [['registry', '/path']],
  fields: [['record', '/properties']],
  children: [['record', '/properties']],
  label: [['registry', '/label']],
  reference: [['registry', '/reference']],
  referenceBeyondScope: [['registry', '/referenceBeyondScope']],
  referenceForStaff: [['registry', '/referenceForStaff']],
  login: [['registry', '/login']],
  naturalKey: [['registry', '/naturalKey']],
  indexes: [
    ['registry', '/unique'],
    ['registry', '/indexes'],
    ['registry', '/naturalKey'],
  ],
  noOverlap: [['registry', '/noOverlap']],
  search: [['registry', '/search']],
  searchNumbers: [['registry', '/search']],
  searchThrough: [['registry', '/search']],
  scope: [['registry', '/scope']],
  openTo: [['registry', '/openTo']],
  expressions: [
    ['record', '/x-rules'],
    ['record', '/x-locked'],
  ],
  states: [
    ['registry', '/states/transitions'],
    ['registry', '/states'],
  ],
  history: [['registry', '/history']],
  withheld: [['registry', '/withheld']],
  log: [['registry', '/log']],
} satisfies Partial<Record<keyof Entity, Written>>;

/** Places in columns.json of what is not written under its own name. */
export const screenPointers: Readonly<Record<string, readonly string[]>> = {
  detail: ['/detail'],
  search: ['/search'],
} satisfies Partial<Record<keyof RegistryScreen, readonly string[]>>;
