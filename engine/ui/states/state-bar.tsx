import { Button } from '@mantine/core';
import { recordLabel } from '../../contract/column-text.ts';
import { ScreenIcon } from '../controls/screen-icon.tsx';
import { FieldValue } from '../list/column-value.tsx';
import { explained } from '../runtime/explained.ts';
import { transitionsOf } from '../runtime/fitting.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useMoment } from '../runtime/use-moment.ts';
import { useTransit } from '../runtime/use-transit.tsx';
import type { Row } from '../store/api.ts';
import classes from './state-bar.module.css';

interface Props {
  readonly row: Row;
  /** Stands over a form, which does not tell the state. */
  readonly told?: boolean;
  /** There is work that is not saved: it would be lost. */
  readonly blocked?: boolean;
  readonly onDone?: () => void;
}

/** The state of a record, and what leads out of it. */
export const StateBar = ({ row, told = false, blocked = false, onDone }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const moment = useMoment();
  const transit = useTransit();
  const field = model.entity.fields.find(({ column }) => column === model.states?.key);
  const transitions = transitionsOf(model, row, moment);
  if (field === undefined || (!told && transitions.length === 0)) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups what is filled in
    <div className={classes.bar} role="group" aria-label={field.title}>
      {told && (
        <span className={classes.state}>
          <FieldValue field={field} value={row[field.column]} />
        </span>
      )}
      {transitions.map((transition) => (
        <Button
          key={transition.name}
          variant="default"
          size="compact-md"
          leftSection={<ScreenIcon name={transition.icon} size={14} />}
          disabled={blocked}
          title={blocked ? texts('transition.blocked') : undefined}
          onClick={() => transit(transition, row.id, recordLabel(model, row), onDone)}
        >
          <span {...explained(`${model.screen.folder}#transitions.${transition.name}`)}>{transition.title}</span>
        </Button>
      ))}
    </div>
  );
};
