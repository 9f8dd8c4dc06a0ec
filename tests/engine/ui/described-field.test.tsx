/** The line of a control of several values. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ManyChoicesControl } from '../../../engine/ui/controls/choice-control.tsx';
import { ManyTextsControl } from '../../../engine/ui/controls/many-texts-control.tsx';

const options = [{ value: 'A', label: 'Um' }];
const props = { id: 'campo', value: ['A'], onChange: () => undefined };

/** What the field that is typed in says of its line; null: nothing. */
const told = (control: ReactNode): string | null | undefined => {
  const html = renderToStaticMarkup(<MantineProvider>{control}</MantineProvider>);
  const field = /<input[^>]*id="campo"[^>]*>/.exec(html)?.[0];
  return field && (/aria-describedby="([^"]*)"/.exec(field)?.[1] ?? null);
};

test.each([
  ['codes that are typed', (describedBy?: string) => <ManyTextsControl {...props} describedBy={describedBy} />],
  [
    'values that are chosen',
    (describedBy?: string) => <ManyChoicesControl {...props} options={options} describedBy={describedBy} />,
  ],
])('the field of %s is told with its line', (_what, control) => {
  expect(told(control('campo-ajuda'))).toBe('campo-ajuda');
  expect(told(control())).toBeNull();
});
