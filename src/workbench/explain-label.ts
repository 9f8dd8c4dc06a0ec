/**
 * What a label of a screen comes from. In: the files that are served, the model made of them, and the target that the
 * label carries. Out: the answer of the command `explain`, and of labels that a screen writes itself their own places.
 *
 *   banco, banco.nome            an entity, a field by its name or its wire name, a list of owned rows
 *   contrato.titulares.nome      a field of owned rows
 *   bancos#title                 a part of the screen of that folder: title, columns.<path>, search.<path>,
 *                                sections.<title>, actions.<name>, buttons.<name>, transitions.<name>
 */
import { Refusal } from '../../engine/core/errors.ts';
import { nearest } from '../../engine/core/nearest.ts';
import { ruleWords } from '../../engine/core/words.ts';
import type { RawDocument, RawScreen } from '../../engine/metadata/documents.ts';
import type { Explainer } from '../../engine/model/explain.ts';
import { createExplainer } from '../../engine/model/explain.ts';
import type { Entity, Explanation, Field, Model } from '../../engine/model/types.ts';
import type { ResolvedFiles } from '../../engine/overlay/resolved.ts';
import { isPatched } from '../../engine/overlay/resolved.ts';
import { columnField } from '../../engine/overlay/rules.ts';
import type { LabelExplanation } from './explanation.ts';
import { propertyOf } from './explanation.ts';

interface Served {
  readonly files: ResolvedFiles;
  readonly model: Model;
}

const refuse = (target: string, name: string, known: Iterable<string> = []): never => {
  throw new Refusal(
    'REQUEST_QUERY_INVALID',
    { parameter: 'alvo', problem: `'${name}' não existe em '${target}'` },
    { suggestion: nearest(name, known) },
  );
};

const fieldOf = ({ fields }: Pick<Entity, 'fields'>, name: string): Field | undefined =>
  fields.find((field) => field.name === name) ?? fields.find((field) => field.column === name);

/** The first, then those that somebody set. */
const told = ([first, ...rest]: readonly Explanation[]): readonly Explanation[] =>
  first === undefined ? [] : [first, ...rest.filter(({ origin, lost }) => origin !== undefined || lost.length > 0)];

const explainers = new WeakMap<Model, Explainer>();

/** That of a model that is served: made once. */
const explainerOf = ({ files, model }: Served): Explainer => {
  const known = explainers.get(model) ?? createExplainer(files, model);
  explainers.set(model, known);
  return known;
};

const explainOf = (served: Served, target: string): readonly Explanation[] => told(explainerOf(served).explain(target));

/** The entity's name and the field's, behind relations and in owned rows. */
const placeOf = (model: Model, entity: Entity, path: readonly string[], target: string): string => {
  const [first = '', ...rest] = path;
  const child = entity.children.find(({ name }) => name === first);
  if (child !== undefined)
    return rest.length === 0 ? `${entity.name}.${first}` : placeOf(model, child.entity, rest, target);
  const field = fieldOf(entity, first);
  if (field === undefined)
    return refuse(
      target,
      first,
      [...entity.fields, ...entity.children].map(({ name }) => name),
    );
  const behind = rest.length === 0 ? undefined : model.entities[field.relation?.entity ?? ''];
  if (rest.length === 0) return `${entity.name}.${field.name}`;
  return behind === undefined ? refuse(target, rest.join('.')) : placeOf(model, behind, rest, target);
};

/** The client cannot change what a screen calls its own parts: they are where the base has them. */
const baseOf = (document: RawDocument): RawDocument => (isPatched(document) ? document.base : document);

const written = (
  document: RawDocument,
  {
    target,
    value,
    pointer,
    rule,
    lost = [],
  }: { target: string; value: unknown; pointer: string | undefined; rule: string; lost?: Explanation['lost'] },
): Explanation => ({
  target,
  value,
  origin: pointer === undefined ? undefined : baseOf(document).origin(pointer),
  rule: pointer === undefined ? rule : undefined,
  inputs: [],
  lost,
});

interface Part {
  readonly served: Served;
  readonly screen: RawScreen;
  readonly entity: Entity | undefined;
  readonly target: string;
  readonly name: string;
}

/** A title that stands over that of the field, where the screen writes one, and what is told of the field. */
const overField = (
  { served, entity, target, name }: Part,
  document: RawDocument,
  pointer: string | undefined,
  value: unknown,
): readonly Explanation[] => {
  const place = entity === undefined ? refuse(target, name) : placeOf(served.model, entity, name.split('.'), target);
  const field = explainOf(served, place);
  if (pointer === undefined) return field;
  const [label] = field;
  return [
    written(document, {
      target: `${target}.${pointer.slice(pointer.lastIndexOf('/') + 1)}`,
      value,
      pointer,
      rule: '',
      lost: label === undefined ? [] : [{ value: label.value, origin: label.origin, rule: label.rule }, ...label.lost],
    }),
    ...field.slice(1),
  ];
};

