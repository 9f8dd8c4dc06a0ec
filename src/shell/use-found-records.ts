import { useEffect, useState } from 'react';
import type { MenuEntry } from '../../engine/model/screen-types.ts';
import type { Row } from '../../engine/ui/store/api.ts';
import { api } from '../../engine/ui/store/api.ts';
import { useAppDispatch } from '../../engine/ui/store/hooks.ts';
import { durations } from '../../engine/ui/theme/tokens.ts';
import type { RecordSearch } from './search-screens.ts';

/** Records of one registry that are offered. */
const offered = 5;

interface FoundIn {
  readonly entry: MenuEntry;
  readonly records: readonly Row[];
}

interface Found {
  readonly records: readonly FoundIn[];
  /** Registries of those asked for in which a record may be made. */
  readonly creatable: readonly MenuEntry[];
  readonly searching: boolean;
}

const nothing: Found = { records: [], creatable: [], searching: false };

/**
 * What the server finds, once the typing pauses: records by term, and which of `targets` take a new record. What was
 * asked before is given up. `searches` and `targets` must be the same while the query is.
 */
export const useFoundRecords = (searches: readonly RecordSearch[], targets: readonly MenuEntry[]): Found => {
  const dispatch = useAppDispatch();
  const [found, setFound] = useState<Found>(nothing);
  useEffect(() => {
    if (searches.length === 0 && targets.length === 0) return setFound(nothing);
    setFound((before) => ({ ...before, searching: true }));
    const calls: { abort: () => void; unsubscribe: () => void }[] = [];
    let given = false;
    const timer = setTimeout(() => {
      const terms = searches.map(({ entry, term }) => {
        const call = dispatch(api.endpoints.autocomplete.initiate({ path: entry.path, term, only: '' }));
        calls.push(call);
        return call.then(({ data = [] }) => ({ entry, records: data.slice(0, offered) }));
      });
      const models = targets.map((entry) => {
        const call = dispatch(api.endpoints.screen.initiate(entry.path));
        calls.push(call);
        return call.then(({ data }) => (data?.rights.insert === true ? [entry] : []));
      });
      void Promise.all([Promise.all(terms), Promise.all(models)]).then(([records, creatable]) => {
        if (given) return;
        setFound({
          records: records.filter((one) => one.records.length > 0),
          creatable: creatable.flat(),
          searching: false,
        });
      });
    }, durations.quickSearch);
    return () => {
      given = true;
      clearTimeout(timer);
      for (const call of calls) {
        call.abort();
        call.unsubscribe();
      }
    };
  }, [searches, targets, dispatch]);
  return found;
};
