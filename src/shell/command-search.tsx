import { Modal } from '@mantine/core';
import { Search } from 'lucide-react';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import classes from './command-search.module.css';
import { MarkedText } from './marked-text.tsx';
import { searchMark } from './search-opening.tsx';
import { useCommandSearch } from './use-command-search.tsx';

interface Props {
  readonly opened: boolean;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onClose: () => void;
}

const Palette = ({ typed, onTyped, onClose }: Omit<Props, 'opened'>) => {
  const texts = useTexts();
  const search = useCommandSearch({ typed, onTyped, onClose });
  const { groups, active } = search;
  return (
    <>
      <div className={classes.search}>
        <Search size={16} aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={search.listId}
          aria-autocomplete="list"
          aria-activedescendant={active && search.optionId(active)}
          aria-label={texts('screens.search')}
          placeholder={texts('screens.search')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          data-autofocus
          // biome-ignore lint/a11y/noAutofocus: a dialog that was asked for begins at its one field
          autoFocus
          value={typed}
          // What was typed before the field was there goes on at its end.
          onFocus={({ currentTarget: field }) => field.setSelectionRange(field.value.length, field.value.length)}
          onChange={(event) => search.search(event.currentTarget.value)}
          onKeyDown={search.onKeyDown}
        />
      </div>
      <div id={search.listId} role="listbox" aria-label={texts('screens.search')} className={classes.list}>
        {groups.map(({ title, commands }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden className={classes.group}>
              {title}
            </p>
            {commands.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input has focus and keys
              <div
                key={command.id}
                id={search.optionId(command)}
                role="option"
                aria-selected={command.id === active?.id}
                className={classes.option}
                onPointerMove={() => search.point(command)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={(event) => search.run(command, event.ctrlKey || event.metaKey)}
              >
                <span className={classes.icon}>{command.icon}</span>
                <span className={classes.label}>
                  <MarkedText text={command.label} words={search.words} />
                  {command.beside && (
                    <span className={classes.beside}>
                      <MarkedText text={command.beside} words={search.words} />
                    </span>
                  )}
                </span>
                {command.detail && <span className={classes.detail}>{command.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {active?.edit && <p className={classes.keys}>{texts('command.recordKeys')}</p>}
      <p role="status" className={search.none || search.searching ? classes.status : classes.quiet}>
        {search.searching ? texts('command.searching') : search.none ? texts('screens.none') : null}
      </p>
    </>
  );
};

/** Ctrl+K: any screen, action or record. Loaded on first use. */
const CommandSearch = ({ opened, ...palette }: Props) => {
  const texts = useTexts();
  return (
    <Modal.Root opened={opened} onClose={palette.onClose} size={600} yOffset={80} zIndex={300}>
      <Modal.Overlay />
      <Modal.Content aria-label={texts('screens.search')} {...searchMark}>
        <Modal.Body p={0} className={classes.body}>
          <Palette {...palette} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

export default CommandSearch;
