/**
 * The paths of one registry: its resource with the operations that the caller has, the history of a record and the short
 * calls. In: the caller's sight and a screen. Out: paths, and the components they point at.
 */
import { mayAct } from '../../access/may-act.ts';
import { openTransitions } from '../../access/may-move.ts';
import { comparableFields, isReference, reachOf } from '../../access/visible-entity.ts';
import { fieldTypes } from '../../fields/index.ts';
import { hasTable } from '../../model/has-table.ts';
import { screenEntity } from '../../model/screen-entity.ts';
import type { RegistryScreen } from '../../model/screen-types.ts';
import type { Transition } from '../../model/state-types.ts';
import type { Entity, Field } from '../../model/types.ts';
import type { AnswerShape } from '../answer-shape.ts';
import { openAnswer } from '../answer-shape.ts';
import { linkedMost } from '../linked-records.ts';
import { describeAttachments } from './describe-attachments.ts';
import { describeFilter } from './describe-filter.ts';
import type { Sight } from './describe-record.ts';
import { openDescription, readSchema, transitionSchema, writeSchema } from './describe-record.ts';
import { formerFilter, formerHeaders, formersOf } from './former-names.ts';
import type { Json } from './json.ts';
import { jsonBody, ref } from './json.ts';
import { columnFilter, idFilter } from './parameters.ts';
import type { RefusalStatus } from './refusals.ts';
import { refusedWith } from './refusals.ts';
import { sampleRecord } from './sample-record.ts';

/** One registry as the caller may use it. */
interface Subject {
  readonly sight: Sight;
  readonly screen: RegistryScreen;
  readonly entity: Entity;
  readonly fields: readonly Field[];
  readonly tag: string;
  /** Whether the rows are open; else one record alone, by its id. */
  readonly listed: boolean;
}

export interface RegistryPart {
  readonly paths: Json;
  readonly parameters: Json;
  readonly responses: Json;
}

const parameter = (name: string): Json => ref('parameters', name);
const header = (name: string): Json => ref('headers', name);
const answer = (name: string, description: string): Json => ({ ...ref('responses', name), description });
const always: readonly RefusalStatus[] = [400, 401, 500, 503, 504];
const bodied: readonly RefusalStatus[] = [...always, 413, 415, 422];

const filterName = (screen: RegistryScreen, column: string): string => `${screen.folder}.${column}`;

const filtersOf = ({ sight, screen, entity, fields }: Subject): readonly Json[] => [
  parameter(filterName(screen, 'id')),
  ...fields.map((field) => parameter(filterName(screen, field.column))),
  ...formersOf(sight.model, entity, fields).map(({ column }) => parameter(filterName(screen, column))),
];

const operation = (subject: Subject, verb: string, summary: string, description: string, rest: Json): Json => ({
  tags: [subject.tag],
  operationId: `${verb}_${subject.screen.folder.replaceAll('-', '_')}`,
  summary: `${summary} ${subject.screen.title}`,
  description,
  ...rest,
});

const rowsOf = ({ screen }: Subject): Json => ({ type: 'array', items: ref('schemas', screen.folder) });

/** Rows in every form that Accept may ask for. */
const rowMedia = (subject: Subject): Json => {
  const one = { schema: ref('schemas', subject.screen.folder) };
  const many = { schema: rowsOf(subject) };
  return {
    'application/json': many,
    'application/vnd.pgrst.array+json;nulls=stripped': many,
    'application/vnd.pgrst.object+json': one,
    'application/vnd.pgrst.object+json;nulls=stripped': one,
    'text/csv': { schema: { type: 'string', description: 'A linha dos nomes e uma por registro (RFC 4180).' } },
  };
};

const readHeaders: Json = {
  'Content-Range': header('ContentRange'),
  'Preference-Applied': header('PreferenceApplied'),
};

/** Of what has a history. */
const pastOf = ({ entity }: Subject): readonly Json[] => (hasTable(entity) ? [parameter('as_of')] : []);

