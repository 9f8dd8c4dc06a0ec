import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

interface Props {
  /** Why the button inside is not to be pressed; undefined: it is. */
  readonly reason: string | undefined;
  readonly children: ReactElement;
}

/** Shows to who comes by the keyboard what the title of a refused button shows to who points at it. */
export const RefusalTip = ({ reason, children }: Props) => (
  <Tooltip
    label={reason}
    disabled={reason === undefined}
    multiline
    maw={280}
    position="bottom-end"
    events={{ hover: false, focus: true, touch: false }}
  >
    {children}
  </Tooltip>
);
