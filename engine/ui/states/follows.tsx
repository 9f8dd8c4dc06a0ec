import type { TransitionFollowed, TransitionModel } from '../../contract/screen-model.ts';
import { useTexts } from '../runtime/texts.ts';
import classes from './transition-form.module.css';

type Key = Parameters<ReturnType<typeof useTexts>>[0];

/** What is made of each kind of record, one kind once; what is called as the transition itself, `own`, is said by that. */
const movedIn = (own: string, follows: readonly TransitionFollowed[]): readonly string[] => {
  const made = follows.flatMap(({ title, transition }) => (transition === undefined ? [] : [{ title, transition }]));
  return [...Map.groupBy(made, ({ title }) => title)].map(([title, some]) =>
    some.every(({ transition }) => transition === own)
      ? title
      : `${title} (${some.map(({ transition }) => transition).join(', ')})`,
  );
};
const created = ({ title, transition }: TransitionFollowed): readonly string[] =>
  transition === undefined ? [title] : [];

/** What a transition does beside: to rows of the record, and to other records, always or as the case may be. */
export const Follows = ({
  transition: { title, changes = [], follows = [] },
}: {
  readonly transition: TransitionModel;
}) => {
  const texts = useTexts();
  const surely = follows.filter(({ perhaps }) => perhaps !== true);
  const perhaps = follows.filter((one) => one.perhaps === true);
  const lines: readonly (readonly [Key, readonly string[]])[] = [
    ['transition.changes', changes],
    ['transition.follows', movedIn(title, surely)],
    ['transition.creates', surely.flatMap(created)],
    ['transition.follows.perhaps', movedIn(title, perhaps)],
    ['transition.creates.perhaps', perhaps.flatMap(created)],
  ];
  return lines.map(([key, rows]) =>
    rows.length === 0 ? null : (
      <p key={key} className={classes.follows}>
        {texts(key, { rows: rows.join(', ') })}
      </p>
    ),
  );
};