const list = (subject: Subject): Json => {
  const { screen, listed } = subject;
  return operation(
    subject,
    'list',
    'Ler',
    listed
      ? 'Uma página de registros, com filtro, ordem e colunas à escolha. Com Accept `application/vnd.pgrst.object+json`, um só registro, e o seu ETag.'
      : 'Um registro, pedido pelo seu id.',
    {
      parameters: [
        ...(listed ? filtersOf(subject) : [{ ...idFilter, required: true }]),
        ...['select', 'order', 'limit', 'offset', 'cursor', 'q', 'and', 'or', ...(listed ? ['offered_for'] : [])].map(
          parameter,
        ),
        ...pastOf(subject),
        ...['PreferRead', 'Range'].map(parameter),
      ],
      responses: {
        200: answer(`${screen.folder}.pagina`, 'Os registros da página.'),
        206: answer(`${screen.folder}.pagina`, 'Parte de um total que foi contado.'),
        ...refusedWith(300, ...always, 403, 406, 416),
      },
      'x-page-size': screen.pageSize,
    },
  );
};

const count = (subject: Subject): Json =>
  operation(subject, 'count', 'Contar', 'O mesmo que a leitura, sem corpo: com `Prefer: count=exact`, só o total.', {
    parameters: [
      ...(subject.listed ? filtersOf(subject) : [{ ...idFilter, required: true }]),
      ...['limit', 'offset', 'q', 'and', 'or', ...(subject.listed ? ['offered_for'] : [])].map(parameter),
      ...pastOf(subject),
      parameter('PreferRead'),
    ],
    responses: {
      200: answer('Contado', 'O total, em Content-Range.'),
      206: answer('Contado', 'Parte de um total que foi contado.'),
      ...refusedWith(...always, 403, 406, 416),
    },
  });

const writtenHeaders: Json = { ...readHeaders, ETag: header('RecordTag') };

/** Answers without rows, the same of every registry. */
export const bareAnswers: Json = {
  Contado: {
    description: 'O total, em Content-Range.',
    headers: { ...readHeaders, 'Fichario-Next-Cursor': header('NextCursor') },
  },
  Feito: { description: 'Feito, sem corpo; quantos, diz Content-Range.', headers: writtenHeaders },
};

/** The answers with rows of one registry: a page, and what was written. */
const rowAnswers = (subject: Subject): Json => ({
  [`${subject.screen.folder}.pagina`]: {
    description: 'Os registros da página.',
    headers: {
      ...readHeaders,
      'Fichario-Next-Cursor': header('NextCursor'),
      ETag: header('RecordTag'),
      ...formerHeaders(subject.sight.model),
    },
    content: rowMedia(subject),
  },
  [`${subject.screen.folder}.gravados`]: {
    description: 'Os registros gravados; o corpo só vem com `return=representation`.',
    headers: { ...writtenHeaders, Location: header('Location'), ...formerHeaders(subject.sight.model) },
    content: rowMedia(subject),
  },
});

const body = (subject: Subject, schema: Json, name: string, many: boolean): Json => {
  subject.sight.schemas[name] = schema;
  const example = sampleRecord(schema, subject.sight.schemas);
  const one = ref('schemas', name);
  return {
    requestBody: {
      required: true,
      description: many
        ? 'Um registro ou uma lista de até 10.000, que entra inteira ou não entra. Os campos ausentes ficam com o seu padrão.'
        : 'Os campos que mudam; os ausentes ficam como estão.',
      content: {
        'application/json': {
          schema: many ? { oneOf: [one, { type: 'array', items: one }] } : one,
          ...(example === undefined ? {} : { example }),
        },
        ...(many
          ? {
              'text/csv': {
                schema: { type: 'string', description: 'A linha dos nomes e uma por registro; `NULL` é vazio.' },
              },
            }
          : {}),
      },
    },
  };
};

const insert = (subject: Subject): Json => {
  const { sight, entity, screen } = subject;
  return operation(
    subject,
    'insert',
    'Incluir em',
    'Inclui um registro ou vários, todos ou nenhum. Com `resolution` em Prefer, altera ou deixa como estão os que já existem.',
    {
      parameters: ['select', 'order', 'columns', 'on_conflict', 'PreferWrite', 'IdempotencyKey'].map(parameter),
      ...body(subject, writeSchema(sight, entity, false), `${screen.folder}.inclusao`, true),
      responses: {
        200: answer(`${screen.folder}.gravados`, 'Com `resolution=merge-duplicates`, quando todos já existiam.'),
        201: answer(`${screen.folder}.gravados`, 'Incluído; o corpo só vem com `return=representation`.'),
        ...refusedWith(300, ...bodied, 403, 406, 409),
      },
    },
  );
};

const manyRows = (subject: Subject): readonly Json[] => [
  ...filtersOf(subject),
  ...['q', 'and', 'or', 'select', 'order', 'PreferMany', 'IfMatch'].map(parameter),
];

