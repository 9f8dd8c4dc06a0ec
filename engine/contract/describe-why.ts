/** Decisions -> sentences, the same for the screens and the command line. `say` gives the text of a key. */
import type { Decision, FieldDecision } from '../access/access.ts';
import type { WhyAnswer, WhyBar, WhyField, WhyOperation, WhyRow, WhyScreen } from './why.ts';

type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;

export interface WhyLine {
  readonly about: 'person' | 'screen' | 'operation' | 'row' | 'field';
  /** `part`: seen covered, or not to be changed. */
  readonly outcome: 'yes' | 'part' | 'no';
  readonly title: string;
  /** Sentences, the deciding one first. */
  readonly reasons: readonly string[];
  /** The group that decides, of those of the person, and what of it: to be opened. */
  readonly group?: { readonly id: number; readonly name: string } | undefined;
  readonly by?: 'rules' | 'fields' | 'defaults';
}

const decisionReason = (say: Say, { reason, pair }: Decision): string => {
  switch (reason.kind) {
    case 'administrator':
      return say('why.reason.administrator');
    case 'rule':
      return reason.pair === pair
        ? say('why.reason.rule', { group: reason.group, pair })
        : say('why.reason.ruleWider', { group: reason.group, held: reason.pair, pair });
    case 'noRule':
      return say('why.reason.noRule', { pair });
  }
};

const groupOf = ({ person }: WhyAnswer, name: string | undefined): WhyLine['group'] =>
  person.groups.find((group) => group.name === name);

const decidingGroup = (answer: WhyAnswer, { reason }: Decision): WhyLine['group'] =>
  groupOf(answer, reason.kind === 'rule' ? reason.group : undefined);

const personLine = (say: Say, { person }: WhyAnswer): readonly WhyLine[] => {
  const { login, groups } = person;
  if (person.blocked)
    return [
      { about: 'person', outcome: 'no', title: say('why.person', { login }), reasons: [say('why.person.blocked')] },
    ];
  if (person.administrator || groups.length > 0) return [];
  return [
    { about: 'person', outcome: 'no', title: say('why.person', { login }), reasons: [say('why.person.noGroup')] },
  ];
};

const screenReasons = (say: Say, screen: WhyScreen): readonly string[] => {
  if (screen.limits.length > 0)
    return screen.limits.map(({ kind, value, place }) => say(`why.limit.${kind}`, { value, place }));
  if (screen.decision !== null) return [decisionReason(say, screen.decision)];
  return [say(screen.kind === 'group' ? 'why.reason.children' : 'why.reason.everyone')];
};

const screenLine = (say: Say, answer: WhyAnswer): WhyLine => {
  const { screen } = answer;
  const path = [...screen.trail, screen.title].join(' › ');
  return {
    about: 'screen',
    outcome: screen.open ? 'yes' : 'no',
    title: say(screen.open ? 'why.screen.yes' : 'why.screen.no', { title: path }),
    reasons: screenReasons(say, screen),
    group: screen.decision ? decidingGroup(answer, screen.decision) : undefined,
    by: 'rules',
  };
};

const missingPairs = ({ screen, operations }: WhyAnswer): readonly string[] => [
  ...(screen.decision ? [screen.decision.pair] : []),
  ...operations.flatMap(({ action, decision }) => (action === 'view' ? [decision.pair] : [])),
];

const rowReasons = (say: Say, answer: WhyAnswer, row: WhyRow): readonly string[] => {
  const { id } = row;
  if (!row.exists) return [say('why.row.missing', { id })];
  if (!row.reachable) return [say('why.row.unreachable', { pairs: missingPairs(answer) })];
  if (row.keptBy !== undefined) return [say('why.row.kept', { field: row.keptBy })];
  if (row.named) return [say(row.visible ? 'why.row.named' : 'why.row.unnamed')];
  if (row.beyond) return [say('why.row.beyond')];
  if (!row.confines) return [say('why.row.unscoped')];
  if (row.unconfined) return [say('why.row.unconfined')];
  if (row.openTo.length > 0)
    return [say('why.row.open', { roles: row.openTo.map((role) => say(`account.role.${role}`)) })];
  if (row.scopes.length === 0) return [say('why.row.closed')];
  const own = row.scopes.filter((scope) => scope.own.length > 0);
  const roles = row.scopes.map(({ role }) => say(`account.role.${role}`));
  if (own.length === 0) return [say('why.row.roleless', { roles })];
  return own.map(({ title, role, own: values }) => {
    const [value = 0, ...more] = values;
    const said = { title, role: say(`account.role.${role}`) };
    return more.length === 0
      ? say(row.visible ? 'why.row.own' : 'why.row.other', { ...said, value })
      : say(row.visible ? 'why.row.ownAmong' : 'why.row.otherAmong', { ...said, values: values.map(String) });
  });
};

