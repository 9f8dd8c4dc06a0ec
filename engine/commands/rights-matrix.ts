/** model + people -> who may do what, as text that is read as a diff: people, registries and fields in a fixed order. */
import type { Access, Grants } from '../access/access.ts';
import { createAccess } from '../access/access.ts';
import { mayAct } from '../access/may-act.ts';
import { readableFields } from '../access/visible-entity.ts';
import { reachableScreens } from '../contract/build-menu-model.ts';
import { knownByRelation } from '../data/known-by-relation.ts';
import type { ListContext } from '../data/plan/context.ts';
import { listContext } from '../data/plan/context.ts';
import { Scope } from '../data/plan/refs.ts';
import { confinedBy, rightConditions, sightConditions } from '../data/plan/row-scope.ts';
import type { RegistryScreen, Screen } from '../model/screen-types.ts';
import type { Model } from '../model/types.ts';
import type { Opening, Target } from './rights-doors.ts';
import { fieldDoors, registryDoors, targetsOf } from './rights-doors.ts';

/** Someone whose rights are printed. */
export interface Person {
  readonly login: string;
  /** Name of the group, or what there is to say instead. */
  readonly group: string;
  readonly grants: Grants;
}

/** What a door makes of a field; undefined: it has nothing to do with it. */
export type FieldCells = readonly (Opening | undefined)[];

/** Which records of a registry: all, those that are named alone, those that point at the person's own, or not one. */
export type RowReach = 'all' | 'named' | 'own' | 'none';

export interface RegistryRights {
  readonly place: ListContext;
  readonly rows: RowReach;
  /** In the order of `registryDoors`; undefined: the registry has no such door. */
  readonly doors: readonly (boolean | undefined)[];
  /** In the order of `fieldDoors`. */
  readonly fields: readonly { readonly target: Target; readonly cells: FieldCells }[];
}

const rowsOf = ({ model, access, entity, screen }: ListContext): RowReach => {
  const scope = new Scope(model, access, entity, 't', screen);
  if (
    scope.reach === 'reference' &&
    entity.referenceBeyondScope !== undefined &&
    confinedBy(access, entity) !== undefined
  )
    return 'named';
  const conditions = rightConditions(access, scope);
  if (conditions.length === 0) return sightConditions(access, scope).length === 0 ? 'all' : 'named';
  return conditions.some(({ kind }) => kind === 'never') ? 'none' : 'own';
};

/** The registry screens, in the order of the menu, as one person meets each. */
export const rightsOf = (model: Model, access: Access): readonly RegistryRights[] =>
  model.screens
    .filter((screen): screen is RegistryScreen => screen.kind === 'registry')
    .map((screen) => {
      // What is planned here asks no database: there is no day whose zone would matter.
      const place = listContext(model, access, screen, 'UTC');
      const { entity } = place;
      return {
        place,
        rows: rowsOf(place),
        doors: registryDoors.map((door) => (door.applies?.(entity) === false ? undefined : door.opens(place))),
        fields: targetsOf(entity).map((target) => ({
          target,
          cells: fieldDoors.map((door) =>
            door.applies(model, entity, target) ? door.opening(place, target) : undefined,
          ),
        })),
      };
    });

/** The screens that are no registry, and whether the person has them in the menu. */
export const otherScreens = (
  model: Model,
  access: Access,
): readonly { readonly screen: Screen; readonly open: boolean }[] => {
  const reached = new Set(reachableScreens(model, access));
  return model.screens
    .filter(({ kind }) => kind !== 'registry' && kind !== 'group')
    .map((screen) => ({ screen, open: reached.has(screen) }));
};

const pairActions = ['list', 'view', 'insert', 'update', 'delete', 'audit'] as const;

const pairsText = ({ access, screen, entity }: ListContext): string =>
  pairActions
    .map((action) => {
      const granted =
        action === 'list'
          ? access.can(screen.permission.action, screen.permission.subject)
          : mayAct(access, entity, action);
      return granted ? action.slice(0, 1) : '-';
    })
    .join('');

const cellText = (cell: Opening | undefined, letter: string): string => {
  if (cell === undefined) return '.';
  return cell === 'open' ? letter : cell === 'masked' ? '*' : '-';
};

const cellsText = (cells: FieldCells): string =>
  cells.map((cell, index) => cellText(cell, fieldDoors[index]?.letter ?? '?')).join('');

