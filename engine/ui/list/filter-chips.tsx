import { X } from 'lucide-react';
import { relationLabel } from '../../contract/column-text.ts';
import type { RelationTarget } from '../../contract/screen-model.ts';
import type { FilterChip } from '../runtime/filter-chips.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { useRelationRows } from '../runtime/use-relation-options.ts';
import classes from './filter-chips.module.css';

const RelationNames = ({ target, ids }: { readonly target: RelationTarget; readonly ids: readonly number[] }) => {
  const model = useScreenModel();
  const rows = useRelationRows(target, ids);
  return ids
    .map((id) => {
      const row = rows.find((candidate) => candidate.id === id);
      return row ? relationLabel(model, target, row) : '…';
    })
    .join(', ');
};

/** What the filter asks for, in words. */
export const ChipText = ({ chip }: { readonly chip: FilterChip }) => {
  const target = useScreenModel().relations.find(({ column }) => column === chip.relation?.column);
  return chip.relation && target ? <RelationNames target={target} ids={chip.relation.ids} /> : chip.text;
};

/** Every filter in force, each removable; and what an address written by hand asks for, and is not done. */
export const FilterChips = ({ list }: { readonly list: RegistryList }) => {
  const texts = useTexts();
  const unread = list.unread.join(', ');
  if (list.chips.length === 0 && unread === '') return null;
  return (
    <ul className={classes.chips} aria-label={texts('filter.inForce')}>
      {list.chips.map((chip) => (
        <li key={chip.id} className={classes.chip}>
          <span className={classes.label}>{chip.label}</span>
          <span className={classes.text}>
            <ChipText chip={chip} />
          </span>
          <button
            type="button"
            className={classes.remove}
            aria-label={texts('filter.remove', { title: chip.label })}
            onClick={() => list.changeQuery(chip.without)}
          >
            <X size={12} />
          </button>
        </li>
      ))}
      {unread !== '' && (
        <li className={`${classes.chip} ${classes.unread}`}>
          <span className={classes.text} title={texts('filter.unread', { names: unread })}>
            {texts('filter.unread', { names: unread })}
          </span>
          <button
            type="button"
            className={classes.remove}
            aria-label={texts('filter.unread.forget', { names: unread })}
            onClick={list.forgetUnread}
          >
            <X size={12} />
          </button>
        </li>
      )}
      {list.chips.length > 1 && (
        <li className={classes.chip}>
          <button type="button" className={classes.all} onClick={list.clearFilters}>
            {texts('filter.clearAll')}
          </button>
        </li>
      )}
    </ul>
  );
};