const rowLine = (say: Say, answer: WhyAnswer, row: WhyRow): WhyLine => ({
  about: 'row',
  outcome: row.visible ? 'yes' : 'no',
  title: say(row.visible ? 'why.row.yes' : 'why.row.no', { id: row.id }),
  reasons: rowReasons(say, answer, row),
});

/** The groups that say so. */
const groupsIn = ({ reason }: FieldDecision): readonly string[] =>
  reason.kind === 'fieldRight' || reason.kind === 'personalData' ? reason.groups : [];

const fieldReason = (say: Say, { level, reason }: FieldDecision, place: string | null): string => {
  const said = say(`why.level.${level}`);
  switch (reason.kind) {
    case 'administrator':
      return say('why.reason.administrator');
    case 'unrestricted':
      return say('why.field.unrestricted');
    case 'fieldRight':
      return say('why.field.right', { groups: reason.groups, level: said });
    case 'personalData':
      return reason.groups.length === 0
        ? say('why.field.nobody', { class: say(`why.class.${reason.class}`) })
        : say('why.field.personal', { class: say(`why.class.${reason.class}`), groups: reason.groups, level: said });
    case 'client':
      return say('why.field.client', { place });
    case 'computedFrom':
      return say('why.field.computed', { field: reason.field, level: said });
  }
};

/** What keeps somebody from a transition whose own right the person has. */
const barReasons = (say: Say, { title, right, field }: WhyBar): readonly string[] => [
  ...(right ? [say('why.move.follows', { title }), decisionReason(say, right)] : []),
  ...(field ? [say('why.move.closed', { title, field: field.title }), fieldReason(say, field.decision, null)] : []),
  ...(right || field ? [] : [say('why.move.kept', { title })]),
];

const operationLine = (say: Say, answer: WhyAnswer, { action, title, decision, bar }: WhyOperation): WhyLine => {
  const about = { about: 'operation', title: title ?? say(`why.action.${action}`) } as const;
  if (bar === undefined)
    return {
      ...about,
      outcome: decision.granted ? 'yes' : 'no',
      reasons: [decisionReason(say, decision)],
      group: decidingGroup(answer, decision),
      by: 'rules',
    };
  const group = bar.field && groupOf(answer, groupsIn(bar.field.decision)[0]);
  return { ...about, outcome: 'no', reasons: barReasons(say, bar), group, by: bar.field ? 'fields' : 'rules' };
};

const operationLines = (say: Say, answer: WhyAnswer): readonly WhyLine[] =>
  answer.operations.map((operation) => operationLine(say, answer, operation));

const fieldOutcome = ({ decision: { level }, readable, writable }: WhyField): WhyLine['outcome'] => {
  if (!readable || level === 'hidden') return 'no';
  return level === 'open' || writable ? 'yes' : 'part';
};

const titleOfField = ({ decision: { level }, readable, secret }: WhyField): string => {
  if (secret || !readable) return 'why.field.no';
  return level === 'masked' ? 'why.field.masked' : level === 'readOnly' ? 'why.field.readOnly' : 'why.field.yes';
};

const fieldLine = (say: Say, answer: WhyAnswer, field: WhyField): WhyLine => {
  const { decision, readable, secret, reach, place, known } = field;
  const { reason, level } = decision;
  const [group] = groupsIn(decision);
  const beyond = !readable && !secret && level !== 'hidden';
  return {
    about: 'field',
    outcome: fieldOutcome(field),
    title: say(titleOfField(field), { title: field.title, name: field.name }),
    reasons: [
      ...(secret ? [say('why.field.secret')] : []),
      ...(beyond ? [say(`why.reach.${reach}`, { pairs: missingPairs(answer) })] : []),
      fieldReason(say, decision, place),
      ...(known.length > 0 ? [say('why.field.known', { fields: known })] : []),
    ],
    group: groupOf(answer, group),
    by: reason.kind === 'personalData' ? 'defaults' : 'fields',
  };
};

/** In the order in which one would ask: the person, the screen, what may be done there, the record, the field. */
export const describeWhy = (answer: WhyAnswer, say: Say): readonly WhyLine[] => [
  ...personLine(say, answer),
  screenLine(say, answer),
  ...operationLines(say, answer),
  ...(answer.row ? [rowLine(say, answer, answer.row)] : []),
  ...(answer.field ? [fieldLine(say, answer, answer.field)] : []),
];
