import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { readAhead } from '../../../engine/ui/runtime/read-ahead.tsx';

const Greeting = ({ name }: { readonly name: string }) => <p>Olá, {name}</p>;

const drawn = (Part: ReturnType<typeof readAhead<{ readonly name: string }>>['Drawn']): string =>
  renderToString(
    <Suspense fallback={<i>lendo</i>}>
      <Part name="Ana" />
    </Suspense>,
  ).replaceAll(/<!--.*?-->/g, '');

describe('code that is read ahead', () => {
  it('is drawn at the first drawing once it was read, and not before', async () => {
    const { Drawn, read } = readAhead(async () => ({ default: Greeting }));
    expect(drawn(Drawn)).toContain('<i>lendo</i>');
    await read();
    expect(drawn(Drawn)).toBe('<p>Olá, Ana</p>');
  });

  it('is asked for again where reading it failed', async () => {
    let tries = 0;
    const { Drawn, read } = readAhead(async () => {
      tries += 1;
      if (tries === 1) throw new Error('offline');
      return { default: Greeting };
    });
    await expect(read()).rejects.toThrow('offline');
    await read();
    expect(drawn(Drawn)).toBe('<p>Olá, Ana</p>');
  });
});
