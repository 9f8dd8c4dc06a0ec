/**
 * The address of a screen in two parts, each told to those alone who draw it: what its list shows, and what is open over
 * the list. A record that opens leaves the list undrawn, and the list's query leaves the open record alone.
 */
import type { ReactNode } from 'react';
import { createContext, use, useMemo, useRef } from 'react';
import type { NavigationType } from 'react-router';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import type { AddressParameters } from './address-parameters.ts';
import { noParameters, toNamed, toPlain } from './address-parameters.ts';
import { peekParameter, recordParameter, sourceParameter, valuesParameter } from './record-address.ts';

type Make = (current: URLSearchParams) => URLSearchParams;
/** What opens over the list: each has a way back of its own. */
export type Layer = 'record' | 'peek';

export interface AddressChanges {
  /** Takes the whole address and gives the next one. */
  readonly change: (make: Make, replace?: boolean) => void;
  /** A step of the browser's history, that `close` takes back; with `replace` in place of the last one. */
  readonly open: (layer: Layer, make: Make, replace?: boolean) => void;
  /** Back to where the layer was opened from; by `make` where that was elsewhere, as with a link that was followed. */
  readonly close: (layer: Layer, make: Make) => void;
}

/** Steps of the history since each layer was opened; absent where it was there from the beginning. */
type Steps = Partial<Readonly<Record<Layer, number>>>;

/** Of an address that opens a record on a screen of its own: who has done with it is led back to where the way began. */
export const wayBackOfRecord: { readonly layers: Steps } = { layers: { record: 1 } };

const isSteps = (state: unknown): state is { readonly layers: Steps } =>
  typeof state === 'object' && state !== null && 'layers' in state;

/** The layers of an address after one more step opens `layer`. */
export const stepsAfter = (steps: Steps, layer: Layer, isOpen: boolean): Steps => ({
  ...Object.fromEntries(Object.entries(steps).map(([name, count]) => [name, count + 1])),
  // One that a link opened stays without a way back.
  ...(isOpen ? {} : { [layer]: 1 }),
});

interface ListPart {
  readonly parameters: AddressParameters;
  /** Without what is open over the list; the same object as long as its text is the same. */
  readonly params: URLSearchParams;
  /** How one came to it. */
  readonly arrival: NavigationType;
}

const ListPartContext = createContext<ListPart | undefined>(undefined);
const RecordPartContext = createContext<URLSearchParams | undefined>(undefined);
const ChangesContext = createContext<AddressChanges | undefined>(undefined);

const ofRecords: ReadonlySet<string> = new Set([recordParameter, peekParameter, valuesParameter, sourceParameter]);
const parameterOf: Readonly<Record<Layer, string>> = { record: recordParameter, peek: peekParameter };

const noSteps: Steps = {};

const textOf = (params: URLSearchParams, keep: (name: string) => boolean): string =>
  new URLSearchParams([...params].filter(([name]) => keep(name))).toString();

/**
 * Goes back once, however often it is asked until the history has moved: the way back takes a moment, in which whoever
 * closes twice means it once. `onMoved` calls when it has.
 */
export const createWayBack = (onMoved: (moved: () => void) => void): ((go: () => void) => void) => {
  let going = false;
  return (go) => {
    if (going) return;
    going = true;
    onMoved(() => {
      going = false;
    });
    go();
  };
};

/** By the address itself: clicks and keys come faster than drawings. */
const addressNow = (): URLSearchParams => new URLSearchParams(window.location.search);

/** What lies inside is drawn again by the part that it asks for, never because the other one changed. */
export const ScreenAddress = ({
  children,
  parameters = noParameters,
}: {
  readonly children: ReactNode;
  /** Names that filters have in the address: nobody inside knows them. */
  readonly parameters?: AddressParameters | undefined;
}) => {
  const [params, setParams] = useSearchParams();
  const navigation = useNavigationType();
  const listText = textOf(toPlain(parameters, params), (name) => !ofRecords.has(name));
  const recordText = textOf(params, (name) => ofRecords.has(name));
  const { state } = useLocation();
  const navigate = useNavigate();
  const latest = useRef({ setParams, navigation, navigate, parameters, steps: noSteps });
  latest.current = { setParams, navigation, navigate, parameters, steps: isSteps(state) ? state.layers : noSteps };

  const list = useMemo<ListPart>(
    () => ({ parameters, params: new URLSearchParams(listText), arrival: latest.current.navigation }),
    [parameters, listText],
  );
  const record = useMemo(() => new URLSearchParams(recordText), [recordText]);
  const changes = useMemo<AddressChanges>(() => {
    const goBack = createWayBack((moved) => window.addEventListener('popstate', moved, { once: true }));
    const now = (): URLSearchParams => toPlain(latest.current.parameters, addressNow());
    const named = (plain: URLSearchParams): URLSearchParams => toNamed(latest.current.parameters, plain);
    return {
      change: (make, replace = false) => {
        const { steps, setParams: set } = latest.current;
        set(named(make(now())), { replace, ...(replace ? { state: { layers: steps } } : {}) });
      },
      open: (layer, make, replace = false) => {
        const { setParams: set, steps } = latest.current;
        const present = now();
        const layers = replace ? steps : stepsAfter(steps, layer, present.has(parameterOf[layer]));
        set(named(make(present)), { replace, state: { layers } });
      },
      close: (layer, make) => {
        const { steps, setParams: set } = latest.current;
        const { [layer]: back, ...others } = steps;
        if (back === undefined) return set(named(make(now())), { replace: true, state: { layers: others } });
        goBack(() => void latest.current.navigate(-back));
      },
    };
  }, []);
  return (
    <ChangesContext value={changes}>
      <ListPartContext value={list}>
        <RecordPartContext value={record}>{children}</RecordPartContext>
      </ListPartContext>
    </ChangesContext>
  );
};

const within = <T,>(part: T | undefined): T => {
  if (part === undefined) throw new Error('a part of a screen was drawn without its address');
  return part;
};

export const useListPart = (): ListPart => within(use(ListPartContext));
export const useRecordPart = (): URLSearchParams => within(use(RecordPartContext));
/** Always the same functions. */
export const useAddressChanges = (): AddressChanges => within(use(ChangesContext));
