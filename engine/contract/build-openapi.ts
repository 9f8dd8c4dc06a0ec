/**
 * The API as one caller may see it, as an OpenAPI 3.1 document. In: model and access. Out: plain JSON. Registries whose
 * route the caller may not open, operations without the right and fields kept from the caller are not in it.
 */
import type { Access } from '../access/access.ts';
import { readableFields, writableEntity } from '../access/visible-entity.ts';
import { fieldTypes } from '../fields/index.ts';
import { operators } from '../fields/operators.ts';
import { recordSchema } from '../fields/record-schema.ts';
import type { Entity, Model, RegistryScreen } from '../model/types.ts';

type Json = Readonly<Record<string, unknown>>;

const ref = (kind: 'schemas' | 'parameters' | 'responses', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});
const json = (schema: Json): Json => ({ 'application/json': { schema } });
const header = (description: string): Json => ({ description, schema: { type: 'string' } });

const queryParameters: Readonly<Record<string, Json>> = {
  select: {
    description: 'Columns, and to-one relations in parentheses: `id,nome,cidade(nome,uf)`.',
    schema: { type: 'string' },
  },
  order: {
    description: '`nome.asc,id.desc`; by a relation `cidade(nome).asc`; `.nullsfirst` and `.nullslast`.',
    schema: { type: 'string' },
  },
  limit: { description: 'Rows of a page.', schema: { type: 'integer', minimum: 0, maximum: 1000 } },
  offset: {
    description: 'Rows to pass over. `cursor` costs the same on every page; this does not.',
    schema: { type: 'integer', minimum: 0 },
  },
  cursor: { description: 'The `Fichario-Next-Cursor` of the page before.', schema: { type: 'string' } },
  q: {
    description: 'Quick search: every word must occur, whatever the case and the accents.',
    schema: { type: 'string' },
  },
  and: { description: '`(nome.has.são,uf.eq.MG)`', schema: { type: 'string' } },
  or: { description: '`(uf.eq.MG,uf.eq.RJ)`', schema: { type: 'string' } },
};

const headerParameters: Readonly<Record<string, Json>> = {
  Prefer: {
    in: 'header',
    description: '`count=exact|planned|estimated`, `return=representation|minimal`, `max-affected=N`.',
    schema: { type: 'string' },
  },
  'If-Match': {
    in: 'header',
    description: 'The ETag of the record as it was read: `"3"`.',
    schema: { type: 'string' },
  },
};

const systemProperties: Readonly<Record<string, Json>> = {
  id: { type: 'integer', format: 'int64', readOnly: true },
  versao: { type: 'integer', readOnly: true, description: 'Grows with each change; the ETag of the record.' },
};

const nullable = (schema: Json): Json => ({
  ...schema,
  type: [schema['type'], 'null'],
  ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
});

/** The record as this caller reads it. */
const readSchema = (model: Model, access: Access, entity: Entity, screen: RegistryScreen): Json => ({
  type: 'object',
  title: entity.title,
  ...(entity.description === undefined ? {} : { description: entity.description }),
  properties: {
    ...systemProperties,
    ...Object.fromEntries(
      readableFields(model, access, entity, screen).map((field) => {
        const schema = fieldTypes[field.type].valueSchema(field);
        return [field.column, { title: field.title, ...(field.required ? schema : nullable(schema)) }];
      }),
    ),
  },
});

const filterParameters = (model: Model, access: Access, entity: Entity, screen: RegistryScreen): Json[] =>
  readableFields(model, access, entity, screen).map((field) => ({
    name: field.column,
    in: 'query',
    description: `${field.title}: \`operador.valor\`, com ${fieldTypes[field.type].operators.join(', ')}; \`not.\` nega.`,
    schema: { type: 'string', pattern: `^(not\\.)?(${Object.keys(operators).join('|')})\\.` },
  }));

const refusals = (...codes: readonly number[]): Json =>
  Object.fromEntries(codes.map((code) => [String(code), ref('responses', 'Refusal')]));

const operations = (model: Model, access: Access, screen: RegistryScreen, entity: Entity): Json => {
  const shared = ['select', 'order', 'limit', 'offset', 'cursor', 'q', 'and', 'or'].map((name) =>
    ref('parameters', name),
  );
  const filters = filterParameters(model, access, entity, screen);
  const rows = { type: 'array', items: ref('schemas', screen.folder) };
  const tags = [screen.module];
  const written = {
    '200': { description: 'Os registros gravados', content: json(rows) },
    '204': { description: 'Gravado' },
  };
  const right = (action: string): boolean => access.can(action, entity.subject);
  const body = (schema: Json): Json => ({ requestBody: { required: true, content: json(schema) } });
  const input = `${screen.folder}_escrita`;
  return {
    get: {
      tags,
      operationId: `list_${screen.folder.replaceAll('-', '_')}`,
      summary: screen.title,
      parameters: [...shared, ...filters, ref('parameters', 'Prefer')],
      responses: {
        '200': {
          description: 'Uma página de registros',
          headers: {
            'Content-Range': header('Primeira e última linha, e o total onde pedido.'),
            'Fichario-Next-Cursor': header('Abre a página seguinte; ausente na última.'),
          },
          content: {
            ...json(rows),
            'application/vnd.pgrst.object+json': { schema: ref('schemas', screen.folder) },
          },
        },
        '206': { description: 'Uma página, de um total contado', content: json(rows) },
        ...refusals(400, 401, 403, 406, 416),
      },
    },
    head: {
      tags,
      operationId: `count_${screen.folder.replaceAll('-', '_')}`,
      summary: `${screen.title}: contagem`,
      parameters: [...filters, ref('parameters', 'q'), ref('parameters', 'Prefer')],
      responses: { '200': { description: 'O total em Content-Range' }, ...refusals(400, 401, 403) },
    },
    ...(right('insert')
      ? {
          post: {
            tags,
            operationId: `insert_${screen.folder.replaceAll('-', '_')}`,
            summary: `${screen.title}: incluir`,
            parameters: [ref('parameters', 'select'), ref('parameters', 'Prefer')],
            ...body({ oneOf: [ref('schemas', input), { type: 'array', items: ref('schemas', input) }] }),
            responses: {
              '201': { description: 'Incluído', content: json(rows) },
              ...refusals(400, 401, 403, 409, 422),
            },
          },
        }
      : {}),
    ...(right('update')
      ? {
          patch: {
            tags,
            operationId: `update_${screen.folder.replaceAll('-', '_')}`,
            summary: `${screen.title}: alterar os que o filtro escolhe`,
            parameters: [
              ...filters,
              ref('parameters', 'select'),
              ref('parameters', 'Prefer'),
              ref('parameters', 'If-Match'),
            ],
            ...body(ref('schemas', `${input}_parcial`)),
            responses: { ...written, ...refusals(400, 401, 403, 404, 409, 412, 422) },
          },
        }
      : {}),
    ...(right('delete')
      ? {
          delete: {
            tags,
            operationId: `delete_${screen.folder.replaceAll('-', '_')}`,
            summary: `${screen.title}: apagar os que o filtro escolhe`,
            parameters: [...filters, ref('parameters', 'Prefer'), ref('parameters', 'If-Match')],
            responses: { ...written, ...refusals(400, 401, 403, 404, 409, 412) },
          },
        }
      : {}),
  };
};

