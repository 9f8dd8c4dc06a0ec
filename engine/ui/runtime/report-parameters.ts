/** What a report is asked for, as its address says it: what it begins with, and what it still lacks. */
import { periods } from '../../contract/date-periods.ts';
import type { ListQuery } from '../../contract/list-query.ts';
import { emptyQuery } from '../../contract/list-query.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { FilterField, FilterValue } from './filter-value.ts';
import { filterOfDescriptor, writeFilter } from './filter-value.ts';

type Asked = Pick<ListQuery, 'q' | 'conditions'>;

/** The provider of the screen is chosen for the person, who has asked for nothing yet. */
export const asksNothing = ({ provider }: Pick<ScreenModel, 'provider'>, { q, conditions }: Asked): boolean =>
  q === '' && conditions.every(({ key }) => key === provider);

const says = ({ conditions }: Asked, key: string): boolean => conditions.some((condition) => condition.key === key);

/** The query with the periods that the report begins with, of fields of which it says nothing. */
export const withBeginnings = (model: ScreenModel, query: ListQuery): ListQuery =>
  model.search.reduce((now, descriptor) => {
    const period = model.report?.begins[descriptor.key];
    if (period === undefined || says(now, descriptor.key)) return now;
    const [from, to] = periods[period];
    return writeFilter(now, filterOfDescriptor(model, descriptor), { match: 'range', from, to });
  }, query);

export const isRequired = ({ report }: Pick<ScreenModel, 'report'>, { key }: Pick<FilterField, 'key'>): boolean =>
  report?.required.includes(key) === true;

/** Whether something must still be said before the report is made. */
export const lacks = (model: ScreenModel, query: Asked): boolean =>
  model.report?.required.some((key) => !says(query, key)) === true;

/** A field without which there is no report, and that is left empty. */
export const isLeftEmpty = (model: ScreenModel, field: FilterField, value: FilterValue): boolean =>
  isRequired(model, field) && writeFilter(emptyQuery, field, value).conditions.length === 0;
