/**
 * One message for each mistake. A fault that loading reported hides things from the stages after it: what they find
 * missing or wrong only for that reason is dropped, so that the cause stands alone.
 */
import type { Issue } from './errors.ts';
import { isWriting } from './issues.ts';
import { plainName } from './plain-name.ts';

/** What an issue can miss. */
export type LostKind = 'entity' | 'field' | 'screen' | 'route' | 'list' | 'flag' | 'client';

export interface Faults {
  /** Places that are reported already, by file: JSON Pointers; the empty one is the whole file. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  /** Names that may exist behind a fault, as `lostName` writes them. */
  readonly lost: ReadonlySet<string>;
}

/** Any name of the kind: the fault hides even the name. */
export const anyName = '*';

/** Names are compared in their plain form: who writes `Descrição` as a field and `descricao` as a column erred once. */
export const lostName = (kind: LostKind, ...names: readonly string[]): string =>
  `${kind} ${names.map((name) => (name === anyName ? name : plainName(name))).join(' ')}`;

export const isLost = (lost: ReadonlySet<string>, kind: LostKind, name: string): boolean =>
  lost.has(lostName(kind, name)) || lost.has(lostName(kind, anyName));

/** Which parameter of an issue names a thing of which kind. */
const namedBy: Readonly<Record<string, LostKind>> = {
  entity: 'entity',
  table: 'entity',
  screen: 'screen',
  parent: 'route',
  list: 'list',
  flag: 'flag',
  client: 'client',
};

const misses = ({ params }: Issue, lost: ReadonlySet<string>): boolean => {
  for (const [param, kind] of Object.entries(namedBy)) {
    const name = params[param];
    if (typeof name === 'string' && isLost(lost, kind, name)) return true;
  }
  const { entity, field } = params;
  if (typeof field !== 'string') return false;
  const own = field.split('.')[0] ?? '';
  if (typeof entity !== 'string') return lost.has(lostName('field', own));
  return lost.has(lostName('field', entity, own)) || lost.has(lostName('field', entity, anyName));
};

const isReported = ({ origin }: Issue, places: Faults['places']): boolean =>
  (places.get(origin.file) ?? []).some(
    (place) => place === '' || origin.pointer === place || origin.pointer.startsWith(`${place}/`),
  );

/** A name that is itself at fault is not proposed as it stands; what a file is to say is no name. */
const withPlainSuggestion = (issue: Issue): Issue => {
  const { suggestion, params } = issue;
  if (suggestion === undefined || params['field'] === undefined || params['value'] !== undefined) return issue;
  return isWriting(suggestion) ? issue : { ...issue, suggestion: plainName(suggestion) };
};

/** The issues of a later stage, less those that faults of loading explain. */
export const settleIssues = (issues: readonly Issue[], { places, lost }: Faults): readonly Issue[] =>
  places.size === 0 && lost.size === 0
    ? issues
    : issues.filter((issue) => !isReported(issue, places) && !misses(issue, lost)).map(withPlainSuggestion);
