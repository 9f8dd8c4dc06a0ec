import type { ScreenModel } from '../../contract/screen-model.ts';
import { plural } from './plural.ts';
import type { Texts } from './texts.ts';
import { formatCount } from './texts.ts';
import { titleInSentence } from './title-in-sentence.ts';

/** Names the thing and the number; where the plural is not known, the neutral wording. */
export const deleteTitle = (texts: Texts, model: ScreenModel, count: number): string => {
  const one = titleInSentence(model.entity.title);
  if (count === 1) return texts('delete.title.one', { title: one });
  const many = plural(one);
  return many === undefined
    ? texts('delete.title.records', { count: formatCount(count), title: one })
    : texts('delete.title.many', { count: formatCount(count), title: many });
};
