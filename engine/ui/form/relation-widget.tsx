import { use } from 'react';
import type { RelationTarget } from '../../contract/screen-model.ts';
import { RelationControl } from '../controls/relation-control.tsx';
import { BesideContext } from './beside-context.ts';
import type { FormWidgetProps } from './control-props.ts';
import { controlProps } from './control-props.ts';

import { RelatedContext } from './related-context.ts';

/** A record of another registry; in the form of a record it can also be opened, and included where the person may. */
export const RelationWidget = (props: FormWidgetProps) => {
  const related = use(RelatedContext);
  const besideOf = use(BesideContext);
  const target = props.options['target'] as RelationTarget | undefined;
  if (target === undefined) return null;
  return (
    <RelationControl
      {...controlProps<number>(props)}
      target={target}
      known={props.registry.formContext.relationRows[String(props.options['rows'] ?? '')] ?? []}
      beside={(column, above) => besideOf(props.id, column, above)}
      onPeek={related?.peek}
      {...(related !== undefined && target.create && target.path !== null
        ? { onCreate: (typed, onCreated) => related.create(target, typed, onCreated) }
        : {})}
    />
  );
};
