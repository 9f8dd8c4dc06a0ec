import type { ScreenModel } from '../../contract/screen-model.ts';
import { plural } from './plural.ts';
import type { Texts } from './texts.ts';
import { formatCount } from './texts.ts';
import { titleInSentence } from './title-in-sentence.ts';

/**
 * Names the thing and the number, by the texts `<key>.one`, `.many` and, where the plural is not known, `.records`:
 * Apagar banco? Apagar 12 bancos? Apagar 12 registros de tipo de guia?
 */
export const countedTitle = (
  texts: Texts,
  model: ScreenModel,
  key: string,
  count: number,
  params: Readonly<Record<string, string>> = {},
): string => {
  const title = titleInSentence(model.entity.title);
  if (count === 1) return texts(`${key}.one`, { ...params, title });
  const many = plural(title);
  const told = { ...params, count: formatCount(count) };
  return many === undefined
    ? texts(`${key}.records`, { ...told, title })
    : texts(`${key}.many`, { ...told, title: many });
};
