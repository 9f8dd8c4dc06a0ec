/**
 * The one door to the server. In: a request below `/api`. Out: the parsed body, and in `meta` the headers that screens
 * read. On the way: the token is added, alerts are shown, a 401 ends the session, a lost connection is noted.
 */
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { providerHeader } from '../../contract/chosen-provider.ts';
import type { Alert, ErrorBody } from '../../contract/error-body.ts';
import { channelHeader } from '../../contract/write-origin.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { showAlert } from '../runtime/show-alert.tsx';
import { connectionLost, connectionRestored } from './connection-slice.ts';
import type { WithProvider } from './provider-slice.ts';
import { providerRefused, workedFor } from './provider-slice.ts';
import type { WithSession } from './session-slice.ts';
import { passwordExpired, sessionExpired } from './session-slice.ts';

/** A session that nobody has used for too long. */
const sessionIdleCode = 'ACCESS_SESSION_IDLE' satisfies ErrorCode;
/** What every call but the few that a new password needs is refused with. */
const passwordExpiredCode = 'ACCESS_PASSWORD_EXPIRED' satisfies ErrorCode;
/** The provider that the call is for is none of the person's, or not any more. */
const providerUnknownCode = 'REQUEST_PROVIDER_UNKNOWN' satisfies ErrorCode;

/** What calls need and no endpoint can know. */
export interface StoreServices {
  /** Text of the alert when the server gives no answer. */
  readonly networkFailure: string;
}

export interface ApiRequest {
  /** Below `/api`, query included. */
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A call nobody waits for: its failure is told to nobody. */
  readonly silent?: boolean;
  /** The screen says in its own place why the call was refused; only a lost connection is alerted. */
  readonly placed?: boolean;
  /** Codes that whoever asks tells of in words of its own. */
  readonly answers?: readonly string[];
  /** The call outlives the page. */
  readonly keepalive?: boolean;
}

/** `status` 0: the server gave no answer. */
export interface ApiFailure {
  readonly status: number;
  readonly body: ErrorBody | undefined;
  /** The person has been told already. */
  readonly told: boolean;
}

export interface ApiMeta {
  readonly status: number;
  readonly etag: string | undefined;
  readonly nextCursor: string | undefined;
  readonly contentRange: string | undefined;
  readonly estimated: boolean;
}

const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const isAlert = (value: unknown): value is Alert => typeof value === 'object' && value !== null && 'value' in value;

/** Alerts that a body carries: `messages.alerts`, `result.messages.alerts`, or a plain list of texts. */
export const alertsIn = (body: unknown): readonly Alert[] => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const { messages, result } = body as { messages?: unknown; result?: unknown };
  if (messages === undefined) return result === undefined ? [] : alertsIn(result);
  const list = Array.isArray(messages) ? messages : ((messages as { alerts?: unknown } | null)?.alerts ?? []);
  return Array.isArray(list)
    ? list.map((entry) => (isAlert(entry) ? entry : { type: 'error', value: String(entry) }))
    : [];
};

/** Of the person, the screens and what one keeps nothing belongs to a provider. */
const aboutRows = (url: string): boolean => !/^\/(auth|model|settings)\b/.test(url);

/** Who calls, and for which provider. `url` is below `/api`. */
export const callerHeaders = (state: WithSession & WithProvider, url: string): Readonly<Record<string, string>> => {
  const { token } = state.session;
  const provider = workedFor(state);
  return {
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(provider !== null && aboutRows(url) ? { [providerHeader]: String(provider) } : {}),
  };
};

const metaOf = (response: Response): ApiMeta => ({
  status: response.status,
  etag: response.headers.get('etag') ?? undefined,
  nextCursor: response.headers.get('fichario-next-cursor') ?? undefined,
  contentRange: response.headers.get('content-range') ?? undefined,
  estimated: (response.headers.get('preference-applied') ?? '').includes('count=estimated'),
});

export const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiFailure, object, ApiMeta> = async (request, api) => {
  const { token } = (api.getState() as WithSession).session;
  const services = api.extra as StoreServices;
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`/api${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        Accept: 'application/json',
        [channelHeader]: 'screen',
        ...callerHeaders(api.getState() as WithSession & WithProvider, request.url),
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.keepalive ? { keepalive: true } : {}),
      signal: api.signal,
    });
    // A call may be given up while its body still comes.
    body = await readBody(response);
  } catch (cause) {
    if (api.signal.aborted || (cause instanceof DOMException && cause.name === 'AbortError'))
      return { error: { status: 0, body: undefined, told: true } };
    api.dispatch(connectionLost());
    if (!request.silent) showAlert({ type: 'error', value: services.networkFailure });
    return { error: { status: 0, body: undefined, told: true } };
  }
  api.dispatch(connectionRestored());
  const meta = metaOf(response);
  if (response.ok || response.status === 304) {
    for (const alert of alertsIn(body)) showAlert(alert);
    return { data: body ?? null, meta };
  }
  if (response.status === 401 && token !== null) {
    // A call sent before a new login must not end the new session.
    if ((api.getState() as WithSession).session.token === token)
      api.dispatch(sessionExpired((body as ErrorBody | undefined)?.code === sessionIdleCode ? 'idle' : undefined));
    return { error: { status: 401, body: body as ErrorBody | undefined, told: true }, meta };
  }
  // What is still drawn of a session that has ended reads in vain; the sign-in page says why.
  if (response.status === 401 && (request.method ?? 'GET') === 'GET')
    return { error: { status: 401, body: body as ErrorBody | undefined, told: true }, meta };
  // The dialog that then opens by itself says it, once for all calls.
  if (response.status === 403 && (body as ErrorBody | undefined)?.code === passwordExpiredCode) {
    api.dispatch(passwordExpired());
    return { error: { status: 403, body: body as ErrorBody | undefined, told: true }, meta };
  }
  if ((body as ErrorBody | undefined)?.code === providerUnknownCode) api.dispatch(providerRefused());
  const answered = request.answers?.includes((body as ErrorBody | undefined)?.code ?? '') === true;
  const alerts = request.silent || request.placed || answered || response.status === 412 ? [] : alertsIn(body);
  for (const alert of alerts) showAlert(alert);
  const told = request.silent === true || alerts.length > 0;
  return { error: { status: response.status, body: body as ErrorBody | undefined, told }, meta };
};
