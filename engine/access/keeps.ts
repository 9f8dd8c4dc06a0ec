import { keysIn } from '../expressions/keys-in.ts';
import type { Entity, Field } from '../model/types.ts';
import type { Access } from './access.ts';

/** Whether a field is kept from the user: by name, or because its value is worked out from one that is. */
export const keeps = (access: Access, entity: Entity, field: Field): boolean => {
  if (access.hides(entity.name, field.name)) return true;
  const computed = entity.expressions?.computed.find(({ key }) => key === field.column);
  if (computed === undefined) return false;
  const { own, items } = keysIn(computed.expression.tree);
  return (
    entity.fields.some((other) => own.includes(other.column) && keeps(access, entity, other)) ||
    entity.children.some(
      (child) =>
        own.includes(child.name) &&
        (access.hides(entity.name, child.name) ||
          child.entity.fields.some(
            (other) => items.includes(`${child.name}.${other.column}`) && keeps(access, child.entity, other),
          )),
    )
  );
};