const written = ({ screen }: Subject): Json => ({
  200: answer(`${screen.folder}.gravados`, 'Os registros atingidos, com `return=representation`.'),
  204: ref('responses', 'Feito'),
});

/** The parameter that names a transition; who may do nothing else must name one. */
const transitionParameter = (transitions: readonly Transition[], required: boolean): Json => ({
  name: 'transition',
  in: 'query',
  ...(required ? { required: true } : {}),
  description: `A transição que se faz, com os campos que ela pede: ${transitions
    .map(({ name, title, fields }) => `\`${name}\` (${title}${fields.length === 0 ? '' : `: ${fields.join(', ')}`})`)
    .join('; ')}. O estado só muda assim.`,
  schema: { enum: transitions.map(({ name }) => name) },
});

/** Changes of which some are transitions: their bodies beside that of a plain change, where there is one. */
const withTransitions = (subject: Subject, transitions: readonly Transition[], plain: Json | undefined): Json => {
  const { sight, entity, screen } = subject;
  const bodies = transitions.map((transition) => {
    const name = `${screen.folder}.transicao.${transition.name}`;
    sight.schemas[name] = transitionSchema(sight, entity, transition);
    return ref('schemas', name);
  });
  const parameters = [...manyRows(subject), parameter('columns'), transitionParameter(transitions, !plain)];
  const [first] = transitions;
  const sampled = sight.schemas[`${screen.folder}.${plain || !first ? 'alteracao' : `transicao.${first.name}`}`];
  const example = sampled && sampleRecord(sampled, sight.schemas);
  const schema = { anyOf: [...(plain ? [ref('schemas', `${screen.folder}.alteracao`)] : []), ...bodies] };
  return operation(
    subject,
    'update',
    'Alterar em',
    'Altera os registros que o filtro escolhe, todos ou nenhum; com `transition`, passa-os a outro estado. Sem filtro, é recusado.',
    {
      ...plain,
      parameters,
      requestBody: {
        required: plain !== undefined,
        description: 'Os campos que mudam, ou os que a transição pede.',
        content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
      },
      responses: { ...written(subject), ...refusedWith(300, ...bodied, 403, 404, 406, 409, 412) },
    },
  );
};

const update = (subject: Subject): Json => {
  const { sight, entity, screen } = subject;
  return operation(
    subject,
    'update',
    'Alterar em',
    'Altera os registros que o filtro escolhe, todos ou nenhum. Sem filtro, é recusado.',
    {
      parameters: [...manyRows(subject), parameter('columns')],
      ...body(subject, writeSchema(sight, entity, true), `${screen.folder}.alteracao`, false),
      responses: { ...written(subject), ...refusedWith(300, ...bodied, 403, 404, 406, 409, 412) },
    },
  );
};

const remove = (subject: Subject): Json =>
  operation(
    subject,
    'delete',
    'Apagar em',
    'Apaga os registros que o filtro escolhe, todos ou nenhum. Sem filtro, é recusado.',
    {
      parameters: manyRows(subject),
      responses: { ...written(subject), ...refusedWith(300, ...always, 403, 404, 406, 409, 412) },
    },
  );

const idInPath: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identificador do registro.',
  schema: { type: 'integer', format: 'int64', minimum: 1 },
  example: 1,
};

const history = (subject: Subject): Json =>
  operation(subject, 'history', 'Histórico de', 'As alterações de um registro, da mais nova à mais antiga.', {
    parameters: [idInPath],
    responses: {
      200: {
        description: 'As alterações, no máximo 500.',
        content: jsonBody({ type: 'array', items: ref('schemas', 'Alteracao') }),
      },
      ...refusedWith(401, 403, 404, 500, 503, 504),
    },
  });

const linkedRecords = (subject: Subject): Json =>
  operation(
    subject,
    'linked',
    'Ligados a',
    'Quantos registros apontam para este: de cada lista que você pode abrir, com os seus acessos. Listas sem nenhum não vêm.',
    {
      parameters: [idInPath],
      responses: {
        200: {
          description: `As listas; de cada uma se contam no máximo ${linkedMost} registros.`,
          content: jsonBody({ type: 'array', items: ref('schemas', 'Ligados') }),
        },
        ...refusedWith(...always, 403, 404),
      },
    },
  );

const deletions = (subject: Subject): Json =>
  operation(subject, 'deleted', 'Apagados de', 'O que foi apagado e não voltou, do mais novo ao mais antigo.', {
    parameters: [
      parameter('q'),
      {
        name: 'limit',
        in: 'query',
        description: 'Registros por página. Ausente: 50.',
        schema: { type: 'integer', minimum: 0, maximum: 200 },
        example: 10,
      },
      parameter('cursor'),
    ],
    responses: {
      200: {
        description: 'Os registros apagados.',
        headers: { 'Fichario-Next-Cursor': header('NextCursor') },
        content: jsonBody({ type: 'array', items: ref('schemas', 'Excluido') }),
      },
      ...refusedWith(...always, 403),
    },
  });

const restoration = (subject: Subject): Json =>
  operation(
    subject,
    'restore',
    'Restaurar em',
    'Inclui de novo um registro apagado, com o mesmo id e os valores que tinha, como qualquer inclusão: com os mesmos acessos e regras.',
    {
      parameters: [idInPath],
      responses: {
        201: {
          description: 'Incluído de novo.',
          headers: { Location: header('Location') },
          content: jsonBody(ref('schemas', 'Restaurado')),
        },
        ...refusedWith(...always, 403, 404, 409, 422),
      },
    },
  );

/** Names that a short call answers with: the natural key and the label. */
const namingFields = ({ entity, fields }: Subject): readonly Field[] => {
  const names = new Set([
    ...entity.naturalKey,
    ...entity.label.flatMap((part) => ('field' in part ? [part.field] : [])),
  ]);
  return fields.filter((field) => names.has(field.name));
};

const answerPart = (part: AnswerShape[string], row: Readonly<Record<string, Json>>): Json =>
  typeof part === 'string'
    ? (row[part] ?? {})
    : {
        type: ['object', 'null'],
        required: Object.keys(part),
        properties: Object.fromEntries(Object.entries(part).map(([name, field]) => [name, row[field] ?? {}])),
        additionalProperties: false,
      };

const shortRow = (subject: Subject, fields: readonly Field[], label: boolean, answer: AnswerShape = {}): Json => {
  const columns = ['id', ...fields.map((field) => field.column)];
  const row = subject.sight.schemas[subject.screen.folder]?.['properties'] as Readonly<Record<string, Json>>;
  const shape = openAnswer(answer, subject.fields);
  return {
    type: 'object',
    required: [...new Set([...Object.keys(shape), ...columns, ...(label ? ['label'] : [])])],
    properties: {
      ...Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, answerPart(part, row)])),
      ...Object.fromEntries(columns.map((name) => [name, row[name] ?? {}])),
      ...(label
        ? {
            label: { type: 'string', description: 'O rótulo do registro.' },
            detail: {
              type: 'string',
              description:
                'O que o distingue de outros: a quem diz respeito, e a situação. Ausente onde a lista não tem nada disso.',
            },
          }
        : {}),
    },
    additionalProperties: false,
  };
};

const inPath = (name: string, description: string): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', minLength: 1 },
});

const shortAnswer = (description: string, row: Json): Json => ({
  200: { description, content: jsonBody({ type: 'array', items: row }) },
  ...refusedWith(...always, 403),
});

const byTerm = (subject: Subject): Json => {
  const named = namingFields(subject);
  const searched = subject.fields.some((field) => subject.entity.search.includes(field.name));
  const findable = named.some(({ type }) => fieldTypes[type].operators.includes('has') || fieldTypes[type].typed);
  if (!searched && !findable) return {};
  const { path: call, validity, answer } = subject.screen.autocomplete ?? {};
  const isOpen = (name: string): boolean => subject.fields.some((field) => field.name === name);
  const parts = {
    parameters: [
      inPath('termo', 'As palavras, sem distinguir maiúsculas nem acentos.'),
      ...(validity !== undefined && isOpen(validity.from) && isOpen(validity.until) ? [onDay] : []),
      parameter('offered_for'),
    ],
    responses: shortAnswer('No máximo 20 registros, cada um com o seu rótulo.', shortRow(subject, named, true, answer)),
  };
  const route = `${subject.screen.path}/{termo}`;
  const found = 'Os primeiros registros que têm as palavras do termo.';
  const also = `${found} Responde como \`GET /api${route}\`.`;
  return {
    [route]: { get: operation(subject, 'find', 'Procurar em', found, parts) },
    ...(call === undefined
      ? {}
      : { [`/${call}/{termo}`]: { get: operation(subject, 'autocomplete', 'Completar em', also, parts) } }),
  };
};

