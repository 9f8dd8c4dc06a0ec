/** The part of the reference that is about the API: a table for each area of the dialect. */
import type { ReferenceSection, ReferenceTable } from '../../metadata/reference.ts';
import { sectionText } from '../../metadata/reference.ts';
import { keyHours, longestKey } from '../idempotency-key.ts';
import { dialect } from './dialect.ts';
import type { DialectArea, DialectRow } from './dialect-row.ts';
import { dialectStage } from './dialect-row.ts';

const titles: Readonly<Record<DialectArea, string>> = {
  select: 'Columns',
  embed: 'Relations',
  filter: 'Filters',
  order: 'Order',
  page: 'Pages',
  count: 'Counts',
  form: 'Forms of the answer',
  write: 'Writing',
  upsert: 'Insert or update',
  prefer: 'Preferences',
  refusal: 'Refusals',
  other: 'All else',
};

const code = (text: string): string => `\`${text.replaceAll('\n', '⏎')}\``;
const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
const headerLines = (headers: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** As a line of a request; of a read, the method is left out. */
const requestOf = ({ request: { method, url, headers, body } }: DialectRow): string =>
  [
    `${method === 'GET' ? '' : `${method} `}${url}${body === undefined ? '' : ` ${bodyText(body)}`}`,
    ...headerLines(headers),
  ].join(', ');

const answerOf = ({ answer, after }: DialectRow): string =>
  [
    [String(answer.status), ...(answer.code === undefined ? [] : [code(answer.code)])].join(' '),
    ...headerLines(answer.headers).map(code),
    ...(answer.body === undefined || answer.body === '' ? [] : [code(bodyText(answer.body))]),
    ...(after === undefined ? [] : [`then ${code(after[0])} gives ${code(bodyText(after[1]))}`]),
  ].join(', ');

const noteOf = ({ status, note, request: { by } }: DialectRow): string =>
  [status, ...(by === undefined ? [] : ['Asked by who may only read']), ...(note === undefined ? [] : [note])].join(
    '. ',
  );

const table = (area: DialectArea): ReferenceTable => ({
  title: titles[area],
  heads: ['form', 'request', 'answer', ''],
  rows: dialect
    .filter((row) => row.area === area)
    .map((row) => [row.form, code(requestOf(row)), answerOf(row), noteOf(row)]),
});

const stage = Object.entries(dialectStage)
  .map(([path, rows]) => `${code(path)} (${rows.map((row) => code(bodyText(row))).join(', ')})`)
  .join('; ');

export const dialectSection: ReferenceSection = {
  name: 'api',
  title: 'The API',
  isPath: false,
  texts: [
    "Every registry is a resource below `/api`, named as its route, in PostgREST's dialect: `@supabase/postgrest-js` and react-admin's `@raphiniert/ra-data-postgrest` work unchanged. `GET /api/openapi.json` describes it as the caller may use it. Beside the dialect: `GET <route>/<id>/historico`, `GET <route>/<id>/ligados` (how many records point at it: `path`, `column`, `title`, `total` of each list that the caller may open), what was deleted (`GET <route>/historico/excluidos`, with `q`, `limit` and `cursor`; `POST <route>/historico/excluidos/<id>` brings one back under its id, as any insert does it, and answers its `id` and, as `left`, the fields to which the product gave another value), the short calls `GET <route>/<term>` and those of `lookups`, and `GET dominios/<name>`. A field that the caller may not read is answered like a name that does not exist, in every form below.",
    'Every call but the login, those of a forgotten password and `GET /api/health` needs a session, `/api/openapi.json` too: `POST /api/auth/token/issue` with `{"userId": "admin", "password": "..."}` answers `{"token": ...}`; send `Authorization: Bearer <token>`. `POST /api/auth/token/revoke` ends it.',
    'Where rows are of providers, staff may say for which one they work: `Fichario-Provider: <id>`. Every read then gives the rows of that provider alone, also in relations, history and files, and a write that would make, move or touch a row of another is refused or does not find it. A provider is fixed to its own record; the header opens nothing to anybody.',
    'A masked value is stored and answered without the literals of its mask: `AB003` for the mask `AA-###`. A write and a filter take either. A field of a code list holds the value, not the label. A relation is written as `<field>_id`.',
    `An answer may be lost on its way, and the records stored all the same. A POST to a registry may bear an \`Idempotency-Key\` (draft-ietf-httpapi-idempotency-key-header-07): a string in quotes, of 1 to ${longestKey} characters, made up once for each request, as a UUID is; it is taken without quotes too. The same request of the same user with the same key stores nothing more: it is answered as the first was, with the records as they are by then, by the rights of then, and waits where the first is still under way. A key is known for ${keyHours} hours at least, of a write that was refused or of \`tx=rollback\` not at all. Another request with the key is refused (422 \`REQUEST_IDEMPOTENCY_REUSED\`, \`at\` names the record that was stored): another path, query, body, \`Prefer\` or \`Fichario-Provider\`. Records that were deleted meanwhile are told of (409 \`RECORD_DELETED_SINCE\`) and not stored anew. With \`outcome=each\` there is none. A PATCH and a DELETE need no key: \`If-Match\` says whether they were done, a transition leaves the state that it is made from, a plan of a batch is applied once.`,
    'A field that was renamed (`rename` in `schemas/changes.json`) also answers to the name that it had, as long as the change stands in that file, until the next minor version of the product after its `since` (`1.4`: through every 1.4.x; where `since` is a day no version ends it, and `validate` tells so). The former name may stand wherever the dialect names a field: `select`, filters, `order`, `columns`, `on_conflict`, embeds and what is said of them, bodies in JSON and CSV, attachments, lookups and further filters of short calls, saved views. What `select` names by it is answered by it; without `select`, and in refusals, the field has its name of today. Such an answer says so (`Deprecation`, RFC 9745, since the day of the change, or `@0` where only its version is known; `Link` with `rel="deprecation"`; `Fichario-Former-Names: banco.apelido=nome_curto`), and the document marks it `deprecated`. `Sunset` is not said: the file says when it ends. One field by both of its names in one request is refused (`REQUEST_FORMER_NAME`). Who may not read the field is answered as to a name that does not exist.',
    'Without `limit` a page has the size of the screen, so a list that ends may not be all there is: while an answer has `Fichario-Next-Cursor`, ask for the same with `&cursor=<its value>`. With `limit=1000` and `Accept: text/csv` this is how the whole of a registry is downloaded; each page brings the line of names again.',
    `Each row below is a request and its answer, run by a test on both databases over these records, whose ids count from 1: ${stage}. \`perguntas\` are rows that a record owns; no \`/viagens\` is there, which have two relations to a city. What is in angle brackets is some value. A request without a method is a GET; an answer without a body says nothing of it. \`supported\`: as PostgREST has it, where it refuses as well. \`differs\`: not in all, or of ours alone. \`refused\`: PostgREST has it, and here it is not to be had.`,
  ],
  keys: [],
  tables: (Object.keys(titles) as DialectArea[]).map(table),
  examples: [],
};

export const dialectPage = (): string => `${sectionText(dialectSection, 1)}\n`;