const indexOfName = (list: readonly { readonly name: string }[] | undefined, part: Part): number => {
  const index = list?.findIndex(({ name }) => name === part.name) ?? -1;
  return index < 0
    ? refuse(
        part.target,
        part.name,
        (list ?? []).map(({ name }) => name),
      )
    : index;
};

const named = (part: Part, document: RawDocument, pointer: string, title: string): readonly Explanation[] => [
  written(document, { target: `${part.target}.title`, value: title, pointer, rule: '' }),
];

/** What each part of a screen is told by. */
const parts: Readonly<Record<string, (part: Part) => readonly Explanation[]>> = {
  title: ({ served, screen }) => {
    const all = explainerOf(served).explain(screen.folder);
    return told([...all].sort((a, b) => Number(b.target.endsWith('.title')) - Number(a.target.endsWith('.title'))));
  },
  columns: (part) => {
    const document = baseOf(part.screen.registry) as RawDocument<'registry'>;
    const list = document.value.columns ?? [];
    const index = list.findIndex((column) => columnField(column) === part.name);
    const column = list[index];
    const title = typeof column === 'object' ? column.title : undefined;
    return overField(part, document, title === undefined ? undefined : `/columns/${index}/title`, title);
  },
  search: (part) => {
    const document = part.screen.search;
    if (document === undefined) return overField(part, part.screen.registry, undefined, undefined);
    const own = part.entity && placeOf(part.served.model, part.entity, part.name.split('.'), part.target);
    const index = document.value.fields.findIndex(
      ({ field }) => part.entity && placeOf(part.served.model, part.entity, field.split('.'), part.target) === own,
    );
    const label = document.value.fields[index]?.label;
    return overField(part, document, label === undefined ? undefined : `/fields/${index}/label`, label);
  },
  sections: (part) => {
    const { screen, name, target } = part;
    const index = screen.registry.value.sections?.findIndex(({ title }) => title === name) ?? -1;
    const pointer = index < 0 ? undefined : `/sections/${index}/title`;
    return [written(screen.registry, { target: `${target}.title`, value: name, pointer, rule: ruleWords.sections })];
  },
  actions: (part) => {
    const list = part.screen.registry.value.actions;
    const index = indexOfName(list, part);
    return named(part, part.screen.registry, `/actions/${index}/title`, list?.[index]?.title ?? '');
  },
  buttons: (part) => {
    const list = part.screen.registry.value.buttons;
    const index = indexOfName(list, part);
    return named(part, part.screen.registry, `/buttons/${index}/title`, list?.[index]?.title ?? '');
  },
  transitions: (part) => {
    const home = part.served.files.screens.find(
      ({ registry }) => registry.value.entity === part.entity?.name && registry.value.states !== undefined,
    );
    const list = home?.registry.value.states?.transitions;
    const index = indexOfName(list, part);
    const document = home?.registry ?? part.screen.registry;
    return named(part, document, `/states/transitions/${index}/title`, list?.[index]?.title ?? '');
  },
};

const explainPart = (served: Served, target: string): readonly Explanation[] => {
  const { files, model } = served;
  const at = target.indexOf('#');
  const [folder, path] = [target.slice(0, at), target.slice(at + 1)];
  const screen =
    files.screens.find((one) => one.folder === folder && one.registry.value.path !== undefined) ??
    refuse(target, folder);
  const [kind = '', ...rest] = path.split('.');
  const tell = Object.hasOwn(parts, kind) ? parts[kind] : undefined;
  if (tell === undefined) return refuse(target, kind, Object.keys(parts));
  const entity = model.entities[screen.registry.value.entity];
  return tell({ served, screen, entity, target, name: rest.join('.') });
};

/** Raises REQUEST_QUERY_INVALID, with the nearest name, where there is no such thing. */
export const explainLabel = (served: Served, target: string): LabelExplanation => {
  if (target.includes('#')) return { target, properties: explainPart(served, target).map(propertyOf) };
  const [first = '', ...path] = target.split('.');
  const entity = Object.hasOwn(served.model.entities, first) ? served.model.entities[first] : undefined;
  if (entity === undefined) return refuse(target, first, Object.keys(served.model.entities));
  const place = path.length === 0 ? entity.name : placeOf(served.model, entity, path, target);
  return { target: place, properties: explainOf(served, place).map(propertyOf) };
};