const onDay: Json = {
  name: 'date',
  in: 'query',
  description: 'Só os registros válidos neste dia; sem ele, todos.',
  schema: { type: 'string', format: 'date' },
};

const byValue = (subject: Subject): Json =>
  Object.fromEntries(
    subject.screen.lookups.flatMap(({ field: name, fields: names }) => {
      const open = (one: string): Field | undefined =>
        subject.fields.find((field) => field.name === one || field.column === one);
      const field = open(name);
      const shown = names.flatMap((one) => open(one) ?? []);
      if (!field || shown.length < names.length) return [];
      return [
        [
          `${subject.screen.path}/${name}/{valor}`,
          {
            get: operation(
              subject,
              `by_${name}`,
              `Por ${field.title}:`,
              `Todos os registros com este valor em ${field.title}.`,
              {
                parameters: [inPath('valor', field.title)],
                responses: shortAnswer('Os registros, na ordem da tela.', shortRow(subject, shown, false)),
              },
            ),
          },
        ],
      ];
    }),
  );

const isOperation = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && 'operationId' in value;

/** Each operation with the header that says which provider the work is for. */
const forProvider = (paths: Json): Json =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item as Json).map(([key, one]) => [
          key,
          isOperation(one)
            ? {
                ...one,
                parameters: [...((one['parameters'] ?? []) as readonly Json[]), parameter('Provider')],
                responses: { ...(one['responses'] as Json), ...refusedWith(400, 422) },
              }
            : one,
        ]),
      ),
    ]),
  );

