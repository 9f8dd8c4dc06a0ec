import type { Access } from '../../engine/access/access.ts';
import type { PlanContext } from '../../engine/data/plan/plan-read.ts';
import type { Model, RegistryScreen } from '../../engine/model/types.ts';

/** The rows of an entity, as if a screen showed them: this one shows them its own way. */
export const entityContext = (model: Model, access: Access, entity: string): PlanContext => {
  const found = model.entities[entity];
  const screen: RegistryScreen = {
    kind: 'registry',
    path: `/${entity}`,
    title: found?.title ?? entity,
    icon: 'table',
    module: found?.module ?? '',
    parent: '/',
    permission: { action: 'list', subject: found?.subject ?? entity },
    hidden: true,
    order: 0,
    clients: undefined,
    flag: undefined,
    folder: entity,
    entity,
    description: undefined,
    alternativeOf: undefined,
    columns: [],
    sort: [],
    pageSize: 50,
    search: [],
    batch: [],
    detail: undefined,
    actions: [],
    buttons: [],
    totals: [],
    inline: [],
    lookups: [],
    sections: [],
  };
  return { model, access, screen };
};
