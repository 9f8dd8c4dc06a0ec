import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { later } from '../../../engine/ui/runtime/later.tsx';

const Greeting = ({ name }: { readonly name: string }) => <p>Olá, {name}</p>;

const drawn = (Part: ReturnType<typeof later<{ readonly name: string }>>): string =>
  renderToString(<Part name="Ana" waiting={<i>lendo</i>} />).replaceAll(/<!--.*?-->/g, '');

describe('code that comes later', () => {
  it('is asked for by the first drawing, and drawn at once by those after it came', async () => {
    let reads = 0;
    const Part = later(async () => {
      reads += 1;
      return { default: Greeting };
    });
    expect(reads).toBe(0);
    expect(drawn(Part)).toBe('<i>lendo</i>');
    expect(reads).toBe(1);
    await Part.read();
    expect(drawn(Part)).toBe('<p>Olá, Ana</p>');
    expect(reads).toBe(1);
    const Other = later(async () => ({ default: Greeting }));
    expect(renderToString(<Other name="Ana" />)).toBe('');
  });

  it('is asked for again where reading it failed', async () => {
    let tries = 0;
    const Part = later(async () => {
      tries += 1;
      if (tries === 1) throw new Error('offline');
      return { default: Greeting };
    });
    await expect(Part.read()).rejects.toThrow('offline');
    await Part.read();
    expect(drawn(Part)).toBe('<p>Olá, Ana</p>');
  });
});
