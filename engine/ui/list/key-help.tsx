import { Kbd, Modal } from '@mantine/core';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../runtime/texts.ts';
import classes from './key-help.module.css';

type Keys = readonly (readonly [keys: readonly string[], text: string])[];

const everywhere: Keys = [
  [['Ctrl', 'K'], 'keys.screens'],
  [['Ctrl', 'Enter'], 'keys.screensEdit'],
  [['?'], 'keys.help'],
];

const explaining: Keys = [[['Alt', 'O'], 'keys.explain']];

const tree: Keys = [
  [['↑', '↓'], 'keys.treeMove'],
  [['→', '←'], 'keys.treeOpen'],
  [['Home', 'End'], 'keys.treeEnds'],
  [['a–z'], 'keys.treeType'],
];

const list: Keys = [
  [['j', 'k'], 'keys.move'],
  [['space'], 'keys.select'],
  [['Shift', '↑', '↓'], 'keys.range'],
  [['Ctrl', 'A'], 'keys.page'],
  [['Ctrl', 'C'], 'keys.copy'],
  [['Enter'], 'keys.view'],
  [['e'], 'keys.edit'],
  [['h'], 'keys.history'],
  [['b'], 'keys.batch'],
  [['Ctrl', 'Enter'], 'keys.apply'],
  [['Delete'], 'keys.delete'],
  [['n'], 'keys.new'],
  [['/'], 'keys.quickSearch'],
  [['↓'], 'keys.intoRows'],
  [['F2'], 'keys.inside'],
  [['Enter', 'F2'], 'keys.detail'],
];

const cell: Keys = [
  [['Enter', 'F2'], 'keys.cellOpen'],
  [['Enter'], 'keys.cellSave'],
  [['Shift', 'Enter'], 'keys.cellSaveUp'],
  [['Tab'], 'keys.cellNext'],
  [['Shift', 'Tab'], 'keys.cellBefore'],
  [['Esc'], 'keys.cellLeave'],
];

const record: Keys = [
  [['e'], 'keys.edit'],
  [['h'], 'keys.history'],
  [['Alt', 'PgUp', 'PgDn'], 'keys.neighbours'],
];

const form: Keys = [
  [['Ctrl', 'S'], 'keys.save'],
  [['Delete'], 'keys.empty'],
  [['Alt', 'PgUp', 'PgDn'], 'keys.neighbours'],
  [['Ctrl', 'Enter'], 'keys.rowAdd'],
  [['Alt', '↑', '↓'], 'keys.rowMove'],
];

/** The typeface has no arrows to the sides. */
const drawn: Readonly<Record<string, ReactNode>> = {
  '→': <ArrowRight size={12} aria-label="→" />,
  '←': <ArrowLeft size={12} aria-label="←" />,
};

const KeySection = ({ title, keys }: { readonly title: string; readonly keys: Keys }) => {
  const texts = useTexts();
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.keys}>
        {keys.map(([pressed, text]) => (
          <div key={text} className={classes.row}>
            <dt>
              {pressed.map((key) => (
                <Kbd key={key} size="sm">
                  {drawn[key] ?? (key === 'space' ? texts('keys.space') : key)}
                </Kbd>
              ))}
            </dt>
            <dd>{texts(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

const sections = { everywhere, list, cell, record, form, tree };

interface Props {
  readonly opened: boolean;
  /** Whether the person may ask who set a label. */
  readonly explains: boolean;
  readonly onClose: () => void;
}

/** Every key there is, on `?`, by where it works. */
export const KeyHelp = ({ opened, explains, onClose }: Props) => {
  const texts = useTexts();
  return (
    <Modal opened={opened} onClose={onClose} title={texts('keys.title')} size={760}>
      <div className={classes.sheet}>
        {Object.entries(sections).map(([name, keys]) => (
          <KeySection
            key={name}
            title={texts(`keys.of.${name}`)}
            keys={explains && keys === everywhere ? [...keys, ...explaining] : keys}
          />
        ))}
      </div>
    </Modal>
  );
};
