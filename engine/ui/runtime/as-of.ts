/**
 * A screen of a moment of the past: `_as_of` in its address, as the API takes it. Whoever looks at what was does not
 * write: what would is not on the screen.
 */
import { createContext, useCallback } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { useAddressChanges, useListPart } from './screen-address.tsx';

export const asOfParameter = '_as_of';

/** The moment that what is drawn inside is of; undefined: now. */
export const AsOfContext = createContext<string | undefined>(undefined);

/** As the address says it. */
export const useAddressedMoment = (): string | undefined => useListPart().params.get(asOfParameter) || undefined;

/** Goes to a moment, or back to now. */
export const useGoToMoment = (): ((moment: string | undefined) => void) => {
  const { change } = useAddressChanges();
  return useCallback(
    (moment) =>
      change((current) => {
        const next = new URLSearchParams(current);
        next.delete(asOfParameter);
        if (moment !== undefined) next.set(asOfParameter, moment);
        return next;
      }),
    [change],
  );
};

/** The screen with nothing on it that writes. */
export const modelOfThen = (model: ScreenModel): ScreenModel => ({
  ...model,
  rights: { ...model.rights, insert: false, update: false, delete: false },
  states: undefined,
  batch: [],
  inline: [],
  actions: [],
  buttons: [],
});
