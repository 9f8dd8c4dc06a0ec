import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import { placeIn } from './text-position.ts';

/** U+FFFD stands where the bytes were no UTF-8; nobody writes it on purpose. Latin-1 is what spreadsheets save by default. */
const replacement = '\uFFFD';

/** LANGUAGE_ENCODING at the first byte that is no UTF-8; undefined for a sound text. */
export const checkEncoding = (file: string, text: string): Issue | undefined => {
  const offset = text.indexOf(replacement);
  return offset < 0
    ? undefined
    : createIssue('LANGUAGE_ENCODING', { file, pointer: '', ...placeIn(text)(offset) }, { file });
};
