import type { Issue } from '../core/errors.ts';
import { createIssue, errors, issues as issueCatalogue } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { isJsonObject, toPointer } from '../core/json.ts';
import type { Messages } from '../core/messages.ts';
import { nearest } from '../core/nearest.ts';
import { checkEncoding } from './check-encoding.ts';
import { checkKind } from './check-kind.ts';
import type { SourceFiles } from './documents.ts';
import { MessagesFile } from './messages-file.ts';
import { parseJson } from './parse-json.ts';

export const messagesFile = 'schemas/messages/pt-BR.json';

const missing = (key: string): Issue =>
  createIssue(
    'LANGUAGE_FILE_MISSING',
    { file: messagesFile, pointer: '', line: 1, column: 1 },
    { file: key, folder: 'schemas/messages' },
  );

/**
 * Reads the texts of the engine and checks that each code has its text and each text its code. `messages` is undefined
 * where the file cannot be used at all.
 */
export const loadMessages = (
  sources: SourceFiles,
): { readonly messages: Messages | undefined; readonly issues: readonly Issue[] } => {
  const text = sources.get(messagesFile);
  if (text === undefined) return { messages: undefined, issues: [missing('pt-BR.json')] };
  const encoding = checkEncoding(messagesFile, text);
  if (encoding !== undefined) return { messages: undefined, issues: [encoding] };
  const parsed = parseJson(messagesFile, text);
  if (parsed.value === undefined || parsed.broken) return { messages: undefined, issues: parsed.issues };
  const found: Issue[] = [...parsed.issues];
  const faults = checkKind(MessagesFile, parsed.value, parsed.origin, messagesFile);
  found.push(...faults.map((fault) => fault.issue));

  const compare = (section: 'errors' | 'issues', codes: readonly string[]): void => {
    const texts: Json | undefined = isJsonObject(parsed.value) ? parsed.value[section] : undefined;
    const written = isJsonObject(texts) ? Object.keys(texts) : [];
    for (const code of codes)
      if (!written.includes(code))
        found.push(createIssue('LANGUAGE_MESSAGE_MISSING', parsed.origin(`/${section}`, true), { key: code }));
    for (const code of written)
      if (!codes.includes(code))
        found.push(
          createIssue(
            'LANGUAGE_MESSAGE_UNUSED',
            parsed.origin(toPointer([section, code]), true),
            { key: code },
            nearest(code, codes),
          ),
        );
  };
  compare('errors', Object.keys(errors));
  compare('issues', Object.keys(issueCatalogue));
  const usable = faults.length === 0 && isJsonObject(parsed.value);
  return { messages: usable ? (parsed.value as unknown as Messages) : undefined, issues: found };
};
