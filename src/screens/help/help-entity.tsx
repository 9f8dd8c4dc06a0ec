import { Button } from '@mantine/core';
import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';
import type { HelpEntity, HelpField } from '../../../engine/contract/calls/help-calls.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { ReferenceTable } from '../reference/reference-table.tsx';
import classes from './help.module.css';
import { entityQuery } from './help-address.ts';

/** What must be known of a field before one types: whether it must be, may be changed, may be repeated. */
const marks = ['required', 'readOnly', 'unique'] as const;

const FieldRow = ({ field }: { readonly field: HelpField }) => {
  const texts = useTexts();
  const { title, kind, target, values, examples, description, help, filledFrom } = field;
  const told = marks.filter((mark) => field[mark]);
  return (
    <tr>
      <th scope="row">
        {title}
        {told.length > 0 && (
          <span className={classes.values}>{told.map((mark) => texts(`manual.mark.${mark}`)).join(' · ')}</span>
        )}
      </th>
      <td data-label={texts('manual.value')}>
        {target === undefined ? (
          kind
        ) : (
          <Link to={{ search: entityQuery(target.module, target.entity) }}>{target.title}</Link>
        )}
        {values !== undefined && <span className={classes.values}>{values.join(' · ')}</span>}
      </td>
      <td>
        {description}
        {help !== undefined && <span className={classes.values}>{help}</span>}
        {filledFrom !== undefined && (
          <span className={classes.values}>{texts('manual.filledFrom', { from: filledFrom })}</span>
        )}
        {examples !== undefined && (
          <span className={classes.values}>{texts('manual.examples', { examples: examples.join(' · ') })}</span>
        )}
      </td>
    </tr>
  );
};

const Fields = ({ title, fields }: { readonly title: string; readonly fields: readonly HelpField[] }) => {
  const texts = useTexts();
  if (fields.length === 0) return null;
  return (
    <ReferenceTable title={title} heads={['field', 'value', 'meaning'].map((name) => texts(`manual.${name}`))}>
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} />
      ))}
    </ReferenceTable>
  );
};

/** What is to be known of the records of one kind. */
export const HelpOfEntity = ({ entity }: { readonly entity: HelpEntity }) => {
  const texts = useTexts();
  const { title, description, screens, fields, rows, rules, usedBy } = entity;
  return (
    <div className={classes.entity}>
      <h1>{title}</h1>
      {[...new Set([description, ...screens.map((screen) => screen.description)])].map(
        (text) =>
          text !== undefined && (
            <p key={text} className={classes.prose}>
              {text}
            </p>
          ),
      )}
      <div className={classes.screens}>
        {screens.map((screen) => (
          <Button
            key={screen.path}
            component={Link}
            to={screen.path}
            variant="default"
            rightSection={<ArrowUpRight size={14} aria-hidden />}
          >
            {texts('manual.open', { title: screen.title })}
          </Button>
        ))}
      </div>
      <Fields title={texts('manual.fields')} fields={fields} />
      {rows.map((part) => (
        <Fields key={part.name} title={part.title} fields={part.fields} />
      ))}
      {rules.length > 0 && (
        <section>
          <h2>{texts('manual.rules')}</h2>
          <ul>
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
      )}
      {usedBy.length > 0 && (
        <section>
          <h2>{texts('manual.usedBy')}</h2>
          <ul>
            {usedBy.map((user) => (
              <li key={`${user.entity} ${user.field}`}>
                <Link to={{ search: entityQuery(user.module, user.entity) }}>{user.title}</Link>{' '}
                {texts('manual.inField', { field: user.field })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};
