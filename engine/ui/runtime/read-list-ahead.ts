/**
 * The first page of a list and its count, asked for while the token is still checked and the list is not drawn yet. Only
 * where it is certain what the list will ask for, which then finds its answer there: what is not certain is left to the list.
 */

import { parseListQuery } from '../../contract/list-query.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { selectOf } from '../../contract/write-select.ts';
import { api } from '../store/api.ts';
import type { Dispatch, RootState } from '../store/create-store.ts';
import { settingsApi } from '../store/settings-api.ts';
import { noParameters, toPlain } from './address-parameters.ts';
import { asOfParameter } from './as-of.ts';
import { filterFields } from './filter-value.ts';
import { arrangeColumns } from './list-layout.ts';
import { firstPage } from './list-pages.ts';
import { listQuestion, pageSearch } from './list-question.ts';
import { noListSetting, parseListSetting } from './list-setting.ts';
import { columnsAsked } from './use-list-arrangement.ts';
import { settingIn } from './use-setting.ts';
import { saysNothing, viewIdIn } from './view-address.ts';

/** Seconds for which what was read ahead is what the list would read. */
export const readJustNow = 5;

export const readListAhead =
  (model: ScreenModel, address: URLSearchParams) =>
  async (dispatch: Dispatch, getState: () => RootState): Promise<void> => {
    // A provider is chosen on the screen, and its rows are those of the provider.
    if (model.provider !== undefined) return;
    const params = toPlain(model.parameters ?? noParameters, address);
    await dispatch(settingsApi.endpoints.settings.initiate(undefined, { subscribe: false }));
    const state = getState();
    // Until the screen before is gone, calls are made for the provider that it works for.
    if (state.provider.screen !== null) return;
    const timeZone = api.endpoints.menu.select()(state).data?.timeZone;
    const { path } = model.screen;
    const kept = settingIn(state, `list:${path}`, parseListSetting, noListSetting);
    const viewed = viewIdIn(params) !== undefined || (kept.start !== undefined && saysNothing(params));
    if (timeZone === undefined || viewed) return;
    const question = listQuestion(model, {
      query: parseListQuery(params),
      filters: filterFields(model),
      pageSize: kept.pageSize ?? model.screen.pageSize,
      timeZone,
      asOf: params.get(asOfParameter) || undefined,
    });
    // Whoever comes back finds the page that was left, and whoever comes anew the first one.
    const pages = state.places.lists[`${path}?${question.of}`]?.pages ?? firstPage;
    if (pages.index > 0) return;
    const asked = columnsAsked(model, [], arrangeColumns(model, kept.layout));
    const select = asked === model.columns ? model.select : selectOf(model, asked);
    const options = { forceRefetch: true, subscribe: false };
    dispatch(api.endpoints.rows.initiate({ path, search: pageSearch(question, select, pages) }, options));
    dispatch(api.endpoints.count.initiate({ path, search: question.chosen }, options));
  };
