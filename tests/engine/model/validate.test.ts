/** Every issue of the stages LANGUAGE, OVERLAY and MODEL: a folder of `tests/fixtures/issues` raises it over the examples. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { IssueCode } from '../../../engine/core/errors.ts';
import { issues as issueCatalogue } from '../../../engine/core/errors.ts';
import { arrangeIssues, reportIssue } from '../../../engine/core/issues.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';
import { openSqlParser } from '../../../engine/metadata/parse-query.ts';
import { validate } from '../../../engine/model/validate.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { readFixture } from './read-fixture.ts';

const root = join(import.meta.dirname, '../../..');
const fixtures = join(root, 'tests/fixtures/issues');
const codes = Object.keys(issueCatalogue) as IssueCode[];
await openSqlParser();
const { messages } = loadMessages(await readSourceFiles(root));

const issuesOf = (code: IssueCode) => {
  const sources = new Map([...examples, ...readFixture(join(fixtures, code))]);
  const ofMessages = sources.has('schemas/messages/pt-BR.json') ? loadMessages(sources).issues : [];
  return arrangeIssues([...validate(loadFiles(sources), catalogues), ...ofMessages]);
};

it('has a fixture for every code, and no other', () => {
  expect(readdirSync(fixtures).sort()).toEqual([...codes].sort());
});

describe.each(codes)('%s', (code) => {
  const issues = issuesOf(code);

  it('is raised, and with it only what the fixture expects', () => {
    const lines = new Set(
      issues.map(({ origin, code: found }) => `${origin.file}:${origin.line}:${origin.column} ${found}`),
    );
    expect([...lines]).toEqual(
      readFileSync(join(fixtures, code, 'expected.txt'), 'utf8')
        .trim()
        .split('\n'),
    );
    expect(issues.map((issue) => issue.code)).toContain(code);
  });

  it('says what, and what to do, without a gap', () => {
    for (const issue of issues.filter((other) => other.code === code)) {
      const { message, hint } = reportIssue(issue, messages);
      const written = `${messages?.issues[code].message} ${messages?.issues[code].hint ?? ''}`;
      for (const [, name] of written.matchAll(/\{(\w+)\}/g)) expect(Object.keys(issue.params)).toContain(name);
      expect(message).not.toMatch(/undefined|\[object|NaN/);
      expect(hint).toBeTruthy();
    }
  });
});
