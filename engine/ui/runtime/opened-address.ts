/** What a screen is opened with where its address does not say: the search that its files begin it with. */
import type { AddressParameter, ScreenModel } from '../../contract/screen-model.ts';
import { dayInZone } from '../../core/day-in-zone.ts';
import { addDays } from '../../expressions/calendar.ts';
import { api } from '../store/api.ts';
import type { RootState } from '../store/create-store.ts';
import { noParameters, shownValue, toNamed, valueIn, wireValue } from './address-parameters.ts';
import { noListSetting, parseListSetting } from './list-setting.ts';
import { settingIn } from './use-setting.ts';
import { saysNothing, viewIdIn } from './view-address.ts';

const says = (params: URLSearchParams, parameter: AddressParameter): boolean =>
  params.has(parameter.name) ||
  [...params].some(([key, condition]) => valueIn(parameter, key, condition) !== undefined);

const defaultText = (parameter: AddressParameter, today: string): string | undefined => {
  const { default: begins } = parameter;
  if (begins === null) return undefined;
  if (typeof begins === 'string') return shownValue(parameter, wireValue(parameter, begins) ?? begins);
  const day = addDays(today, begins.days);
  return day === null ? undefined : shownValue(parameter, day);
};

/**
 * What the query of an address goes on to: where the first of the parameters with a default is missing, the same with the
 * defaults that are missing. Undefined where it is complete, or names a saved view.
 */
export const openedQuery = (
  { parameters = noParameters }: Pick<ScreenModel, 'parameters'>,
  params: URLSearchParams,
  today: string,
): URLSearchParams | undefined => {
  const begun = parameters.filter((one) => one.default !== null);
  const [first] = begun;
  if (first === undefined || says(params, first) || viewIdIn(params) !== undefined) return undefined;
  const added = begun.flatMap((one): [string, string][] => {
    const text = says(params, one) ? undefined : defaultText(one, today);
    return text === undefined ? [] : [[one.name, text]];
  });
  return new URLSearchParams([...toNamed(parameters, params), ...added]);
};

/** Path and query that the address goes on to; undefined where it stays. */
export const openedAddress = (state: RootState, url: string, model: ScreenModel): string | undefined => {
  const timeZone = api.endpoints.menu.select()(state).data?.timeZone;
  if (timeZone === undefined) return undefined;
  const { pathname, searchParams } = new URL(url);
  // A view of the person's own choice says what the screen begins with.
  const { start } = settingIn(state, `list:${model.screen.path}`, parseListSetting, noListSetting);
  if (start !== undefined && saysNothing(searchParams)) return undefined;
  const query = openedQuery(model, searchParams, dayInZone(timeZone));
  return query && `${pathname}?${query}`;
};
