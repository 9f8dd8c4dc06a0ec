import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { DraftEntity } from '../draft.ts';
import type { Detail, DetailList, DetailSource } from '../list-parts.ts';
import type { FieldPath } from '../screen-types.ts';
import { reverseRelation } from './reverse-relation.ts';
import type { ScreenUse } from './screen-fields.ts';
import { usableField } from './screen-fields.ts';

const defaultLimit = 10;
/** Rule `detail.columns`: how many fields of the rows are shown where nothing says which. */
const defaultColumns = 4;

interface Located {
  readonly source: DetailSource;
  readonly entity: DraftEntity;
}

/** `contas`, an array of the entity; `distrito.cidade`, a relation of another entity that points here. */
const locate = (use: ScreenUse, text: string): Located | undefined => {
  const { entity, find, report, screen } = use;
  const refuse = (reason: string, suggestion?: string): undefined => {
    report(
      'MODEL_DETAIL_LIST',
      screen.registry.origin('/detail/list'),
      { screen: screen.folder, list: text, reason },
      suggestion,
    );
    return undefined;
  };
  const [name = '', relation] = text.split('.');
  if (relation === undefined) {
    const child = entity.children.find((one) => one.name === name);
    const rows = child && find(child.entity);
    if (child === undefined || rows === undefined)
      return refuse(
        phrases.noList,
        nearest(
          name,
          entity.children.map((one) => one.name),
        ),
      );
    // Hidden by the client: nothing to expand.
    return child.visible ? { source: { kind: 'owned', child: name }, entity: rows } : undefined;
  }
  const found = reverseRelation(use, text, screen.registry.origin('/detail/list'), refuse);
  return found && { source: { kind: 'reverse', entity: name, relation }, entity: found.entity };
};

/** What leads back to the record says the same on every line. */
const leadsBack = (source: DetailSource, field: string): boolean =>
  source.kind === 'reverse' && source.relation === field;

const listColumns = (use: ScreenUse, { entity, source }: Located): readonly FieldPath[] => {
  const written = use.screen.registry.value.detail?.columns;
  if (written === undefined)
    return entity.fields
      .filter(
        (field) =>
          field.visible &&
          !field.writeOnly &&
          !leadsBack(source, field.name) &&
          use.catalogues.fieldTypes[field.type].operators.includes('in'),
      )
      .slice(0, defaultColumns)
      .map((field) => [field.name]);
  return written.flatMap((name, index) => {
    const found = usableField({ ...use, entity }, name, `/detail/columns/${index}`, '/detail');
    return found === undefined ? [] : [found.path];
  });
};

const compileList = (use: ScreenUse): DetailList | undefined => {
  const { registry } = use.screen;
  const written = registry.value.detail;
  if (written?.list === undefined) {
    for (const key of ['title', 'columns', 'limit'] as const)
      if (written?.[key] !== undefined)
        use.report('MODEL_DETAIL_LIST', registry.origin(`/detail/${key}`, true), {
          screen: use.screen.folder,
          list: key,
          reason: phrases.listAbsent,
        });
    return undefined;
  }
  const located = locate(use, written.list);
  return (
    located && {
      source: located.source,
      title: written.title,
      columns: listColumns(use, located),
      limit: written.limit ?? defaultLimit,
    }
  );
};

/** What a row shows when it is expanded; undefined where it shows nothing more. */
export const compileDetail = (use: ScreenUse): Detail | undefined => {
  const { screen, report } = use;
  const written = screen.registry.value.detail;
  if (written === undefined) return undefined;
  if (written.fields === undefined && written.list === undefined)
    report('MODEL_DETAIL_LIST', screen.registry.origin('/detail'), {
      screen: screen.folder,
      list: 'detail',
      reason: phrases.detailEmpty,
    });
  const fields = (written.fields ?? []).flatMap((name, index) => {
    const found = usableField(use, name, `/detail/fields/${index}`, '/detail');
    return found === undefined ? [] : [found.path];
  });
  const list = compileList(use);
  return fields.length === 0 && list === undefined ? undefined : { fields, list };
};
