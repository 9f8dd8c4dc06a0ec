import { Button, Loader } from '@mantine/core';
import { useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import classes from './list-pager.module.css';

/** Beside an estimate: counts exactly, says so while it does, and lets one give it up. */
export const ExactCount = ({ list }: { readonly list: RegistryList }) => {
  const texts = useTexts();
  const { exact, count } = list;
  if (count?.estimated !== true) return null;
  const { state } = exact.count;
  if (state === 'counting')
    return (
      <span className={classes.exact}>
        <Loader size={12} aria-hidden />
        <span role="status">{texts('list.exact.counting')}</span>
        <Button variant="subtle" size="compact-xs" onClick={exact.cancel}>
          {texts('action.cancel')}
        </Button>
      </span>
    );
  return (
    <span className={classes.exact}>
      <span role="status">
        {state === 'beyond' && texts('list.exact.beyond')}
        {state === 'failed' && texts('list.exact.failed')}
      </span>
      {state !== 'beyond' && (
        <Button variant="subtle" size="compact-xs" onClick={exact.start}>
          {texts(state === 'failed' ? 'action.retry' : 'list.exact.count')}
        </Button>
      )}
    </span>
  );
};
