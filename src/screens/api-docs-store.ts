/** The calls of the page: the document, and whatever the reader runs. */
import { useState } from 'react';
import { api } from '../../engine/ui/store/api.ts';
import { useAppDispatch, useAppSelector } from '../../engine/ui/store/hooks.ts';
import { sessionExpired } from '../../engine/ui/store/session-slice.ts';
import type { ApiDocument } from './api-docs-model.ts';

export const { useApiDocumentQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    apiDocument: build.query<ApiDocument, void>({
      query: () => ({ url: '/openapi.json', placed: true }),
      providesTags: ['Model'],
    }),
  }),
});

export interface RunAnswer {
  /** 0: no answer came. */
  readonly status: number;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** JSON indented; anything else as it is. */
const readable = (text: string, type: string): string => {
  if (!type.includes('json') || text === '') return text;
  try {
    return JSON.stringify(JSON.parse(text) as unknown, null, 2);
  } catch {
    return text;
  }
};

/** Sends a GET with the token of the session and keeps the whole answer. */
export const useRun = () => {
  const token = useAppSelector((state) => state.session.token);
  const dispatch = useAppDispatch();
  const [running, setRunning] = useState(false);
  const [answer, setAnswer] = useState<RunAnswer>();
  const run = async (url: string): Promise<void> => {
    setRunning(true);
    const start = performance.now();
    const elapsed = (): number => Math.round(performance.now() - start);
    try {
      const response = await fetch(url, { headers: { Accept: 'application/json', Authorization: `Bearer ${token}` } });
      const text = await response.text();
      setAnswer({
        status: response.status,
        milliseconds: elapsed(),
        headers: [...response.headers],
        body: readable(text, response.headers.get('content-type') ?? ''),
      });
      if (response.status === 401) dispatch(sessionExpired());
    } catch {
      setAnswer({ status: 0, milliseconds: elapsed(), headers: [], body: '' });
    } finally {
      setRunning(false);
    }
  };
  return { run, running, answer };
};
