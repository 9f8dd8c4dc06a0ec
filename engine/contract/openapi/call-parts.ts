/** The small words that calls are described with. */
import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import type { Json } from './json.ts';
import type { RefusalStatus } from './refusals.ts';

export const text = (description?: string) => Type.String(description === undefined ? {} : { description });
export const flag = (description?: string) => Type.Boolean(description === undefined ? {} : { description });
export const whole = (description?: string) => Type.Integer(description === undefined ? {} : { description });
export const moment = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) });
export const uuid = () => Type.String({ format: 'uuid' });
export const orNull = <Given extends TSchema>(schema: Given, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
export const list = <Given extends TSchema>(items: Given) => Type.Array(items);
/** An object with no other members; with a name it is told once. */
export const closed = <Members extends Record<string, TSchema>>(
  members: Members,
  more: { readonly $id?: string; readonly description?: string } = {},
) => Type.Object(members, { additionalProperties: false, ...more });

/** Values by names that nobody knows beforehand. */
export const named = <Given extends TSchema>(schema: Given) =>
  Type.Unsafe<Record<string, Static<Given>>>({ type: 'object', additionalProperties: schema });

const parameter = (place: 'path' | 'query', name: string, description: string, schema: Json, more: Json): Json => ({
  name,
  in: place,
  description,
  schema,
  ...more,
});

export const inPath = (name: string, description: string, schema: Json, example: unknown): Json =>
  parameter('path', name, description, schema, { required: true, example });

export const inQuery = (name: string, description: string, schema: Json, more: Json = {}): Json =>
  parameter('query', name, description, schema, more);

/** What may befall every call of whoever has a session. */
export const signedIn: readonly RefusalStatus[] = [401, 403, 500, 503];
/** The same where it is open to whoever must change the password first. */
export const expiredToo: readonly RefusalStatus[] = [401, 500, 503];
/** What a body may be refused for beside. */
export const bodied: readonly RefusalStatus[] = [400, 413, 415];
/** A call that needs no session. */
export const anybody: readonly RefusalStatus[] = [500, 503];
