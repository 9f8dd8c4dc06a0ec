import { Kbd, Modal } from '@mantine/core';
import { useTexts } from '../runtime/texts.ts';
import classes from './key-help.module.css';

const keys: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['j', 'k'], 'keys.move'],
  [['space'], 'keys.select'],
  [['Enter'], 'keys.view'],
  [['e'], 'keys.edit'],
  [['h'], 'keys.history'],
  [['Delete'], 'keys.delete'],
  [['n'], 'keys.new'],
  [['/'], 'keys.quickSearch'],
  [['Ctrl', 'K'], 'keys.screens'],
  [['Ctrl', 'S'], 'keys.save'],
  [['F2'], 'keys.inside'],
  [['?'], 'keys.help'],
];

/** The keys of a list, on `?`. */
export const KeyHelp = ({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) => {
  const texts = useTexts();
  return (
    <Modal opened={opened} onClose={onClose} title={texts('keys.title')} size="sm">
      <dl className={classes.keys}>
        {keys.map(([pressed, text]) => (
          <div key={text} className={classes.row}>
            <dt>
              {pressed.map((key) => (
                <Kbd key={key} size="sm">
                  {key === 'space' ? texts('keys.space') : key}
                </Kbd>
              ))}
            </dt>
            <dd>{texts(text)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
};
