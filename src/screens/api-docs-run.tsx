import { Button, TextInput } from '@mantine/core';
import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import { formatCount, useTexts } from '../../engine/ui/runtime/texts.ts';
import classes from './api-docs.module.css';
import { CodeBlock } from './api-docs-code.tsx';
import type { Operation } from './api-docs-model.ts';
import { samplePath, sampleQuery } from './api-docs-model.ts';
import type { RunAnswer } from './api-docs-store.ts';
import { useRun } from './api-docs-store.ts';
import layout from './reference/reference-page.module.css';

/** Characters of a body that are drawn. */
const shown = 20_000;

const Answered = ({ answer }: { readonly answer: RunAnswer }) => {
  const texts = useTexts();
  if (answer.status === 0) return <p className={classes.noAnswer}>{texts('network.failure')}</p>;
  return (
    <>
      <p className={classes.status} data-good={answer.status < 400 || undefined}>
        {texts('apiDocs.status', { status: answer.status, time: formatCount(answer.milliseconds) })}
      </p>
      <CodeBlock
        title={texts('apiDocs.headers')}
        text={answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      />
      <CodeBlock title={texts('apiDocs.body')} text={answer.body.slice(0, shown)} />
      {answer.body.length > shown && (
        <p className={layout.note}>{texts('apiDocs.cut', { shown: formatCount(shown) })}</p>
      )}
    </>
  );
};

interface Props {
  readonly operation: Operation;
  /** Where the API is, on this host: `/api`. */
  readonly base: string;
}

/** Runs a GET with the reader's own session; path and query may be changed first. */
export const RunOperation = ({ operation, base }: Props) => {
  const texts = useTexts();
  const label = useId();
  const query = sampleQuery(operation);
  const [address, setAddress] = useState(`${samplePath(operation)}${query === '' ? '' : `?${query}`}`);
  const { run, running, answer } = useRun();
  return (
    <section className={classes.run} aria-labelledby={label}>
      <h4 id={label}>{texts('apiDocs.tryIt')}</h4>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Only below the API: an address of another host would get the token.
          void run(`${base}/${address.replace(/^\/+/, '')}`);
        }}
      >
        <TextInput
          className={classes.address}
          aria-label={texts('apiDocs.address')}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          spellCheck={false}
          autoCapitalize="off"
        />
        <Button type="submit" loading={running} leftSection={<Play size={14} aria-hidden />}>
          {texts('apiDocs.run')}
        </Button>
      </form>
      <div aria-live="polite">{answer && <Answered answer={answer} />}</div>
    </section>
  );
};
