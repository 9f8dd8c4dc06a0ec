import { Modal } from '@mantine/core';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useFocusReturn } from '../../../engine/ui/runtime/use-focus-return.ts';
import type { StaleRight } from '../../access/permissions.ts';
import classes from './permissions.module.css';

interface Props {
  readonly rights: readonly StaleRight[];
  readonly onOpen: (group: number) => void;
  readonly onClose: () => void;
}

/** Rights on what no longer exists: they give nothing, and are taken away in the matrix of their group. */
export const StaleRights = ({ rights, onOpen, onClose }: Props) => {
  const texts = useTexts();
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title={texts.count('permissions.stale', rights.length)} size="lg">
      <p className={classes.text2}>{texts('permissions.stale.text')}</p>
      <ul className={classes.lines}>
        {rights.map(({ group, right, suggestion }) => (
          <li key={`${group.id} ${right}`}>
            <code>{right}</code>{' '}
            <button
              type="button"
              className={classes.link}
              onClick={() => {
                onOpen(group.id);
                onClose();
              }}
            >
              {group.name}
            </button>
            {suggestion !== undefined && (
              <span className={classes.text2}> {texts('permissions.stale.meant', { name: suggestion })}</span>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
};
