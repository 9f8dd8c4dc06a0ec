import { Drawer } from '@mantine/core';
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { createTexts, TextsContext, useTexts } from '../../engine/ui/runtime/texts.ts';
import { TimeZoneContext } from '../../engine/ui/runtime/time-zone.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import { useWaiting } from '../../engine/ui/runtime/use-waiting.ts';
import { useMenuQuery } from '../../engine/ui/store/api.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';
import { sizes } from '../../engine/ui/theme/tokens.ts';
import classes from './frame.module.css';
import { ModuleTree } from './module-tree.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { TopBar } from './top-bar.tsx';
import { usePageTitle } from './use-page-title.ts';

const ScreenSearch = lazy(() => import('./screen-search.tsx'));

/** The title of the page in the browser: the screen, then the client. */
const useDocumentTitle = () => {
  const menu = useMenu();
  const own = usePageTitle();
  const { pathname } = useLocation();
  const client = useAppSelector((state) => state.session.client?.title);
  const screen = menu.entryAt(pathname);
  useEffect(() => {
    const title = screen ? menu.titled(screen.title) : own;
    document.title = [title, client].filter(Boolean).join(' · ');
  }, [menu, screen, own, client]);
};

const FrameParts = () => {
  const texts = useTexts();
  const phone = useMediaQuery(`(max-width: ${sizes.phone - 1}px)`, undefined, { getInitialValueInEffect: false });
  const folded = useAppSelector((state) => state.frame.treeFolded);
  const [sheet, sheetActions] = useDisclosure(false);
  const [searching, setSearching] = useState<'never' | 'open' | 'closed'>('never');
  const { pathname } = useLocation();
  const navigation = useNavigation();
  useWaiting(navigation.state !== 'idle');
  useDocumentTitle();
  useHotkeys([['mod+K', () => setSearching('open')]], []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet closes when another screen opens
  useEffect(sheetActions.close, [pathname]);

  return (
    <div className={classes.frame} data-folded={folded || undefined}>
      <a href="#fi-main" className={classes.skip}>
        {texts('frame.skip')}
      </a>
      <TopBar
        phone={phone === true}
        onSearch={() => setSearching('open')}
        onMenu={phone ? sheetActions.open : undefined}
      />
      {phone ? (
        <Drawer
          opened={sheet}
          onClose={sheetActions.close}
          position="left"
          size={280}
          padding={0}
          withCloseButton={false}
          attributes={{ content: { 'aria-label': texts('tree.title') } }}
        >
          <ModuleTree folded={false} sheet />
        </Drawer>
      ) : (
        <ModuleTree folded={folded} />
      )}
      <main id="fi-main" className={classes.main} tabIndex={-1}>
        <OfflineBanner />
        <div className={classes.screen}>
          <Outlet />
        </div>
      </main>
      {searching !== 'never' && (
        <Suspense fallback={null}>
          <ScreenSearch opened={searching === 'open'} onClose={() => setSearching('closed')} />
        </Suspense>
      )}
    </div>
  );
};

/** What stands around every screen of a signed-in person, and the words and the zone of the model for all below. */
export const Frame = () => {
  const { data } = useMenuQuery();
  const texts = useMemo(() => createTexts(data?.texts ?? {}), [data?.texts]);
  if (data === undefined) return null;
  return (
    <TextsContext value={texts}>
      <TimeZoneContext value={data.timeZone}>
        <ModalsProvider modalProps={{ centered: true, size: 'sm' }}>
          <FrameParts />
        </ModalsProvider>
      </TimeZoneContext>
    </TextsContext>
  );
};
