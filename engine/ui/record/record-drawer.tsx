import { ActionIcon, Drawer } from '@mantine/core';
import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { createContext, memo, use, useEffect, useLayoutEffect, useRef } from 'react';
import { explained } from '../runtime/explained.ts';
import { ScreenContext } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useFocusReturn } from '../runtime/use-focus-return.ts';
import classes from './record-drawer.module.css';

/** The records before and after this one in the list; undefined where there is none. */
export interface Neighbours {
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

export const NeighboursContext = createContext<Neighbours | undefined>(undefined);

/** How a panel that fills the page is closed; undefined in a drawer, which knows. */
const PageContext = createContext<(() => void) | undefined>(undefined);

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** A record that owns rows takes nearly the page. */
  readonly wide: boolean;
  /** Over another drawer. */
  readonly stacked?: boolean;
  readonly children: ReactNode;
}

/** Escape is heard by every drawer at once: it belongs to the question, or the drawer, that stands on top. */
const isCovered = (stacked: boolean): boolean =>
  document.querySelector(
    stacked ? '[data-modal-content="true"]' : '[data-modal-content="true"],[data-stacked-drawer]',
  ) !== null;

/** The panel in which one record is seen, edited or followed through time. */
export const RecordDrawer = ({ opened, onClose, wide, stacked = false, children }: Props) => {
  useFocusReturn(opened);
  return (
    <PageContext value={undefined}>
      <Drawer.Root
        opened={opened}
        onClose={() => {
          if (!isCovered(stacked)) onClose();
        }}
        position="right"
        size={wide ? 'min(1080px, 100%)' : 'min(600px, 100%)'}
        classNames={{ content: classes.content ?? '' }}
        {...(stacked && { zIndex: 210 })}
      >
        <Drawer.Overlay />
        <Drawer.Content {...(stacked && { 'data-stacked-drawer': true })}>{children}</Drawer.Content>
      </Drawer.Root>
    </PageContext>
  );
};

/** A record of many fields takes the place of the list, which stays as it is behind it. */
export const RecordPage = ({ onClose, children }: Pick<Props, 'onClose' | 'children'>) => {
  const page = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const covered = [...(page.current?.parentElement?.children ?? [])].filter((one) => one !== page.current);
    const before = document.activeElement;
    for (const one of covered) one.toggleAttribute('inert', true);
    return () => {
      for (const one of covered) one.toggleAttribute('inert', false);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <PageContext value={onClose}>
      <section ref={page} className={classes.page} data-record-page>
        {children}
      </section>
    </PageContext>
  );
};

interface PartsProps {
  /** What is done: Editar banco. */
  readonly title: string;
  /** Which record. */
  readonly label?: string | undefined;
  /** Its state. */
  readonly state?: ReactNode;
  readonly tools?: ReactNode;
  readonly footer?: ReactNode;
  /** There may be nothing in it to go to by the keyboard: it is scrolled by itself. */
  readonly reading?: boolean;
  readonly children: ReactNode;
}

const NeighbourButtons = () => {
  const texts = useTexts();
  const neighbours = use(NeighboursContext);
  if (neighbours === undefined || (neighbours.previous ?? neighbours.next) === undefined) return null;
  return (
    <div className={classes.neighbours}>
      {(['previous', 'next'] as const).map((way) => {
        const Icon = way === 'previous' ? ChevronUp : ChevronDown;
        const go = neighbours[way];
        return (
          <ActionIcon
            key={way}
            variant="subtle"
            color="gray"
            disabled={go === undefined}
            aria-label={texts(`record.${way}`)}
            title={texts(`record.${way}.keys`)}
            onClick={go}
          >
            <Icon size={16} />
          </ActionIcon>
        );
      })}
    </div>
  );
};

interface HeadProps extends Pick<PartsProps, 'title' | 'label' | 'state' | 'tools'> {
  readonly heading: Ref<HTMLHeadingElement>;
}

/** Memoized: what is typed below it is none of its business. */
const PanelHead = memo(({ title, label, state, tools, heading }: HeadProps) => {
  const texts = useTexts();
  const closePage = use(PageContext);
  const entity = use(ScreenContext)?.entity.name;
  const Title = closePage === undefined ? Drawer.Title : 'h2';
  return (
    <div className={classes.head}>
      {closePage !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts('record.back')}
          title={texts('record.back')}
          onClick={closePage}
        >
          <ArrowLeft size={16} />
        </ActionIcon>
      )}
      <div className={classes.titles}>
        <Title
          ref={heading}
          className={classes.title}
          tabIndex={-1}
          data-record-title
          data-autofocus
          {...explained(entity)}
        >
          {title}
        </Title>
        {label !== undefined && (
          <p className={classes.label}>
            {label}
            {/* Read aloud they are two words. */ ' '}
            {state !== undefined && <span className={classes.state}>{state}</span>}
          </p>
        )}
      </div>
      <NeighbourButtons />
      {tools}
      {closePage === undefined && <Drawer.CloseButton />}
    </div>
  );
});

/** Head, scrolling body and foot of the panel. The focus begins at the title: it says where one is. */
export const RecordPanel = ({ footer, reading = false, children, ...head }: PartsProps) => {
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (panel.current?.contains(document.activeElement) !== true) heading.current?.focus();
  }, []);
  return (
    <div ref={panel} className={classes.panel} data-record-panel>
      <PanelHead {...head} heading={heading} />
      {reading ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        <section className={classes.body} tabIndex={0} aria-label={head.label ?? head.title}>
          {children}
        </section>
      ) : (
        <div className={classes.body}>{children}</div>
      )}
      {footer !== undefined && <div className={classes.foot}>{footer}</div>}
    </div>
  );
};
