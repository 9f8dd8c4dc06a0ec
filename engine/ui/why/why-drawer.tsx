import { Loader, NumberInput, Select } from '@mantine/core';
import { RecordDrawer, RecordPanel } from '../record/record-drawer.tsx';
import { failureText } from '../runtime/describe-failure.ts';
import { useTexts } from '../runtime/texts.ts';
import { useWhy } from './use-why.ts';
import classes from './why.module.css';
import { WhyLines } from './why-lines.tsx';

const WhyPanel = () => {
  const texts = useTexts();
  const why = useWhy();
  const nothing =
    why.people.length === 0
      ? [{ value: '', label: texts(`control.relation.${why.phase}`, { count: 2 }), disabled: true }]
      : [];
  return (
    <RecordPanel title={texts('why.title')} label={why.title}>
      <div className={classes.question}>
        <Select
          className={classes.person ?? ''}
          label={texts('why.who')}
          placeholder={texts('why.whoPlaceholder')}
          data={[...nothing, ...why.people]}
          value={why.person ?? null}
          onChange={why.choosePerson}
          onSearchChange={why.typePerson}
          filter={({ options }) => options}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': texts('control.clear') }}
        />
        {why.registry && (
          <>
            <Select
              label={texts('why.which')}
              placeholder={texts('why.whichPlaceholder')}
              data={[...why.fields]}
              value={why.field ?? null}
              onChange={why.chooseField}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': texts('control.clear') }}
            />
            <NumberInput
              label={texts('why.record')}
              value={why.id ?? ''}
              onChange={why.chooseId}
              min={1}
              allowDecimal={false}
              allowNegative={false}
              hideControls
            />
          </>
        )}
      </div>
      <div aria-live="polite">
        {why.failure && <p className={classes.status}>{failureText(texts, why.failure)}</p>}
        {why.busy && <Loader size="sm" />}
        {why.person === undefined && <p className={classes.status}>{texts('why.ask')}</p>}
        {why.groups.length > 0 && (
          <p className={classes.groups}>{texts('why.groups', { groups: why.groups.map(({ name }) => name) })}</p>
        )}
        {why.lines.length > 0 && <WhyLines lines={why.lines} />}
      </div>
    </RecordPanel>
  );
};

/** "Por que…?": a person, the open screen, and the rule that decides. Loaded on first use. */
const WhyDrawer = ({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) => (
  <RecordDrawer opened={opened} onClose={onClose} wide={false}>
    <WhyPanel />
  </RecordDrawer>
);

export default WhyDrawer;
