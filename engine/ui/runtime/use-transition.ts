/** One record on its way to another state: as it is now, what is asked for, what the server says. */

import { codeOption, labelSelect, namedRecord, recordLabel } from '../../contract/column-text.ts';
import type { ScreenModel, TransitionModel } from '../../contract/screen-model.ts';
import { firstOf } from '../form/form-failures.ts';
import type { FormValues } from '../form/validator.ts';
import type { ApiFailure } from '../store/api.ts';
import { api, useRecordQuery } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { useTransitMutation } from '../store/transition-api.ts';
import { describeBesides, describeFailure } from './describe-failure.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';
import { useAskedFields } from './use-asked-fields.ts';
import { useWaiting } from './use-waiting.ts';

export const useTransition = (model: ScreenModel, transition: TransitionModel, id: number, onDone: () => void) => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const { path } = model.screen;
  const { to } = transition;
  const { currentData, error } = useRecordQuery(
    { path, id, select: [model.recordSelect, transition.form?.beside ?? []].flat().join(',') },
    { refetchOnMountOrArgChange: true },
  );
  const [transit, { isLoading }] = useTransitMutation();
  useWaiting(isLoading || (currentData === undefined && error === undefined));
  const row = currentData?.row;

  const state = model.entity.fields.find(({ column }) => column === model.state);
  /** Who may not read the state is not told where it has come to. */
  const reached =
    state && to !== undefined
      ? ` ${texts('transition.reached', { field: state.title, state: codeOption(model, state, to)?.label })}`
      : '';

  const refuse = (failure: ApiFailure): void => {
    const fields = failure.body?.fields ?? [];
    const isHere = ({ field }: { readonly field: string }): boolean => asked.columns.includes(firstOf(field));
    const here = fields.filter(isHere);
    const elsewhere = fields.filter((one) => !isHere(one));
    asked.refuse(here);
    if (elsewhere.length > 0) {
      showAlert({ type: 'error', value: elsewhere.map(({ message }) => message).join(' ') });
      return;
    }
    // Somebody else was quicker: what is there now is read, and what was typed stays.
    if (failure.status === 412) dispatch(api.util.invalidateTags([{ type: 'Rows', id: path }]));
    if (here.length === 0) describeFailure(texts, failure);
    else describeBesides(failure);
  };
  const send = async (values: FormValues): Promise<void> => {
    const also = (transition.follows ?? []).flatMap((one) => one.path ?? []);
    const { name, title } = transition;
    const select = labelSelect(model);
    const result = await transit({ path, id, etag: currentData?.etag, transition: name, values, also, select });
    if (result.error !== undefined) return refuse(result.error as ApiFailure);
    const said = texts('rowAction.done', { title, label: namedRecord(model, recordLabel(model, result.data)) });
    showAlert({ type: 'success', value: `${said}${reached}` });
    onDone();
  };
  const asked = useAskedFields(model, transition, row, (values) => void send(values));
  return { row, error: error as ApiFailure | undefined, asked, sending: isLoading };
};
