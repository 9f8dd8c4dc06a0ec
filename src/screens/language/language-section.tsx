import { Link } from 'react-router';
import type { ReferenceKey, ReferenceSection } from '../../../engine/metadata/reference.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { referenceQuery } from '../../workbench/reference-place.ts';
import { CodeBlock } from '../api-docs-code.tsx';
import { InlineText, ProseText } from '../api-docs-text.tsx';
import { ReferenceTable } from '../reference/reference-table.tsx';
import classes from './language.module.css';
import { nameOf, parentOf } from './reference-keys.ts';

/** The definitions are written in English, whatever the language of the screens. */
const written = { lang: 'en' } as const;

const intoView = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'center' });

interface RowProps {
  readonly section: string;
  readonly row: ReferenceKey;
  readonly chosen: boolean;
}

const KeyRow = ({ section, row, chosen }: RowProps) => {
  const texts = useTexts();
  const { key, value, required, fallback, derived, meaning, example } = row;
  return (
    <tr className={chosen ? classes.chosen : undefined} ref={chosen ? intoView : undefined}>
      <th scope="row">
        <Link to={{ search: referenceQuery(section, key) }} aria-current={chosen || undefined}>
          <code>{nameOf(key)}</code>
        </Link>
        {required && <span className={classes.note}>{texts('language.required')}</span>}
      </th>
      <td data-label={texts('language.value')}>
        <span {...written}>
          <InlineText text={value} />
        </span>
        {fallback !== undefined && (
          <span className={classes.note}>
            {texts('language.default')} <code>{fallback}</code>
          </span>
        )}
        {derived !== undefined && (
          <span className={classes.note}>
            {texts('language.default')}{' '}
            <span {...written}>
              <InlineText text={derived} />
            </span>
          </span>
        )}
      </td>
      <td>
        <span {...written}>
          <InlineText text={meaning} />
        </span>
        {example !== undefined && <code className={classes.example}>{example}</code>}
      </td>
    </tr>
  );
};

const Keys = ({ section, chosen }: { readonly section: ReferenceSection; readonly chosen: string | undefined }) => {
  const texts = useTexts();
  const heads = ['key', 'value', 'meaning'].map((name) => texts(`language.${name}`));
  return [...Map.groupBy(section.keys, ({ key }) => parentOf(key))].map(([parent, keys]) => (
    <ReferenceTable key={parent} title={parent === '' ? texts('language.root') : parent} heads={heads}>
      {keys.map((row) => (
        <KeyRow key={row.key} section={section.name} row={row} chosen={row.key === chosen} />
      ))}
    </ReferenceTable>
  ));
};

interface Props {
  readonly title: string;
  readonly section: ReferenceSection;
  /** The key that is shown. */
  readonly chosen: string | undefined;
}

/** What there is to know of the files of one kind, or of what goes across them. */
export const LanguageSection = ({ title, section, chosen }: Props) => {
  const texts = useTexts();
  return (
    <div className={classes.section}>
      <div>
        <h1>{title}</h1>
        {section.isPath && (
          <p className={classes.path}>
            <code>{section.title}</code>
          </p>
        )}
      </div>
      <div {...written}>
        <ProseText text={section.texts.join('\n\n')} />
      </div>
      <Keys section={section} chosen={chosen} />
      {section.tables.map(({ title: own, heads, rows }) => (
        <ReferenceTable key={own ?? ''} title={own ?? texts('language.functions')} heads={heads}>
          {rows.map((cells) => (
            <tr key={cells.join(' ')} {...written}>
              {cells.map((cell, column) =>
                column === 0 ? (
                  <th key={heads[column]} scope="row">
                    <InlineText text={cell} />
                  </th>
                ) : (
                  <td key={heads[column]} className={classes.cell}>
                    <InlineText text={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </ReferenceTable>
      ))}
      {section.examples.map(({ path, text }) => (
        <CodeBlock
          key={path ?? ''}
          title={path === undefined ? texts('language.example') : texts('language.exampleOf', { path })}
          text={text.trimEnd()}
        />
      ))}
    </div>
  );
};
