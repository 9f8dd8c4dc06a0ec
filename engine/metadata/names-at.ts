/**
 * Where the files take names that other files give, for those who complete while somebody types. In: the kind of a file.
 * Out: patterns of pointers; `*` stands for one segment. `keys`: the names are keys of the object there.
 */
import type { Kind } from './kinds.ts';

export type NameSort =
  /** A field of the entity that the file is about. */
  | 'field'
  /** A field of the rows that the list around holds. */
  | 'row-field'
  /** A field of the entity that the file is about, or a field of what one of its relations points at: `cidade.nome`. */
  | 'path'
  /** A field or an array of the entity that the file is about, or a field of the rows of one: `itens.valor`. */
  | 'part'
  /** A path of the rows that the list around holds. */
  | 'row-path'
  /** A field of the entity that the relation around points at. */
  | 'target-field'
  /** The same of the relation that `field` beside names. */
  | 'asked-field'
  | 'entity'
  /** The folder of a registry screen. */
  | 'screen'
  | 'code-list'
  | 'flag'
  | 'client'
  /** The path of a menu entry. */
  | 'menu-path'
  | 'subject'
  /** A field of the entity that stands two segments above: of an overlay. */
  | 'patched-field'
  /** A field or path of the screen that stands two segments above: of an overlay. */
  | 'patched-column';

export interface NamePlace {
  readonly at: string;
  readonly names: NameSort;
  readonly keys?: true;
}

const limits = (at: string): readonly NamePlace[] => [
  { at: `${at}/flag`, names: 'flag' },
  { at: `${at}/clients/*`, names: 'client' },
  { at: `${at}/permission/subject`, names: 'subject' },
];

const entry = (at: string): readonly NamePlace[] => [...limits(at), { at: `${at}/parent`, names: 'menu-path' }];

const action = (at: string): readonly NamePlace[] => [
  ...limits(at),
  { at: `${at}/open/screen`, names: 'screen' },
  { at: `${at}/change`, names: 'field', keys: true },
];

export const namesAt: Readonly<Partial<Record<Kind, readonly NamePlace[]>>> = {
  record: [
    { at: '/properties/*/x-code-list', names: 'code-list' },
    { at: '/properties/*/x-filled-from', names: 'path' },
    { at: '/properties/*/x-relation/entity', names: 'entity' },
    { at: '/properties/*/x-relation/date', names: 'field' },
    { at: '/properties/*/x-relation/where', names: 'target-field', keys: true },
    { at: '/properties/*/x-relation/where/*/field', names: 'field' },
    { at: '/properties/*/x-relation/known/*', names: 'target-field' },
    { at: '/properties/*/x-indexes/*/*', names: 'row-field' },
    { at: '/properties/*/items/properties/*/x-code-list', names: 'code-list' },
    { at: '/properties/*/items/properties/*/x-filled-from', names: 'row-path' },
    { at: '/properties/*/items/properties/*/x-relation/entity', names: 'entity' },
    { at: '/properties/*/items/properties/*/x-relation/where', names: 'target-field', keys: true },
    { at: '/properties/*/items/properties/*/x-relation/known/*', names: 'target-field' },
    { at: '/required/*', names: 'field' },
    { at: '/x-locked/with/*', names: 'field' },
    { at: '/x-locked/except/*', names: 'field' },
    { at: '/x-rules/*/fields/*', names: 'field' },
  ],
  part: [
    { at: '/properties/*/x-code-list', names: 'code-list' },
    { at: '/properties/*/x-relation/entity', names: 'entity' },
    { at: '/properties/*/x-relation/where', names: 'target-field', keys: true },
    { at: '/properties/*/x-relation/known/*', names: 'target-field' },
  ],
  registry: [
    ...entry(''),
    ...action('/actions/*'),
    ...action('/buttons/*'),
    { at: '/subject', names: 'subject' },
    { at: '/alternativeOf', names: 'screen' },
    { at: '/columns/*', names: 'path' },
    { at: '/columns/*/field', names: 'path' },
    { at: '/sort/*', names: 'path' },
    { at: '/search/*', names: 'path' },
    { at: '/detail/fields/*', names: 'path' },
    { at: '/filter', names: 'field', keys: true },
    { at: '/only/*', names: 'part' },
    { at: '/fields', names: 'part', keys: true },
    { at: '/indexes/*/*', names: 'field' },
    { at: '/inline/*', names: 'field' },
    { at: '/batch/*', names: 'field' },
    { at: '/login', names: 'field' },
    { at: '/lookups/*/field', names: 'field' },
    { at: '/lookups/*/fields/*', names: 'field' },
    { at: '/naturalKey/*', names: 'field' },
    { at: '/noOverlap/*/key/*', names: 'field' },
    { at: '/noOverlap/*/ranges/*/*', names: 'field' },
    { at: '/provider', names: 'field' },
    { at: '/referenceBeyondScope/*', names: 'field' },
    { at: '/referenceForStaff', names: 'field', keys: true },
    { at: '/record', names: 'field' },
    { at: '/report/groups/*', names: 'path' },
    { at: '/report/groups/*/field', names: 'path' },
    { at: '/scope/*/field', names: 'field' },
    { at: '/sections/*/fields/*', names: 'field' },
    { at: '/states/field', names: 'field' },
    { at: '/states/transitions/*/fields/*', names: 'field' },
    { at: '/states/transitions/*/fields/*/field', names: 'field' },
    { at: '/states/transitions/*/fields/*/where', names: 'asked-field', keys: true },
    { at: '/states/transitions/*/fields/*/where/*/field', names: 'field' },
    { at: '/states/transitions/*/required/*', names: 'field' },
    { at: '/states/transitions/*/rules/*/fields/*', names: 'field' },
    { at: '/states/transitions/*/flag', names: 'flag' },
    { at: '/states/transitions/*/clients/*', names: 'client' },
    { at: '/totals/*', names: 'field' },
    { at: '/unique/*/*', names: 'field' },
  ],
  search: [
    { at: '/fields/*', names: 'path' },
    { at: '/fields/*/field', names: 'path' },
    { at: '/parameters/*/field', names: 'path' },
  ],
  menu: [...entry('/groups/*'), ...entry('/links/*'), ...entry('/screens/*')],
  client: [
    { at: '/flags', names: 'flag', keys: true },
    { at: '/fields', names: 'entity', keys: true },
    { at: '/fields/*', names: 'patched-field', keys: true },
    { at: '/screens', names: 'screen', keys: true },
    { at: '/screens/*/columns/*', names: 'patched-column' },
  ],
};
