import { Checkbox, Radio, Select } from '@mantine/core';
import type { ImportChoices, ImportDetail, ImportMode } from '../../../engine/contract/import.ts';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './columns-step.module.css';
import { listsOf, missingOf, missingOfKey, withKey } from './import-choices.ts';

interface Props {
  readonly detail: Pick<ImportDetail, 'columns' | 'fields' | 'keys'>;
  readonly choices: ImportChoices;
  /** What the person may have done with the rows. */
  readonly modes: readonly ImportMode[];
  readonly onChange: (choices: ImportChoices) => void;
  /** undefined: the person may not bring records in the states that they are in, or there are none. */
  readonly onLoad: ((load: boolean) => void) | undefined;
}

const keyName = (fields: readonly string[]): string => fields.join(' ');

/** How records that are there already are found, and what is done with the rows. */
export const HowPanel = ({ detail, choices, modes, onChange, onLoad }: Props) => {
  const texts = useTexts();
  const missing = missingOfKey(detail, choices);
  const keyed = choices.key.length > 0;
  const json = detail.columns.some(({ list }) => list !== undefined);
  const lists = listsOf(detail, choices);
  const [brought, left] = [true, false].map((is) =>
    lists.filter((one) => one.brought === is).map(({ title }) => title),
  ) as [string[], string[]];
  return (
    <section className={classes.how} aria-labelledby="fi-import-how">
      <h3 id="fi-import-how">{texts('imports.how')}</h3>
      {onLoad !== undefined && (
        <Checkbox
          label={texts('imports.load')}
          description={texts('imports.load.text')}
          checked={choices.load === true}
          onChange={(event) => onLoad(event.currentTarget.checked)}
        />
      )}
      {choices.load && <Note kind="info">{texts('imports.load.rules')}</Note>}
      <Select
        label={texts('imports.key')}
        data={[
          ...detail.keys.map((key) => ({
            value: keyName(key.fields),
            label:
              missingOf(detail, choices, key.fields).length === 0
                ? key.title
                : texts('imports.key.lacks', { title: key.title }),
          })),
          ...(modes.includes('insert') ? [{ value: '', label: texts('imports.key.none') }] : []),
        ]}
        value={keyName(choices.key)}
        onChange={(value) =>
          onChange(withKey(choices, detail.keys.find(({ fields }) => keyName(fields) === value)?.fields ?? [], modes))
        }
        allowDeselect={false}
        error={
          missing.length === 0
            ? undefined
            : texts('imports.key.missing', { fields: missing.map(({ title }) => title).join(', ') })
        }
      />
      {keyed && modes.length > 1 && (
        <Radio.Group
          label={texts('imports.mode')}
          value={choices.mode}
          onChange={(mode) => onChange({ ...choices, mode: mode as ImportMode })}
        >
          <div className={classes.modes}>
            {modes.map((mode) => (
              <Radio
                key={mode}
                value={mode}
                label={texts(`imports.mode.${mode}`)}
                description={texts(`imports.mode.${mode}.text`)}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {!choices.load && (!keyed || modes.length === 1) && (
        <p className={classes.note}>{texts(keyed ? `imports.mode.${choices.mode}.text` : 'imports.key.none.text')}</p>
      )}
      {keyed && choices.mode !== 'insert' && <p className={classes.note}>{texts('imports.empty.text')}</p>}
      {brought.length > 0 && (
        <p className={classes.note}>
          {texts(json ? 'imports.lists.json' : 'imports.lists.table', { lists: brought.join(', ') })}
        </p>
      )}
      {keyed && choices.mode !== 'insert' && left.length > 0 && (
        <p className={classes.note}>{texts('imports.lists.none', { lists: left.join(', ') })}</p>
      )}
      <Checkbox
        label={texts('imports.whole')}
        description={texts('imports.whole.text')}
        checked={choices.whole}
        onChange={(event) => onChange({ ...choices, whole: event.currentTarget.checked })}
      />
    </section>
  );
};
