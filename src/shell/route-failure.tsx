import { Button } from '@mantine/core';
import { FileQuestion, RotateCw, TriangleAlert, WifiOff } from 'lucide-react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { EmptyState } from '../../engine/ui/controls/empty-state.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import classes from './route-failure.module.css';

/** What stands in the place of a screen that could not be opened: not found, no connection, or a failure. */
export const RouteFailure = () => {
  const texts = useTexts();
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const home = (
    <Button component={Link} to="/" variant="default">
      {texts('action.home')}
    </Button>
  );
  const retry = (
    <Button variant="default" leftSection={<RotateCw size={15} />} onClick={() => location.reload()}>
      {texts('action.retry')}
    </Button>
  );
  return (
    <div className={classes.page}>
      {status === 404 ? (
        <EmptyState
          level={1}
          icon={FileQuestion}
          title={texts('state.notFound.title')}
          text={texts('state.notFound.text')}
          action={home}
        />
      ) : isRouteErrorResponse(error) && error.statusText === 'offline' ? (
        <EmptyState
          level={1}
          icon={WifiOff}
          title={texts('state.offline.title')}
          text={texts('network.failure')}
          action={retry}
        />
      ) : (
        <EmptyState
          level={1}
          icon={TriangleAlert}
          title={texts('state.error.title')}
          text={texts('state.error.text')}
          action={retry}
        />
      )}
    </div>
  );
};

/** The same where no frame is around it. */
export const RootFailure = () => (
  <main className={classes.page}>
    <RouteFailure />
  </main>
);
