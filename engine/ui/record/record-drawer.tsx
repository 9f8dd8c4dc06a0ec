import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
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
    <Drawer.Content>{children}</Drawer.Content>
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
export const RecordPanel = ({ title, label, tools, footer, children }: PartsProps) => (
  <div className={classes.panel}>
    <div className={classes.head}>
      <div className={classes.titles}>
        <Drawer.Title className={classes.title}>{title}</Drawer.Title>
        {label !== undefined && <p className={classes.label}>{label}</p>}
      </div>
      {tools}
      <Drawer.CloseButton />
    </div>
    <div className={classes.body}>{children}</div>
    {footer !== undefined && <div className={classes.foot}>{footer}</div>}
  </div>
);
