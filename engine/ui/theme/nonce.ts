import { setNonce } from 'get-nonce';

/** The nonce that the server put into the page for the style sheets made at run time; empty where there is none. */
export const styleNonce: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Hands the nonce to the scroll lock of dialogs, which takes it from nowhere else. */
export const wireNonce = (): void => setNonce(styleNonce);
