import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';

it('finds a text for every code and a code for every text in the product', async () => {
  const { messages, issues } = loadMessages(await readSourceFiles(join(import.meta.dirname, '../../..')));
  expect(issues.map((issue) => `${issue.code} ${issue.params.key}`)).toEqual([]);
  expect(messages?.suggestion).toContain('{name}');
});

it('says where the file is when there is none', () => {
  const { messages, issues } = loadMessages(new Map());
  expect(messages).toBeUndefined();
  expect(issues.map((issue) => [issue.code, issue.origin.file])).toEqual([
    ['LANGUAGE_FILE_MISSING', 'schemas/messages/pt-BR.json'],
  ]);
});
