/** Addresses of validators: each for its own files and fields alone, and telling nothing of the fields that are kept. */
import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { withFields } from '../../../engine/access/visible-entity.ts';
import type { Compiled } from '../../../engine/api/runtime.ts';
import { createCompiled } from '../../../engine/api/runtime.ts';
import { findValidator, validatorAddress } from '../../../engine/api/validator-address.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';

const { messages } = loadMessages(await readSourceFiles(new URL('../../..', import.meta.url).pathname));
const key = createSecretKey(Buffer.alloc(32, 1));

const personWith = (maxLength: number): Entity =>
  createEntity({
    name: 'pessoa',
    fields: [
      createField({ name: 'nome', type: 'text', maxLength }),
      createField({ name: 'apelido', type: 'text' }),
      createField({ name: 'observacao_que_so_a_auditoria_conhece', type: 'text' }),
    ],
  });
const compiledWith = (entity: Entity): Compiled => {
  if (!messages) throw new Error('no messages');
  return createCompiled(createModel(entity), messages);
};
const fileOf = (address: string): string => address.replace('/api/validators/', '').replace(/\.js$/, '');
const without = (entity: Entity, ...names: readonly string[]): Entity =>
  withFields(
    entity,
    entity.fields.filter(({ name }) => !names.includes(name)),
  );

const person = personWith(10);
const compiled = compiledWith(person);
const kept = [[], ['apelido'], ['observacao_que_so_a_auditoria_conhece'], ['nome', 'apelido']];

test('an address gives the validator of the fields that it was made for, the same in each process', () => {
  for (const names of kept) {
    const entity = without(person, ...names);
    const address = validatorAddress(compiled, key, entity);
    expect(validatorAddress(compiledWith(personWith(10)), key, without(personWith(10), ...names))).toBe(address);
    expect(findValidator(compiled, key, fileOf(address))).toEqual(compiled.validators.browser(entity));
  }
});

test('addresses are as long whatever is kept, so that their length tells nothing', () => {
  const addresses = kept.map((names) => validatorAddress(compiled, key, without(person, ...names)));
  expect(new Set(addresses).size).toBe(kept.length);
  expect(new Set(addresses.map((address) => address.length)).size).toBe(1);
});

test('an address of files that have changed since, of another installation or of another digest is none', () => {
  const file = fileOf(validatorAddress(compiled, key, person));
  const [digest = '', sealed = ''] = file.split('.');
  const changed = compiledWith(personWith(20));
  const [other = ''] = fileOf(validatorAddress(changed, key, personWith(20))).split('.');
  expect(findValidator(changed, key, file)).toBeUndefined();
  expect(findValidator(compiled, createSecretKey(Buffer.alloc(32, 2)), file)).toBeUndefined();
  for (const text of [`${other}.${sealed}`, `${digest}.`, digest, '', '.', `${digest}.${sealed.slice(1)}`])
    expect([text, findValidator(changed, key, text), findValidator(compiled, key, text)]).toEqual([
      text,
      undefined,
      undefined,
    ]);
});
