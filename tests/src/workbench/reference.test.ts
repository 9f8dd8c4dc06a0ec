/** The language reference: whole, shown by example, and there where hints send to it. */
import { expect, it } from 'vitest';
import type { IssueCode } from '../../../engine/core/errors.ts';
import { issues } from '../../../engine/core/errors.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';
import { languageSections } from '../../../engine/metadata/reference-page.ts';
import { validate } from '../../../engine/model/validate.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { referenceOf } from '../../../src/workbench/reference-place.ts';

const sources = await readSourceFiles(`${import.meta.dirname}/../../..`);
const { messages } = loadMessages(sources);
const sections = languageSections(sources);

it('is where every hint that speaks of it leads', () => {
  const codes = Object.keys(issues) as IssueCode[];
  const sent = codes.filter((code) => messages?.issues[code].hint?.includes('referência da linguagem'));
  expect(sent.length).toBeGreaterThan(0);
  expect(Object.keys(referenceOf).sort()).toEqual([...sent].sort());
  for (const [name, key] of Object.values(referenceOf)) {
    const section = sections.find((one) => one.name === name);
    expect(section, name).toBeDefined();
    if (key !== undefined) expect(section?.keys.map((one) => one.key)).toContain(key);
  }
});

it('shows every key by an example of its own, or by those of the keys within', () => {
  const without = sections.flatMap(({ name, keys }) =>
    keys
      .filter(
        ({ key, example }) =>
          example === undefined &&
          !keys.some((one) => /^(\[\]|\.)/.test(one.key.slice(key.length)) && one.key.startsWith(key)),
      )
      .map(({ key }) => `${name} ${key}`),
  );
  expect(without).toEqual([]);
  const record = sections.find(({ name }) => name === 'record');
  expect(record?.keys.find(({ key }) => key === 'properties.*.x-relation.onDelete')).toMatchObject({
    value: '`refuse`, `clear`',
    fallback: 'refuse',
    required: false,
    example: '"onDelete": "clear"',
  });
});

it('has a title for each section', () => {
  for (const { name } of sections) expect(messages?.texts[`language.section.${name}`], name).toBeTruthy();
});

it('goes on where a file is beyond reading', () => {
  const broken = new Map([...sources, ['clients/copass.json', '{ "name": ']]);
  expect(validate(loadFiles(broken), catalogues).some(({ severity }) => severity === 'error')).toBe(true);
  expect(languageSections(broken).length).toBe(sections.length);
});
