import { Loader, SegmentedControl, Select } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { MonitorOff } from 'lucide-react';
import { EmptyState } from '../../../engine/ui/controls/empty-state.tsx';
import { filterOptions } from '../../../engine/ui/controls/fits-search.ts';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { Workbench } from './use-workbench.ts';
import { previewViews } from './use-workbench.ts';
import classes from './workbench.module.css';

/** Pixels that a desktop has in the preview, whatever the room. */
const desktop = 900;
const phone = 390;

/** Of which client, with whose rights, and as what. */
const PreviewChoices = ({ bench }: { readonly bench: Workbench }) => {
  const texts = useTexts();
  const { people, person } = bench;
  const reason =
    people.phase === 'short' ? texts.count('control.relation.short', 2) : texts(`control.relation.${people.phase}`);
  const nothing = people.options.length === 0 ? [{ value: '', label: reason, disabled: true }] : [];
  return (
    <div className={classes.choices}>
      <Select
        size="xs"
        className={classes.choice ?? ''}
        aria-label={texts('workbench.client')}
        data={(bench.tree?.clients ?? []).map(({ name, title }) => ({ value: name, label: title }))}
        value={bench.client}
        onChange={(name) => name !== null && bench.setClient(name)}
        disabled={bench.clientFixed}
        title={bench.clientFixed ? texts('workbench.client.fixed') : undefined}
        searchable
        allowDeselect={false}
        filter={filterOptions}
      />
      <Select
        size="xs"
        className={classes.choice ?? ''}
        aria-label={texts('workbench.person')}
        placeholder={texts('workbench.person.own')}
        data={[...nothing, ...people.options]}
        value={person?.value ?? null}
        onChange={bench.choosePerson}
        onSearchChange={people.type}
        filter={({ options }) => options}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': texts('control.clear') }}
      />
      <SegmentedControl
        size="xs"
        aria-label={texts('workbench.view')}
        data={previewViews.map((value) => ({ value, label: texts(`workbench.view.${value}`) }))}
        value={bench.view}
        onChange={(value) => bench.setView(previewViews.find((one) => one === value) ?? 'list')}
      />
    </div>
  );
};

const PreviewFrame = ({ bench }: { readonly bench: Workbench }) => {
  const texts = useTexts();
  const { ref, width, height } = useElementSize();
  const { preview, path } = bench.preview;
  if (preview === undefined) return null;
  const wide = bench.view === 'phone' ? phone : Math.max(desktop, width);
  const scale = width === 0 ? 1 : Math.min(1, width / wide);
  const address = `${preview.address}${path ?? '/'}${bench.view === 'form' ? '?_record=new' : ''}`;
  return (
    <div ref={ref} className={classes.stage}>
      <iframe
        // Another client, person or screen is another visit.
        key={`${address} ${preview.client} ${preview.token}`}
        title={texts('workbench.preview')}
        className={classes.frame}
        src={`${address}#previa=${preview.token}`}
        style={{ width: wide, height: height / scale, transform: `scale(${scale})` }}
      />
    </div>
  );
};

/** The product with what is typed, as a client's person has it. */
export const PreviewPane = ({ bench }: { readonly bench: Workbench }) => {
  const texts = useTexts();
  const { preview, busy, failure, stale } = bench.preview;
  return (
    <section className={classes.preview} aria-label={texts('workbench.preview')}>
      <PreviewChoices bench={bench} />
      <p className={classes.previewState} role="status" data-stale={stale || undefined}>
        {stale
          ? texts('workbench.preview.stale')
          : failure !== undefined
            ? failureText(texts, failure)
            : busy && preview !== undefined
              ? texts('workbench.preview.updating')
              : texts('workbench.preview.own')}
      </p>
      {preview !== undefined ? (
        <PreviewFrame bench={bench} />
      ) : busy ? (
        <div className={classes.starting}>
          <Loader size="sm" />
          <p>{texts('workbench.preview.starting')}</p>
        </div>
      ) : (
        <EmptyState icon={MonitorOff} title={texts('workbench.preview.none')} />
      )}
    </section>
  );
};
