import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../runtime/texts.ts';
import classes from './record-drawer.module.css';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** A record of many fields takes nearly the page. */
  readonly wide: boolean;
  readonly children: ReactNode;
}

/** The panel in which one record is seen, edited or followed through time. */
export const RecordDrawer = ({ opened, onClose, wide, children }: Props) => (
  <Drawer.Root
    opened={opened}
    onClose={onClose}
    position="right"
    size={wide ? 'min(1080px, 100%)' : 'min(600px, 100%)'}
    classNames={{ content: classes.content ?? '' }}
  >
    <Drawer.Overlay />
    <Drawer.Content aria-labelledby="fi-record-title">{children}</Drawer.Content>
  </Drawer.Root>
);

interface PartsProps {
  /** What is done: Editar banco. */
  readonly title: string;
  /** Which record. */
  readonly label?: string | undefined;
  readonly tools?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Head, scrolling body and foot of the panel. */
export const RecordPanel = ({ title, label, tools, footer, children }: PartsProps) => {
  const texts = useTexts();
  return (
    <div className={classes.panel}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <h2 id="fi-record-title" className={classes.title}>
            {title}
          </h2>
          {label !== undefined && <p className={classes.label}>{label}</p>}
        </div>
        {tools}
        <Drawer.CloseButton aria-label={texts('action.close')} />
      </header>
      <div className={classes.body}>{children}</div>
      {footer !== undefined && <footer className={classes.foot}>{footer}</footer>}
    </div>
  );
};