const mostOf = <T>(items: readonly T[], keyOf: (item: T) => string): T | undefined =>
  [...Map.groupBy(items, keyOf).values()].reduce<readonly T[]>(
    (most, some) => (some.length > most.length ? some : most),
    [],
  )[0];

/** The usual cells of a registry: those that most of its fields have; at doors that these do not have, those of fields like them. */
const usualCells = ({ fields }: RegistryRights): FieldCells => {
  const all = fields.map(({ cells }) => cells);
  const usual = mostOf(all, cellsText) ?? [];
  const like = all.filter((cells) =>
    cells.every((cell, door) => cell === usual[door] || usual[door] === undefined || cell === undefined),
  );
  return usual.map(
    (cell, door) =>
      cell ??
      mostOf(
        like.flatMap((cells) => cells[door] ?? []),
        (one) => one,
      ),
  );
};

const differs = (cells: FieldCells, usual: FieldCells): boolean =>
  cells.some((cell, door) => cell !== undefined && cell !== usual[door]);

const rowWords: Readonly<Record<RowReach, string>> = {
  all: 'todas',
  named: 'equipe',
  own: 'próprias',
  none: 'nenhuma',
};
const rowsWidth = Math.max(...Object.values(rowWords).map(({ length }) => length));

/** What relations of the registry make known of records that the person does not see. */
const knownLines = ({ place: { model, access, entity, screen } }: RegistryRights): readonly string[] =>
  readableFields(model, access, entity, screen).flatMap((field) => {
    const known = knownByRelation(model, access, field).map(({ name }) => name);
    return known.length === 0 ? [] : [`  ${field.name.padEnd(55)}conhece ${known.join(', ')}`];
  });

const registryLines = (rights: RegistryRights): readonly string[] => {
  const { place, doors, fields, rows } = rights;
  const usual = usualCells(rights);
  const open = doors
    .map((one, index) =>
      cellText(one === undefined ? one : one ? 'open' : 'closed', registryDoors[index]?.letter ?? '?'),
    )
    .join('');
  const own = fields.filter(({ cells }) => differs(cells, usual));
  return [
    `${place.screen.path.padEnd(34)} ${pairsText(place)}  ${open}  ${rowWords[rows].padEnd(rowsWidth)}  ${cellsText(usual)}`,
    ...own.map(({ target, cells }) => `  ${target.name.padEnd(55)}${cellsText(cells)}`),
    ...knownLines(rights),
  ];
};

const otherLine = ({ screen, open }: ReturnType<typeof otherScreens>[number]): string => {
  const { path, permission } = screen;
  const pair = permission === undefined ? 'de todos' : `${permission.subject}:${permission.action}`;
  return `${path.padEnd(34)} ${open ? 't' : '-'}       ${pair}`;
};

const legend = (doors: readonly { readonly letter: string; readonly title: string }[]): string =>
  doors.map(({ letter, title }) => `${letter} ${title}`).join(', ');

const head = (client: string | undefined): readonly string[] => [
  `# Quem pode o quê${client === undefined ? '' : ` em ${client}`}: grupo, cadastro, campo, operação e porta.`,
  '# Uma linha por cadastro; abaixo dela, só os campos que não são como os outros.',
  '#',
  `# pares:  ${pairActions.map((action) => `${action.slice(0, 1)} ${action}`).join(', ')}`,
  `# portas: ${legend(registryDoors)}`,
  '# linhas: as que a pessoa alcança: todas, só as que toda a equipe pode indicar (equipe), só as próprias, nenhuma',
  `# campos: ${legend(fieldDoors)}`,
  '#         letra: aberto, *: mascarado, -: fechado, .: não se aplica',
  '#         conhece: o que a relação diz de registros que a pessoa não vê',
];

const columns = `${'cadastro'.padEnd(34)} pares   ${'portas'.padEnd(registryDoors.length)}  ${'linhas'.padEnd(rowsWidth)}  campos`;

export const rightsMatrix = (model: Model, people: readonly Person[]): string =>
  [
    ...head(model.client?.name),
    ...people.flatMap(({ login, group, grants }) => {
      const access = createAccess(grants);
      return [
        '',
        `## ${login}: ${group}`,
        columns,
        ...rightsOf(model, access).flatMap(registryLines),
        ...otherScreens(model, access).map(otherLine),
      ];
    }),
    '',
  ].join('\n');