const historyOperation = (screen: RegistryScreen, entity: Entity): Json => ({
  get: {
    tags: [screen.module],
    operationId: `history_${screen.folder.replaceAll('-', '_')}`,
    summary: `${screen.title}: histórico de um registro`,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }],
    responses: {
      '200': {
        description: `As alterações de ${entity.title}, da mais nova à mais antiga`,
        content: json({ type: 'array', items: ref('schemas', 'HistoryEntry') }),
      },
      ...refusals(401, 403, 404),
    },
  },
});

const session: Json = {
  '/auth/token/issue': {
    post: {
      tags: ['auth'],
      operationId: 'issue_token',
      security: [],
      requestBody: {
        required: true,
        content: json({
          type: 'object',
          required: ['userId', 'password'],
          properties: { userId: { type: 'string' }, password: { type: 'string', format: 'password' } },
        }),
      },
      responses: {
        '200': { description: 'token, user e client', content: json({ type: 'object' }) },
        ...refusals(400, 401, 429),
      },
    },
  },
  '/auth/me': {
    get: {
      tags: ['auth'],
      operationId: 'me',
      responses: { '200': { description: 'user e client', content: json({ type: 'object' }) }, ...refusals(401) },
    },
  },
  '/auth/token/revoke': {
    post: { tags: ['auth'], operationId: 'revoke_token', responses: { '204': { description: 'A sessão terminou' } } },
  },
};

const components = (schemas: Json): Json => ({
  securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  parameters: {
    ...Object.fromEntries(
      Object.entries(queryParameters).map(([name, parameter]) => [name, { name, in: 'query', ...parameter }]),
    ),
    ...Object.fromEntries(Object.entries(headerParameters).map(([name, parameter]) => [name, { name, ...parameter }])),
  },
  responses: {
    Refusal: {
      description: 'Recusado: o que houve, por quê e o que fazer',
      content: json(ref('schemas', 'ErrorBody')),
    },
  },
  schemas: {
    ErrorBody: {
      type: 'object',
      required: ['code', 'message', 'details', 'hint'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        details: { type: ['string', 'null'] },
        hint: { type: ['string', 'null'] },
        at: { type: 'object' },
        fields: { type: 'array', items: { type: 'object' } },
        messages: { type: 'object' },
      },
    },
    HistoryEntry: {
      type: 'object',
      properties: {
        operation: { enum: ['insert', 'update', 'delete'] },
        at: { type: 'string', format: 'date-time' },
        by: { type: ['string', 'null'] },
        version: { type: 'integer' },
        changes: { type: 'array', items: { type: 'object' } },
      },
    },
    ...schemas,
  },
});

export const buildOpenApi = (model: Model, access: Access): Json => {
  const paths: Record<string, unknown> = { ...session };
  const schemas: Record<string, unknown> = {};
  for (const screen of model.screens) {
    const entity = screen.kind === 'registry' ? model.entities[screen.entity] : undefined;
    if (screen.kind !== 'registry' || !entity || Object.hasOwn(paths, screen.path)) continue;
    if (!access.can(screen.permission.action, screen.permission.subject) && !entity.reference) continue;
    const writable = writableEntity(access, entity);
    schemas[screen.folder] = readSchema(model, access, entity, screen);
    if (access.can('insert', entity.subject)) schemas[`${screen.folder}_escrita`] = recordSchema(writable);
    if (access.can('update', entity.subject))
      schemas[`${screen.folder}_escrita_parcial`] = recordSchema(writable, true);
    paths[screen.path] = operations(model, access, screen, entity);
    if (access.can('audit', entity.subject)) paths[`${screen.path}/{id}/historico`] = historyOperation(screen, entity);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `Fichário${model.client === undefined ? '' : ` de ${model.client.title}`}`,
      version: '1',
      description: 'Cada cadastro é um recurso com o nome da sua rota, no dialeto do PostgREST.',
    },
    servers: [{ url: '/api' }],
    security: [{ token: [] }],
    paths,
    components: components(schemas),
  };
};
