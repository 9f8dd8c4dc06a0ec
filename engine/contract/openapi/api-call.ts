/**
 * One call of the API that is no registry, said once: its route is made from it, the body is checked by its schema, and
 * the document tells of it. In: calls, and who asks. Out: the paths of the document and the schemas they point at.
 */
import type { Static, TSchema } from 'typebox';
import type { Access } from '../../access/access.ts';
import type { Model } from '../../model/types.ts';
import type { Json } from './json.ts';
import { ref } from './json.ts';
import type { RefusalStatus } from './refusals.ts';
import { refusedWith } from './refusals.ts';

/** A schema with `$id` is told once, by that name. */
type Schema = TSchema | Json;

interface CallAnswer {
  readonly description: string;
  /** Of JSON; absent where nothing is answered but the status. */
  readonly schema?: Schema;
  /** Where it is no JSON. */
  readonly content?: Json;
  readonly headers?: Json;
}

/** The pair that the call asks for, and the title that a refusal names. */
export interface CallRight {
  readonly action: string;
  readonly subject: string;
  readonly title: string;
}

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, parameters in braces. */
  readonly path: string;
  readonly tag: string;
  /** Of the operation, in `snake_case`. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** Needs no session. */
  readonly open?: true;
  /** Absent: for whoever has a session. */
  readonly right?: CallRight;
  readonly parameters?: readonly Json[] | ((model: Model) => readonly Json[]);
  readonly body?: { readonly schema: TSchema; readonly example?: Json };
  /** The body is a file: of which media types. The route takes it as it comes, and limits it itself. */
  readonly file?: readonly string[];
  /** Bytes; absent: as many as of every body. */
  readonly bodyLimit?: number;
  /** The answer has an ETag and is not sent again to who has it. */
  readonly tagged?: true;
  readonly answers: Readonly<Record<number, CallAnswer>>;
  readonly refusals: readonly RefusalStatus[];
  /** What a refusal means here, where it says more than everywhere. */
  readonly meanings?: Readonly<Partial<Record<RefusalStatus, string>>>;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** What the braces of a path stand for in a request. */
export type CallParams<Path extends string> = Readonly<Record<ParamNames<Path>, string>>;

/** A schema that tells exactly what the type says; any other does not compile. */
export const schemaOf =
  <Type>() =>
  <Given extends TSchema>(
    schema: [Static<Given>] extends [Type] ? ([keyof Type] extends [keyof Static<Given>] ? Given : never) : never,
  ): Given =>
    schema;

/** The schema as the document has it: named ones are taken out into `schemas`. */
const plain = (value: unknown, schemas: Record<string, Json>): unknown => {
  if (Array.isArray(value)) return value.map((one) => plain(one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $id, ...rest } = value as Json;
  const schema = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, plain(one, schemas)]));
  if (typeof $id !== 'string') return schema;
  schemas[$id] = schema;
  return ref('schemas', $id);
};

const tagHeader: Json = { ETag: ref('headers', 'AnswerTag') };

const describeAnswer = (call: ApiCall, answer: CallAnswer, schemas: Record<string, Json>): Json => {
  const headers = { ...(call.tagged ? tagHeader : {}), ...answer.headers };
  const content =
    answer.schema === undefined ? answer.content : { 'application/json': { schema: plain(answer.schema, schemas) } };
  return {
    description: answer.description,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(content === undefined ? {} : { content }),
  };
};

const describeRefusals = ({ refusals, meanings = {} }: ApiCall): Json =>
  Object.fromEntries(
    refusals.map((status) => {
      const [refusal] = Object.values(refusedWith(status)) as readonly Json[];
      const description = meanings[status];
      return [status, description === undefined ? refusal : { ...refusal, description }];
    }),
  );

const describeBody = ({ body, file }: ApiCall, schemas: Record<string, Json>): Json => {
  const content =
    body === undefined
      ? Object.fromEntries((file ?? []).map((media) => [media, { schema: { type: 'string', format: 'binary' } }]))
      : {
          'application/json': {
            schema: plain(body.schema, schemas),
            ...(body.example === undefined ? {} : { example: body.example }),
          },
        };
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } };
};

const describeCall = (call: ApiCall, model: Model, schemas: Record<string, Json>): Json => {
  const { tag, id, summary, description } = call;
  const own = typeof call.parameters === 'function' ? call.parameters(model) : (call.parameters ?? []);
  const parameters = [...own, ...(call.tagged ? [ref('parameters', 'IfNoneMatch')] : [])];
  return {
    tags: [tag],
    operationId: id,
    summary,
    description,
    ...(call.open ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...describeBody(call, schemas),
    responses: {
      ...Object.fromEntries(
        Object.entries(call.answers).map(([status, answer]) => [status, describeAnswer(call, answer, schemas)]),
      ),
      ...(call.tagged ? { 304: { description: 'Nada mudou desde o ETag de If-None-Match.', headers: tagHeader } } : {}),
      ...describeRefusals(call),
    },
  };
};

/** The calls that the caller has the right to, and their paths. Adds to `schemas`. */
export const describeCalls = (
  calls: readonly ApiCall[],
  model: Model,
  access: Access,
  schemas: Record<string, Json>,
): { readonly told: readonly ApiCall[]; readonly paths: Json } => {
  const told = calls.filter(({ right }) => right === undefined || access.can(right.action, right.subject));
  const paths: Record<string, Json> = {};
  for (const call of told)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: describeCall(call, model, schemas) };
  return { told, paths };
};
