/**
 * Where more may be reached with one model than with another: screens and actions that open, personal data that is shown,
 * fields that are opened to writing. In: both models, and what groups hold. Out: each with who reaches it.
 */
import type { GroupGrants } from '../access/access.ts';
import { dataClassOf, decideField } from '../access/field-right.ts';
import { grantingPair } from '../access/permission-pair.ts';
import type { Permission, Screen } from '../model/screen-types.ts';
import type { Entity, Field, Model } from '../model/types.ts';

export interface ReachingGroup {
  readonly name: string;
  /** It reads the value covered alone. */
  readonly masked: boolean;
}

export interface WidenedRight {
  readonly kind: 'screen' | 'action' | 'personal' | 'sensitive' | 'write';
  /** Route, route and name of the action, or 'entity.field'. */
  readonly target: string;
  readonly words: string;
  /** 'subject:action' that is asked for; null: of everybody who signs in, and of fields. */
  readonly permission: string | null;
  /** Who reaches it today; undefined: nobody asked a database. */
  readonly groups: readonly ReachingGroup[] | undefined;
}

type Groups = readonly GroupGrants[] | undefined;

const pairOf = ({ subject, action }: Permission): string => `${subject}:${action}`;

const holds = (group: GroupGrants, { subject, action }: Permission): boolean =>
  grantingPair(new Set(group.pairs), action, subject) !== undefined;

const holding = (groups: Groups, permission: Permission | undefined): Groups =>
  groups?.filter((group) => permission === undefined || holds(group, permission));

const plainly = (groups: Groups): WidenedRight['groups'] => groups?.map(({ name }) => ({ name, masked: false }));

const openedScreens = (old: Model, now: Model, groups: Groups): readonly WidenedRight[] => {
  const before = new Set(old.screens.map(({ path }) => path));
  return now.screens
    .filter(({ path, kind }) => !before.has(path) && (kind === 'registry' || kind === 'screen'))
    .map(({ path, title, permission }) => ({
      kind: 'screen',
      target: path,
      words: `abre a tela '${title}', ${path}`,
      permission: permission ? pairOf(permission) : null,
      groups: plainly(holding(groups, permission)),
    }));
};

interface OfferedAction {
  readonly target: string;
  readonly words: string;
  readonly permission: Permission | undefined;
}

/** What screens that both have offer to do. */
const offeredBy = (model: Model, screens: readonly Screen[]): readonly OfferedAction[] =>
  screens.flatMap((screen) => {
    if (screen.kind !== 'registry') return [];
    const { actions, buttons, path, entity: name } = screen;
    const entity = model.entities[name];
    return [
      ...[...actions, ...buttons].map((action) => ({
        target: `${path} ${action.name}`,
        words: `abre a ação '${action.title}' em ${path}`,
        permission: action.permission,
      })),
      ...(entity?.states?.transitions ?? []).map((transition) => ({
        target: `${path} ${transition.name}`,
        words: `abre a transição '${transition.title}' em ${path}`,
        permission: { subject: entity?.subject ?? '', action: transition.action },
      })),
    ];
  });

const openedActions = (old: Model, now: Model, groups: Groups): readonly WidenedRight[] => {
  const known = new Set(offeredBy(old, old.screens).map(({ target }) => target));
  const shared = new Set(old.screens.map(({ path }) => path));
  return offeredBy(
    now,
    now.screens.filter(({ path }) => shared.has(path)),
  )
    .filter(({ target }) => !known.has(target))
    .map(({ target, words, permission }) => ({
      kind: 'action',
      target,
      words,
      permission: permission ? pairOf(permission) : null,
      groups: plainly(holding(groups, permission)),
    }));
};

/** The permissions by which records of the entity are come by: of its screens, or of those of the record that owns it. */
const doorsOf = (model: Model, entity: Entity): readonly Permission[] => {
  const { owner } = entity;
  if (owner === undefined)
    return model.screens.flatMap((screen) =>
      screen.kind === 'registry' && screen.entity === entity.name ? [screen.permission] : [],
    );
  const owning = model.entities[owner.entity];
  const shown = owning?.children.some((child) => child.entity.name === entity.name && child.visible);
  return owning !== undefined && shown === true ? doorsOf(model, owning) : [];
};

/** A field as people meet it; undefined where no screen shows it. */
const metField = (model: Model, entity: string, name: string): Field | undefined => {
  const found = Object.hasOwn(model.entities, entity) ? model.entities[entity] : undefined;
  const field = found?.fields.find((one) => one.name === name);
  return found !== undefined && field?.visible === true && doorsOf(model, found).length > 0 ? field : undefined;
};

const reaching = (model: Model, entity: Entity, field: Field, groups: Groups): WidenedRight['groups'] => {
  const doors = doorsOf(model, entity);
  return groups?.flatMap((group) => {
    if (!doors.some((door) => holds(group, door))) return [];
    const { level } = decideField([group], false, entity, field);
    return level === 'hidden' ? [] : [{ name: group.name, masked: level === 'masked' }];
  });
};

const openedFields = (old: Model, now: Model, groups: Groups): readonly WidenedRight[] =>
  Object.values(now.entities).flatMap((entity) =>
    entity.fields.flatMap((field): readonly WidenedRight[] => {
      if (metField(now, entity.name, field.name) === undefined) return [];
      const target = `${entity.name}.${field.name}`;
      const before = metField(old, entity.name, field.name);
      const data = dataClassOf(entity, field);
      const place = { target, permission: null, groups: reaching(now, entity, field, groups) };
      const named = `'${field.title}' de '${entity.title}' (${target})`;
      if (before === undefined)
        return data === 'public'
          ? []
          : [
              {
                ...place,
                kind: data,
                words: `mostra o dado pessoal ${data === 'sensitive' ? 'sensível ' : ''}${named}`,
              },
            ];
      return before.readOnly && !field.readOnly ? [{ ...place, kind: 'write', words: `abre à escrita ${named}` }] : [];
    }),
  );

export const widenedRights = (old: Model, now: Model, groups: Groups): readonly WidenedRight[] => [
  ...openedScreens(old, now, groups),
  ...openedActions(old, now, groups),
  ...openedFields(old, now, groups),
];

export const rightsHeading = 'Direitos';
export const noWidened = 'nenhum direito é alargado';

/** Who has it, as far as is known. */
export const reachWords = ({ permission, groups }: WidenedRight): string => {
  const asked = permission === null ? [] : [`pede ${permission}`];
  if (groups === undefined) return asked.join('');
  const names = groups.map(({ name, masked }) => (masked ? `${name} (coberto)` : name));
  const reached =
    names.length === 0 ? 'hoje nenhum grupo chega a isso, só administradores' : `chegam a isso: ${names.join(', ')}`;
  return [...asked, reached].join('; ');
};
