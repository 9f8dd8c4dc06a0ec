import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './end-dialog.module.css';
import type { SessionEnd } from './session-clock.ts';
import { timeLeft } from './session-clock.ts';
import type { EndWarning } from './watch-end.ts';

const modalId = 'session-end';

interface EndTextProps {
  readonly end: SessionEnd;
  readonly onStay: () => void;
}

const EndTitle = ({ end }: Pick<EndTextProps, 'end'>) => {
  const texts = useTexts();
  return texts('sessionEnd.title', { time: timeLeft(end, Date.now()) });
};

const EndText = ({ end, onStay }: EndTextProps) => {
  const texts = useTexts();
  return (
    <>
      <p className={classes.text}>{texts(end.final ? 'sessionEnd.final' : 'sessionEnd.unused')}</p>
      <div className={classes.buttons}>
        <Button onClick={onStay} data-autofocus>
          {texts(end.final ? 'sessionEnd.understood' : 'sessionEnd.stay')}
        </Button>
      </div>
    </>
  );
};

/** The dialog that counts down, above whatever is open. Whoever closes it in any way is there, and goes on. */
export const createEndDialog = (): EndWarning => {
  let shown = false;
  return {
    show: (end, stay) => {
      const parts = {
        title: <EndTitle end={end} />,
        children: <EndText end={end} onStay={stay} />,
        onClose: () => {
          if (shown) stay();
        },
      };
      if (shown) modals.updateModal({ modalId, ...parts });
      else modals.open({ modalId, ...parts, zIndex: 320, withCloseButton: false });
      shown = true;
    },
    hide: () => {
      if (!shown) return;
      shown = false;
      modals.close(modalId);
    },
  };
};
