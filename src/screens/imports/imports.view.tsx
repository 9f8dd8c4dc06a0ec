import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import account from '../account.module.css';
import { ScreenPage } from '../card-form.tsx';
import { ImportList } from './import-list.tsx';
import classes from './imports.module.css';
import { SendBox } from './send-box.tsx';
import { useWritable } from './use-writable.ts';

/** Sends a file for a registry (`?rota=/bancos`), and lists what the person sent before. */
const ImportsView = () => {
  const texts = useTexts();
  const [search, setSearch] = useSearchParams();
  const writable = useWritable();
  const asked = search.get('rota');
  const path = writable.find((one) => one.path === asked)?.path;
  return (
    <ScreenPage title={texts('imports.title')}>
      <p className={classes.lead}>{texts('imports.lead')}</p>
      {writable.length === 0 ? (
        <Note kind="info">{texts('imports.registry.nobody')}</Note>
      ) : (
        <section className={account.section} aria-labelledby="fi-import-new">
          <h2 id="fi-import-new">{texts('imports.new')}</h2>
          <div className={classes.new}>
            <Select
              label={texts('imports.registry')}
              placeholder={texts('imports.registry.pick')}
              data={writable.map((one) => ({ value: one.path, label: one.title }))}
              value={path ?? null}
              onChange={(value) => setSearch(value === null ? {} : { rota: value }, { replace: true })}
              searchable
              allowDeselect={false}
              nothingFoundMessage={texts('imports.registry.none')}
              error={
                asked !== null && path === undefined ? texts('imports.registry.unknown', { path: asked }) : undefined
              }
              className={classes.registry ?? ''}
            />
            <SendBox path={path} />
          </div>
        </section>
      )}
      <section className={account.section} aria-labelledby="fi-imports-mine">
        <h2 id="fi-imports-mine">{texts('imports.mine')}</h2>
        <ImportList />
      </section>
    </ScreenPage>
  );
};

export default ImportsView;
