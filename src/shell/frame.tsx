import { Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { useEffect, useMemo, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { KeyHelpContext } from '../../engine/ui/runtime/key-help-context.ts';
import { later } from '../../engine/ui/runtime/later.tsx';
import { createTexts, TextsContext, useTexts } from '../../engine/ui/runtime/texts.ts';
import { TimeZoneContext } from '../../engine/ui/runtime/time-zone.ts';
import { useMarkedScreens } from '../../engine/ui/runtime/use-marked-screens.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import { CallerContext } from '../../engine/ui/runtime/use-moment.ts';
import { useWaiting } from '../../engine/ui/runtime/use-waiting.ts';
import { WhyContext } from '../../engine/ui/runtime/why-context.ts';
import { useMenuQuery } from '../../engine/ui/store/api.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';
import { sizes } from '../../engine/ui/theme/tokens.ts';
import classes from './frame.module.css';
import { mayModel } from './may-model.ts';
import { ModuleTree } from './module-tree.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ExpiredPassword } from './password/expired-password.tsx';
import { ProviderPlace } from './provider-place.tsx';
import { SearchOpening } from './search-opening.tsx';
import { TopBar } from './top-bar.tsx';
import { useFavicon } from './use-favicon.ts';
import { useKeyHelp } from './use-key-help.ts';
import { usePageTitle } from './use-page-title.ts';
import { useSearchOpening } from './use-search-opening.ts';
import { useTabSelects } from './use-tab-selects.ts';
import { useWhyPanel } from './use-why-panel.ts';

const CommandSearch = later(() => import('./command-search.tsx'));
const JobEnds = later(() => import('./jobs/job-ends.ts'));
const WhyDrawer = later(() => import('../../engine/ui/why/why-drawer.tsx'));
const KeyHelp = later(async () => ({ default: (await import('../../engine/ui/list/key-help.tsx')).KeyHelp }));

const AskedLabels = later(() => import('./explanation/asked-labels.tsx'));

/** For those who write the files; not in what is built to be served. */
const FileProblems = import.meta.env.DEV
  ? later(async () => ({ default: (await import('./development/file-problems.tsx')).FileProblems }))
  : undefined;

/** Notes each screen that is opened, once the server has said which were before. */
const useVisits = () => {
  const { entryAt } = useMenu();
  const { visit } = useMarkedScreens();
  const { pathname } = useLocation();
  const kind = entryAt(pathname)?.kind;
  useEffect(() => {
    if (kind !== undefined && kind !== 'group') visit?.(pathname);
  }, [kind, pathname, visit]);
};

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
  const [shown] = useState(() => performance.now());
  const phone = useMediaQuery(`(max-width: ${sizes.phone - 1}px)`, undefined, { getInitialValueInEffect: false });
  const folded = useAppSelector((state) => state.frame.treeFolded);
  const models = useAppSelector(mayModel);
  const [sheet, sheetActions] = useDisclosure(false);
  const search = useSearchOpening();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  useWaiting(navigation.state !== 'idle');
  useDocumentTitle();
  useFavicon(useAppSelector((state) => state.session.client));
  useVisits();
  useTabSelects();
  const keys = useKeyHelp();
  const why = useWhyPanel();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet closes when another screen opens
  useEffect(sheetActions.close, [pathname]);

  return (
    <KeyHelpContext value={keys.show}>
      <WhyContext value={why.ask}>
        <div className={classes.frame} data-folded={folded || undefined}>
          <a href="#fi-main" className={classes.skip}>
            {texts('frame.skip')}
          </a>
          <TopBar phone={phone === true} onSearch={search.open} onMenu={phone ? sheetActions.open : undefined} />
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
            {FileProblems && <FileProblems />}
            {models && <AskedLabels />}
            {phone && <ProviderPlace />}
            <div className={classes.screen}>
              <Outlet />
            </div>
          </main>
          {search.state === 'open' && <SearchOpening onTyped={search.add} onLeave={search.leave} />}
          {search.state !== 'never' && (
            <CommandSearch
              opened={search.state === 'open'}
              typed={search.typed}
              onTyped={search.type}
              onClose={search.leave}
            />
          )}
          <ExpiredPassword />
          <JobEnds shown={shown} />
          {why.needed && <WhyDrawer opened={why.opened} onClose={why.close} />}
          {keys.needed && <KeyHelp opened={keys.opened} explains={models} onClose={keys.close} />}
        </div>
      </WhyContext>
    </KeyHelpContext>
  );
};

/** What stands around every screen of a signed-in person, and for all below the words and the zone of the model and who it is. */
export const Frame = () => {
  const { data } = useMenuQuery();
  const texts = useMemo(() => createTexts(data?.texts ?? {}), [data?.texts]);
  if (data === undefined) return null;
  return (
    <TextsContext value={texts}>
      <TimeZoneContext value={data.timeZone}>
        <CallerContext value={data.caller}>
          <ModalsProvider modalProps={{ centered: true, size: 'sm' }}>
            <FrameParts />
          </ModalsProvider>
        </CallerContext>
      </TimeZoneContext>
    </TextsContext>
  );
};
