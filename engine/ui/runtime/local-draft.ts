/**
 * Typed work that outlives the page: a crash, a lost session, a closed window. It lies in this browser, encrypted with a
 * key that the server alone keeps for the person and gives to a signed-in one; without it the text is noise to whoever
 * sits down at the machine. It goes when the record is saved, when the work is discarded, on sign-out, and by itself
 * after three days.
 */
import type { RecordValues } from './record-values.ts';

/** What was typed, and over which version of the record. */
export interface FormDraft {
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** ETag of the version that was read; undefined for a new record. */
  readonly etag: string | undefined;
  /** Of a new record: by it the server knows the draft when it is sent again. */
  readonly key?: string | undefined;
  readonly base: RecordValues;
  readonly values: RecordValues;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefix = 'fichario.draft:';
const lifetime = 3 * 24 * 60 * 60 * 1000;
/** Local storage holds about five million characters for everything. */
const longest = 1_000_000;

/** What the places of a person begin with, and of nobody else: a login may have a colon in it. */
const placesOf = (login: string): string => `${prefix}${encodeURIComponent(login)}:`;

/** Where a draft lies: one for each person, screen and record. */
export const draftPlace = (login: string, path: string, record: number | 'new' | `copy.${number}`): string =>
  `${placesOf(login)}${path}:${record}`;

/** The key of the person; undefined where the browser has no cryptography, as on a page that came unencrypted. */
export const importDraftKey = async (bytes: string): Promise<CryptoKey | undefined> => {
  if (globalThis.crypto.subtle === undefined) return undefined;
  return crypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0)),
    'AES-GCM',
    false,
    ['encrypt', 'decrypt'],
  );
};

const toText = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );

/** Takes away every draft of a person. */
export const dropDrafts = (storage: Storage, login: string): void => {
  for (const key of keysOf(storage)) if (key.startsWith(placesOf(login))) storage.removeItem(key);
};

/** When it was written stands before the text, so that what is too old goes without being read. */
const ageOf = (text: string, now: number): number => now - Number(text.split('.', 1)[0]);

export const createDraftStore = (storage: Storage, now: () => number = Date.now) => ({
  write: async (key: CryptoKey, place: string, draft: Omit<FormDraft, 'savedAt'>): Promise<void> => {
    const savedAt = now();
    const salt = crypto.getRandomValues(new Uint8Array(12));
    const plain = new TextEncoder().encode(JSON.stringify({ ...draft, savedAt }));
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv: salt, additionalData: new TextEncoder().encode(place) },
      key,
      plain,
    );
    const text = `${savedAt}.${toText(salt)}.${toText(new Uint8Array(sealed))}`;
    if (text.length > longest) return;
    try {
      storage.setItem(place, text);
    } catch {
      // Storage may be full or forbidden: the work is then as safe as the page.
    }
  },
  /** undefined where there is none, it is too old, or this person's key does not open it. */
  read: async (key: CryptoKey, place: string): Promise<FormDraft | undefined> => {
    for (const old of keysOf(storage))
      if (!(ageOf(storage.getItem(old) ?? '', now()) < lifetime)) storage.removeItem(old);
    const [, salt, sealed] = storage.getItem(place)?.split('.') ?? [];
    if (salt === undefined || sealed === undefined) return undefined;
    const bytes = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    try {
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: bytes(salt), additionalData: new TextEncoder().encode(place) },
        key,
        bytes(sealed),
      );
      return JSON.parse(new TextDecoder().decode(plain)) as FormDraft;
    } catch {
      storage.removeItem(place);
      return undefined;
    }
  },
  drop: (place: string): void => storage.removeItem(place),
});
