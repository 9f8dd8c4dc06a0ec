/**
 * Addresses of compiled validators. A browser imports a module without the caller's token, so the address itself says
 * which fields are kept from the caller, and that this installation gave it (AES-256-GCM): nobody reads a name from it,
 * any process can answer, and the same fields have the same address, so that browsers keep the module.
 */
import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { openedFor } from '../access/may-move.ts';
import { withFields } from '../access/visible-entity.ts';
import type { BrowserValidator } from '../data/validators.ts';
import { screenEntity } from '../model/screen-entity.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import type { Transition } from '../model/state-types.ts';
import type { Entity, Field } from '../model/types.ts';
import type { Compiled } from './runtime.ts';

/** The length tells of the names no more than this. */
const block = 256;

/** The first bytes are of the text itself: no two texts share them, and the same text is always sealed alike. */
const seal = (key: KeyObject, digest: string, text: string): string => {
  const padded = text.padEnd(Math.ceil(text.length / block) * block);
  const iv = createHmac('sha256', key).update(`${digest}.${padded}`).digest().subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(digest));
  const body = Buffer.concat([cipher.update(padded, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
};

/** undefined: not sealed here, or not for this digest. */
const unseal = (key: KeyObject, digest: string, sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(digest))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

type Part = Pick<Field, 'name' | 'readOnly'>;

/** Those that are as open to writing as the files leave them: to a validator what is closed to the caller is not there. */
const unclosed = <One extends Part>(parts: readonly One[], whole: readonly Part[]): readonly One[] =>
  parts.filter((part) => !part.readOnly || whole.find(({ name }) => name === part.name)?.readOnly !== false);

const namesOf = ({ fields, children }: Entity, whole: Entity): readonly string[] => [
  ...unclosed(fields, whole.fields).map(({ name }) => name),
  ...unclosed(children, whole.children).flatMap(({ name, entity }) => {
    const rows = whole.children.find((child) => child.name === name)?.entity ?? entity;
    return [name, ...unclosed(entity.fields, rows.fields).map((field) => `${name}.${field.name}`)];
  }),
];

/** The entity without those of its fields, arrays and fields of arrays; the same object for the same ones. */
const withoutNames = (entity: Entity, kept: ReadonlySet<string>): Entity =>
  withFields(
    entity,
    entity.fields.filter(({ name }) => !kept.has(name)),
    entity.children.flatMap((child) => {
      const fields = child.entity.fields.filter(({ name }) => !kept.has(`${child.name}.${name}`));
      return kept.has(child.name) ? [] : [{ ...child, entity: withFields(child.entity, fields) }];
    }),
  );

/** Between an entity and the transition whose fields are meant: no name holds it. */
const between = '~';

/** Before the folder of a screen that has the entity in its own way: no name holds it. */
const through = '@';

/** The entity of a name as the files leave it open to writing, on a screen or everywhere; with a transition what that asks for. */
const wholeOf = ({ model }: Compiled, named: string): Entity | undefined => {
  const [place = '', move] = named.split(between);
  const [name = '', folder] = place.split(through);
  const screen = model.screens.find((one) => one.kind === 'registry' && one.folder === folder);
  const entity = screen?.kind === 'registry' ? screenEntity(model, screen) : model.entities[name];
  if (move === undefined || entity === undefined) return entity;
  const transition = entity.states?.transitions.find((one) => one.name === move);
  return transition && openedFor(entity, transition).asked;
};

/**
 * `entity` holds the fields that the caller writes, as `screen` has them, `transition` those that it asks for; the digest
 * makes another text another address.
 */
export const validatorAddress = (
  compiled: Compiled,
  key: KeyObject,
  entity: Entity,
  transition?: Transition,
  screen?: RegistryScreen,
): string => {
  const isOwn = screen?.only !== undefined || screen?.fields !== undefined;
  const place = isOwn ? `${entity.name}${through}${screen.folder}` : entity.name;
  const named = transition === undefined ? place : `${place}${between}${transition.name}`;
  const whole = wholeOf(compiled, named) ?? entity;
  const open = new Set(namesOf(entity, whole));
  const kept = namesOf(whole, whole).filter((name) => !open.has(name));
  // Of a screen that takes some codes of a field alone the module takes all of them: it is the same on every screen.
  const { digest } = compiled.validators.browser(withoutNames(whole, new Set(kept)));
  const subject = JSON.stringify([named, ...kept]);
  return `/api/validators/${digest}.${seal(key, digest, subject)}.js`;
};

/** The module of an address; undefined where it was not given here, or was given for files that have changed since. */
export const findValidator = (compiled: Compiled, key: KeyObject, file: string): BrowserValidator | undefined => {
  const [digest = '', sealed = ''] = file.split('.');
  const subject = unseal(key, digest, sealed);
  if (subject === undefined) return undefined;
  const [name = '', ...kept] = JSON.parse(subject) as string[];
  const entity = wholeOf(compiled, name);
  if (!entity) return undefined;
  const found = compiled.validators.browser(withoutNames(entity, new Set(kept)));
  return found.digest === digest ? found : undefined;
};
