/** The words of the screens, by key, from the model. No screen holds a word of its own. */
import { createContext, use } from 'react';
import { fillText } from '../../core/messages.ts';

export interface Texts {
  (key: string, params?: Readonly<Record<string, unknown>>): string;
  /** `<key>.one` or `<key>.many`, with `{count}` written as pt-BR writes numbers. */
  readonly count: (key: string, count: number, params?: Readonly<Record<string, unknown>>) => string;
}

const numbers = new Intl.NumberFormat('pt-BR');
export const formatCount = (count: number): string => numbers.format(count);

/** A key without a text gives itself, so that the gap is seen. */
export const createTexts = (texts: Readonly<Record<string, string>>): Texts => {
  const text = (key: string, params: Readonly<Record<string, unknown>> = {}): string =>
    fillText(texts[key] ?? key, params);
  return Object.assign(text, {
    count: (key: string, count: number, params: Readonly<Record<string, unknown>> = {}) =>
      text(`${key}.${count === 1 ? 'one' : 'many'}`, { count: formatCount(count), ...params }),
  });
};

export const TextsContext = createContext<Texts>(createTexts({}));
export const useTexts = (): Texts => use(TextsContext);
