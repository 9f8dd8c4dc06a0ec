/**
 * All rows that a list finds, as a file: received while the server reads them, and kept by the browser as it comes, so that
 * neither side ever holds more than a part of it. Given up here, the server reads no further.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorBody } from '../../contract/error-body.ts';
import type { ExportFormat } from '../../contract/export.ts';
import { channelHeader } from '../../contract/write-origin.ts';
import type { ApiFailure } from '../store/api.ts';
import { saveFile } from './send-file.ts';
import { servedName } from './served-name.ts';
import { useCallerHeaders } from './use-caller-headers.ts';
import type { ExportedRows } from './use-export-job.ts';
import { useListAsked } from './use-export-job.ts';

export type ExportState =
  | { readonly state: 'waiting' }
  /** `bytes` that have come. */
  | { readonly state: 'reading'; readonly bytes: number }
  | { readonly state: 'written'; readonly bytes: number; readonly name: string }
  | { readonly state: 'failed'; readonly failure: ApiFailure }
  /** It ended before its end. */
  | { readonly state: 'broken' };

const address = '/exportacoes';

export const useExportFile = (list: ExportedRows, format: ExportFormat) => {
  const listAsked = useListAsked(list);
  const headersOf = useCallerHeaders();
  const [state, setState] = useState<ExportState>({ state: 'waiting' });
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  /** Gives the state that it ends in. */
  const receive = async (signal: AbortSignal): Promise<ExportState> => {
    const response = await fetch(`/api${address}`, {
      method: 'POST',
      headers: { ...headersOf(address), [channelHeader]: 'screen', 'Content-Type': 'application/json' },
      body: JSON.stringify({ format, ...listAsked() }),
      signal,
    });
    if (!response.ok || response.body === null) {
      const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
      return { state: 'failed', failure: { status: response.status, body, told: false } };
    }
    // As files of the browser, which may lay them aside; as bytes they would fill the memory of the page.
    const parts: Blob[] = [];
    let bytes = 0;
    const reader = response.body.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        parts.push(new Blob([next.value]));
        bytes += next.value.length;
        setState({ state: 'reading', bytes });
      }
    } catch {
      return { state: 'broken' };
    }
    const name = servedName(response) ?? 'exportacao';
    saveFile(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name);
    return { state: 'written', bytes, name };
  };

  const start = async (): Promise<void> => {
    stop();
    const abort = new AbortController();
    running.current = abort;
    setState({ state: 'reading', bytes: 0 });
    const end = await receive(abort.signal).catch(
      (): ExportState => ({ state: 'failed', failure: { status: 0, body: undefined, told: false } }),
    );
    if (!abort.signal.aborted) setState(end);
  };

  return { state, start: () => void start(), stop };
};