/** What the caller may do on a registry; undefined where that is nothing. */
export const describeRegistry = (sight: Sight, screen: RegistryScreen, tag: string): RegistryPart | undefined => {
  const { model, access } = sight;
  const entity = screenEntity(model, screen);
  if (!entity) return undefined;
  const listed = access.can(screen.permission.action, screen.permission.subject) || isReference(access, entity);
  const right = (action: string): boolean => mayAct(access, entity, action);
  const fields = comparableFields(model, access, entity, screen);
  const subject: Subject = { sight, screen, entity, fields, tag, listed };
  const moves = openTransitions(model, access, entity);
  if (!listed && moves.length === 0 && !['view', 'insert', 'update', 'delete', 'audit'].some(right)) return undefined;
  sight.schemas[screen.folder] = readSchema(sight, entity, screen);
  const descriptions = [openDescription(sight, entity, screen), describeFilter(model, screen, fields)];
  const description = descriptions.filter((one) => one !== undefined).join(' ');
  const plain = right('update') ? update(subject) : undefined;
  const change = moves.length === 0 ? plain : withTransitions(subject, moves, plain);
  const operations = {
    ...(listed || right('view') ? { get: list(subject), head: count(subject) } : {}),
    ...(right('insert') ? { post: insert(subject) } : {}),
    ...(change && { patch: change }),
    ...(right('delete') ? { delete: remove(subject) } : {}),
  };
  const paths = {
    ...(Object.keys(operations).length === 0
      ? {}
      : {
          [screen.path]: {
            summary: screen.title,
            ...(description === '' ? {} : { description }),
            ...operations,
          },
        }),
    ...(['record', 'list'].includes(reachOf(model, access, entity, screen))
      ? { [`${screen.path}/{id}/ligados`]: { get: linkedRecords(subject) } }
      : {}),
    ...(right('audit')
      ? {
          [`${screen.path}/{id}/historico`]: { get: history(subject) },
          [`${screen.path}/historico/excluidos`]: { get: deletions(subject) },
          ...(right('insert') ? { [`${screen.path}/historico/excluidos/{id}`]: { post: restoration(subject) } } : {}),
        }
      : {}),
    ...(listed ? { ...byValue(subject), ...byTerm(subject) } : {}),
    ...describeAttachments(sight, screen, entity, fields, tag),
  };
  // A provider works for itself.
  const chooses = access.unconfined && entity.scope.some(({ role }) => role === 'prestador');
  return {
    paths: chooses ? forProvider(paths) : paths,
    parameters: {
      [filterName(screen, 'id')]: idFilter,
      ...Object.fromEntries(fields.map((field) => [filterName(screen, field.column), columnFilter(field)])),
      ...Object.fromEntries(
        formersOf(model, entity, fields).map((former) => [
          filterName(screen, former.column),
          formerFilter(former, columnFilter(former.field)),
        ]),
      ),
    },
    responses: rowAnswers(subject),
  };
};
