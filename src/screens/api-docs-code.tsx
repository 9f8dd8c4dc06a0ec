import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import classes from './api-docs.module.css';

interface Props {
  readonly title: string;
  readonly text: string;
}

/** A piece of code with a button that copies it. */
export const CodeBlock = ({ title, text }: Props) => {
  const texts = useTexts();
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const Icon = copied ? Check : Copy;
  return (
    <section className={classes.code} aria-label={title}>
      <header>
        <span>{title}</span>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<Icon size={13} aria-hidden />}
          aria-label={texts('apiDocs.copyNamed', { title })}
          onClick={() => copy(text)}
        >
          <span aria-live="polite">{texts(copied ? 'apiDocs.copied' : 'apiDocs.copy')}</span>
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
};
