/**
 * The catalogue of everything the engine can refuse, one row a code. In: nothing. Out: codes, their HTTP status or
 * severity, and the typed parameters of their texts. The texts are in `schemas/messages/pt-BR.json` under the same
 * codes; a test keeps both complete. Codes begin with their stage and are never used again for something else.
 */
import type { Origin } from './origin.ts';

interface ErrorDefinition<Params> {
  readonly kind: 'error';
  readonly status: number;
  /** What foreign clients read as `code`: PostgREST's code or SQLSTATE where the dialect has one. */
  readonly wire: string | undefined;
  readonly params?: Params;
}
interface IssueDefinition<Params> {
  readonly kind: 'issue';
  readonly severity: 'error' | 'warning';
  readonly params?: Params;
}

type Params = Readonly<Record<string, string | number | readonly string[]>>;
const error = <P extends Params>(status: number, wire?: string): ErrorDefinition<P> => ({
  kind: 'error',
  status,
  wire,
});
const issue = <P extends Params>(severity: 'error' | 'warning' = 'error'): IssueDefinition<P> => ({
  kind: 'issue',
  severity,
});
// biome-ignore lint/complexity/noBannedTypes: a code without parameters takes exactly an empty object
type None = {};

/** What validation of the files reports: all of it, together. Stages: LANGUAGE (one file), OVERLAY, MODEL (all files). */
export const issues = {
  LANGUAGE_JSON_SYNTAX: issue<{ problem: string }>(),
  LANGUAGE_ENCODING: issue<{ file: string }>(),
  LANGUAGE_KEY_DUPLICATE: issue<{ key: string }>(),
  LANGUAGE_KEY_UNKNOWN: issue<{ key: string; advice: string }>(),
  LANGUAGE_KEY_MISSING: issue<{ key: string }>(),
  LANGUAGE_VALUE_TYPE: issue<{ key: string; expected: string; found: string }>(),
  LANGUAGE_VALUE_INVALID: issue<{ key: string; value: string; expected: string }>(),
  LANGUAGE_FILE_UNUSED: issue<{ file: string }>(),
  LANGUAGE_FILE_MISSING: issue<{ file: string; folder: string }>(),
  LANGUAGE_FIELD_NAME: issue<{ field: string }>(),
  LANGUAGE_ARRAY_NESTED: issue<{ field: string }>(),
  LANGUAGE_PART_MISSING: issue<{ part: string }>(),
  LANGUAGE_FIELD_TYPE_UNKNOWN: issue<{ field: string; problem: string }>(),
  LANGUAGE_FIELD_KEYWORD: issue<{ field: string; keyword: string; type: string }>(),
  LANGUAGE_CSV_SYNTAX: issue<{ problem: string }>(),
  LANGUAGE_QUERY_SYNTAX: issue<{ problem: string }>(),
  LANGUAGE_MESSAGE_MISSING: issue<{ key: string }>(),
  LANGUAGE_MESSAGE_UNUSED: issue<{ key: string }>(),
  OVERLAY_CLIENT_NAME: issue<{ client: string; file: string }>(),
  OVERLAY_ENTITY_MISSING: issue<{ entity: string }>(),
  OVERLAY_FIELD_MISSING: issue<{ entity: string; field: string }>(),
  OVERLAY_SCREEN_MISSING: issue<{ screen: string }>(),
  OVERLAY_COLUMN_MISSING: issue<{ screen: string; field: string }>(),
  OVERLAY_CODE_MISSING: issue<{ entity: string; field: string; value: string; list: string }>(),
  OVERLAY_KEY_UNSUITED: issue<{ entity: string; field: string; key: string; type: string }>(),
  OVERLAY_FLAG_MISSING: issue<{ flag: string }>(),
  OVERLAY_DEFAULT_INVALID: issue<{ entity: string; field: string; value: string; problem: string }>(),
  OVERLAY_HIDDEN_REQUIRED: issue<{ entity: string; field: string }>(),
  OVERLAY_HIDDEN_MOVE: issue<{ entity: string; field: string; problem: string; advice: string }>(),
  OVERLAY_HIDDEN_RANGE: issue<{ entity: string; field: string }>(),
  OVERLAY_STATE: issue<{ entity: string; field: string; problem: string; advice: string }>(),
  OVERLAY_INITIAL_ROW: issue<{
    client: string;
    entity: string;
    field: string;
    key: string;
    file: string;
    line: number;
    problem: string;
  }>(),
  OVERLAY_WEAKENS: issue<{ target: string; problem: string }>('warning'),
  OVERLAY_BASE_MOVED: issue<{ target: string; was: string; is: string }>('warning'),
  OVERLAY_BASE_UNNOTED: issue<{ client: string; count: number }>('warning'),
  OVERLAY_SHADOWED: issue<{ target: string; by: string }>('warning'),
  OVERLAY_REDUNDANT: issue<{ target: string }>('warning'),
  OVERLAY_COMPUTED_SHOWN: issue<{ entity: string; field: string; computed: string }>('warning'),
  MODEL_ENTITY_DUPLICATE: issue<{ entity: string; other: string }>(),
  MODEL_ENTITY_MISSING: issue<{ entity: string; from: string }>(),
  MODEL_FIELD_MISSING: issue<{ entity: string; field: string }>(),
  MODEL_FIELD_RESERVED: issue<{ field: string }>(),
  MODEL_FIELD_DUPLICATE: issue<{ entity: string; column: string }>(),
  MODEL_HIDDEN_REQUIRED: issue<{ entity: string; field: string }>(),
  MODEL_CODE_MISSING: issue<{ entity: string; field: string; value: string; list: string }>(),
  MODEL_CODE_LIST_MISSING: issue<{ list: string }>(),
  MODEL_CODE_LIST_DUPLICATE: issue<{ list: string; value: string }>(),
  MODEL_DEFAULT_INVALID: issue<{ entity: string; field: string; problem: string }>(),
  MODEL_EXAMPLE_INVALID: issue<{ entity: string; field: string; example: string; problem: string }>(),
  MODEL_LIMITS: issue<{ entity: string; field: string; problem: string }>(),
  MODEL_STEP: issue<{ entity: string; field: string; problem: string; advice: string }>(),
  MODEL_SEQUENCE: issue<{ entity: string; field: string; problem: string }>(),
  MODEL_MASK_INVALID: issue<{ mask: string; problem: string }>(),
  MODEL_LABEL_FIELD: issue<{ label: string; field: string; entity: string }>(),
  MODEL_LABEL_SPARE: issue<{ label: string }>(),
  MODEL_ICON_UNKNOWN: issue<{ icon: string }>(),
  MODEL_FLAG_MISSING: issue<{ flag: string }>(),
  MODEL_CLIENT_MISSING: issue<{ client: string }>(),
  MODEL_ROUTE_DUPLICATE: issue<{ path: string; other: string }>(),
  MODEL_ROUTE_RESERVED: issue<{ path: string }>(),
  MODEL_ROUTE_FOLDER: issue<{ path: string; folder: string }>(),
  MODEL_FOLDER_DUPLICATE: issue<{ folder: string; other: string }>(),
  MODEL_ALTERNATIVE_MISSING: issue<{ screen: string }>(),
  MODEL_PARENT_MISSING: issue<{ path: string; parent: string }>(),
  MODEL_PARENT_CYCLE: issue<{ path: string }>(),
  MODEL_SORT_UNINDEXED: issue<{ screen: string; sort: string; index: string }>(),
  MODEL_BATCH_FIELD: issue<{ screen: string; field: string; reason: string }>(),
  MODEL_AUTOCOMPLETE: issue<{ entity: string; field: string; reason: string }>(),
  MODEL_WHERE: issue<{ entity: string; field: string; name: string; reason: string }>(),
  MODEL_BEGINS: issue<{ entity: string; field: string; reason: string }>(),
  MODEL_FILLED: issue<{ entity: string; field: string; from: string; reason: string }>(),
  MODEL_ANSWER_FIELD: issue<{ screen: string; field: string; reason: string }>(),
  MODEL_LOOKUP_FIELD: issue<{ screen: string; field: string; reason: string }>(),
  MODEL_LINKED_RELATION: issue<{ screen: string; relation: string; reason: string }>(),
  MODEL_DETAIL_LIST: issue<{ screen: string; list: string; reason: string }>(),
  MODEL_TOTAL_FIELD: issue<{ screen: string; field: string; reason: string }>(),
  MODEL_INLINE_FIELD: issue<{ screen: string; field: string; reason: string }>(),
  MODEL_ACTION_INVALID: issue<{ screen: string; action: string; problem: string }>(),
  MODEL_ACTION_SCREEN: issue<{ screen: string; action: string; from: string }>(),
  MODEL_DOMAIN_REPEATED: issue<{ domain: string; list: string; other: string }>(),
  MODEL_REPORT: issue<{ screen: string; reason: string }>(),
  MODEL_SEARCH_FIELD: issue<{ screen: string; field: string; reason: string }>(),
  MODEL_SECTION_FIELD: issue<{ screen: string; field: string; reason: string }>(),
  MODEL_SECTION_ABSENT: issue<{ screen: string; field: string }>('warning'),
  MODEL_COLUMN_REPEATED: issue<{ screen: string; field: string }>('warning'),
  MODEL_PROVIDER_FIELD: issue<{ screen: string; field: string }>(),
  MODEL_RECORD_FIELD: issue<{ screen: string; field: string; reason: string }>(),
  MODEL_SCOPE_MISSING: issue<{ entity: string; field: string; target: string }>(),
  MODEL_SCOPE_FIELD: issue<{ screen: string; field: string }>(),
  MODEL_LOG_FIELD: issue<{ entity: string; field: string; log: string }>(),
  MODEL_LOG_VALUE: issue<{ entity: string; field: string; log: string; value: string }>(),
  MODEL_HISTORY_ROWS: issue<{ entity: string }>(),
  MODEL_LOG_KEY: issue<{ entity: string; key: string }>(),
  MODEL_VIEW_KEY: issue<{ entity: string; key: string }>(),
  MODEL_VIEW_REFUSED: issue<{ entity: string; problem: string }>(),
  MODEL_VIEW_TABLE: issue<{ entity: string; table: string }>(),
  MODEL_VIEW_COLUMN: issue<{ entity: string; column: string }>(),
  MODEL_VIEW_OUTPUT: issue<{ entity: string; problem: string }>(),
  MODEL_VIEW_TYPE: issue<{ entity: string; field: string; found: string; expected: string }>(),
  MODEL_VIEW_CLASS: issue<{ entity: string; field: string; class: string; source: string; least: string }>(),
  MODEL_VIEW_SCOPE: issue<{ entity: string; source: string; problem: string }>(),
  MODEL_RELATION_KNOWN: issue<{ entity: string; field: string; problem: string }>(),
  MODEL_RELATION_TARGET: issue<{ entity: string; field: string; target: string }>(),
  MODEL_ROWS_USED: issue<{ screen: string; field: string }>(),
  MODEL_COLUMN_HIDDEN: issue<{ screen: string; field: string }>(),
  MODEL_REFERENCE_BEYOND: issue<{ entity: string; problem: string }>(),
  MODEL_REFERENCE: issue<{ entity: string; field: string; reason: string }>(),
  MODEL_SCREEN_FIELD: issue<{ screen: string; field: string; reason: string }>(),
  MODEL_FILTER: issue<{ screen: string; field: string; reason: string }>(),
  MODEL_NO_OVERLAP: issue<{ entity: string; field: string; reason: string }>(),
  MODEL_NATURAL_KEY: issue<{ entity: string }>(),
  MODEL_STATES: issue<{ entity: string; problem: string }>(),
  MODEL_TRANSITION: issue<{ entity: string; transition: string; problem: string }>(),
  MODEL_STATE_UNREACHED: issue<{ entity: string; field: string; state: string }>('warning'),
  MODEL_EXPRESSION: issue<{ entity: string; field: string; keyword: string; problem: string; pointed: string }>(),
  MODEL_EXPRESSION_CYCLE: issue<{ entity: string; cycle: string }>(),
  MODEL_CONDITION: issue<{ entity: string; field: string; keyword: string; problem: string }>(),
  MODEL_INITIAL_ROW: issue<{
    entity: string;
    row: number;
    field: string;
    file: string;
    line: number;
    problem: string;
  }>(),
  MODEL_RIGHT_UNKNOWN: issue<{ entity: string; right: string }>(),
  MODEL_CHANGE_UNUSED: issue<{ entity: string; field: string; reason: string }>('warning'),
  MODEL_CHANGE_ENDLESS: issue<{ entity: string; from: string; since: string; version: string }>('warning'),
  MODEL_SCREEN_KIND: issue<{ kind: string }>(),
  MODEL_VIEW_UNKNOWN: issue<{ view: string }>(),
} as const;

/** What a request or the process itself is refused with. */
export const errors = {
  REQUEST_BODY_INVALID: error<{ problem: string }>(400, 'PGRST102'),
  REQUEST_BODY_EMPTY: error<None>(400, 'PGRST102'),
  REQUEST_CSV_INVALID: error<{ problem: string }>(400, 'PGRST102'),
  REQUEST_CONTENT_TYPE: error<{ type: string }>(415, 'PGRST102'),
  REQUEST_ROWS_TOO_MANY: error<{ count: number; maximum: number }>(413, 'REQUEST_ROWS_TOO_MANY'),
  REQUEST_BODY_COLUMN: error<{ column: string; entity: string }>(400, 'PGRST204'),
  REQUEST_CONFLICT_COLUMNS: error<{ columns: string; entity: string; known: string }>(400, '42P10'),
  REQUEST_PREFERENCE_UNKNOWN: error<{ preferences: readonly string[] }>(400, 'PGRST122'),
  REQUEST_ARRAY_UPSERT: error<{ field: string }>(400, 'REQUEST_ARRAY_UPSERT'),
  REQUEST_ARRAY_MANY: error<{ field: string; count: number }>(400, 'REQUEST_ARRAY_MANY'),
  REQUEST_QUERY_INVALID: error<{ parameter: string; problem: string }>(400, 'PGRST100'),
  REQUEST_PARAMETER_UNSUPPORTED: error<{ parameter: string }>(400, 'PGRST100'),
  REQUEST_COLUMN_UNKNOWN: error<{ column: string; entity: string }>(400, '42703'),
  REQUEST_OFFERED_UNKNOWN: error<{ field: string; entity: string }>(400, 'REQUEST_OFFERED_UNKNOWN'),
  REQUEST_FORMER_NAME: error<{ from: string; to: string; entity: string }>(400, 'REQUEST_FORMER_NAME'),
  REQUEST_EMBED_UNKNOWN: error<{ relation: string; entity: string }>(400, 'PGRST200'),
  REQUEST_OPERATOR_UNKNOWN: error<{ operator: string }>(400, 'PGRST100'),
  REQUEST_OPERATOR_MISSING: error<{ parameter: string; value: string }>(400, 'PGRST100'),
  REQUEST_OPERATOR_UNSUITED: error<{ operator: string; column: string; type: string }>(400, '42883'),
  REQUEST_OPERATOR_REFUSED: error<{ operator: string; reason: string; instead: string }>(400, 'PGRST127'),
  REQUEST_JSON_PATH: error<{ column: string }>(400, 'PGRST127'),
  REQUEST_AGGREGATE: error<{ item: string }>(400, 'PGRST123'),
  REQUEST_AGGREGATE_GROUP: error<{ item: string }>(400, 'PGRST127'),
  REQUEST_AGGREGATE_UNSUITED: error<{ item: string; column: string }>(400, '42883'),
  REQUEST_AGGREGATE_LIMIT: error<{ maximum: number }>(422, 'REQUEST_AGGREGATE_LIMIT'),
  REQUEST_CAST_REFUSED: error<{ cast: string; column: string; casts: readonly string[] }>(400, '42846'),
  REQUEST_SPREAD_MANY: error<{ relation: string }>(400, 'PGRST119'),
  REQUEST_EMBED_AMBIGUOUS: error<{ relation: string; choices: readonly string[] }>(300, 'PGRST201'),
  REQUEST_EMBED_ABSENT: error<{ relation: string }>(400, 'PGRST108'),
  REQUEST_EMBED_OPERATOR: error<{ relation: string }>(400, 'PGRST120'),
  REQUEST_ORDER_MANY: error<{ relation: string }>(400, 'PGRST118'),
  REQUEST_FILTER_MANY: error<{ relation: string; place: string }>(400, 'PGRST127'),
  REQUEST_TOO_COMPLEX: error<{ part: string; maximum: number }>(400, 'REQUEST_TOO_COMPLEX'),
  REQUEST_RANGE_ORDER: error<None>(416, 'PGRST103'),
  REQUEST_VALUE_INVALID: error<{ value: string; column: string; expected: string }>(400, '22P02'),
  REQUEST_CURSOR_INVALID: error<None>(400, 'REQUEST_CURSOR_INVALID'),
  REQUEST_AS_OF: error<{ problem: string }>(400, 'REQUEST_AS_OF'),
  REQUEST_PROVIDER_INVALID: error<None>(400, 'REQUEST_PROVIDER_INVALID'),
  REQUEST_PROVIDER_UNKNOWN: error<{ id: number }>(422, 'REQUEST_PROVIDER_UNKNOWN'),
  REQUEST_RANGE_INVALID: error<{ total: number }>(416, 'PGRST103'),
  REQUEST_LIMIT_TOO_LARGE: error<{ limit: number; maximum: number }>(400, 'REQUEST_LIMIT_TOO_LARGE'),
  REQUEST_IDEMPOTENCY_KEY: error<{ maximum: number }>(400, 'REQUEST_IDEMPOTENCY_KEY'),
  REQUEST_IDEMPOTENCY_REUSED: error<None>(422, 'REQUEST_IDEMPOTENCY_REUSED'),
  REQUEST_FILTER_MISSING: error<None>(400, '21000'),
  REQUEST_SINGULAR: error<{ count: number }>(406, 'PGRST116'),
  REQUEST_MEDIA_TYPE: error<{ type: string }>(406, 'PGRST107'),
  REQUEST_METHOD: error<{ method: string }>(405, 'PGRST117'),
  REQUEST_MAX_AFFECTED: error<{ count: number; maximum: number }>(400, 'PGRST124'),
  REQUEST_TOO_LARGE: error<None>(413, 'REQUEST_TOO_LARGE'),
  REQUEST_MALFORMED: error<None>(400, 'REQUEST_MALFORMED'),
  REQUEST_HEADERS_TOO_LARGE: error<None>(431, 'REQUEST_HEADERS_TOO_LARGE'),
  REQUEST_TIMEOUT: error<None>(408, 'REQUEST_TIMEOUT'),
  REQUEST_TOO_MANY: error<{ seconds: number }>(429, 'REQUEST_TOO_MANY'),
  ROUTE_UNKNOWN: error<{ path: string }>(404, 'PGRST205'),
  ACCESS_UNAUTHENTICATED: error<None>(401, 'PGRST301'),
  ACCESS_LOGIN_REFUSED: error<None>(401, 'ACCESS_LOGIN_REFUSED'),
  ACCESS_LOGIN_LIMITED: error<{ seconds: number }>(429, 'ACCESS_LOGIN_LIMITED'),
  ACCESS_SESSION_IDLE: error<None>(401, 'ACCESS_SESSION_IDLE'),
  ACCESS_MAIL_MISSING: error<{ login: string }>(422, 'ACCESS_MAIL_MISSING'),
  ACCESS_LOGIN_BUSY: error<{ seconds: number }>(503, 'ACCESS_LOGIN_BUSY'),
  ACCESS_PASSWORD_EXPIRED: error<None>(403, 'ACCESS_PASSWORD_EXPIRED'),
  ACCESS_PASSWORD_WRONG: error<None>(422, 'ACCESS_PASSWORD_WRONG'),
  ACCESS_PASSWORD_REFUSED: error<None>(422, 'ACCESS_PASSWORD_REFUSED'),
  ACCESS_PASSWORD_UNCONFIRMED: error<None>(409, 'ACCESS_PASSWORD_UNCONFIRMED'),
  ACCESS_PASSWORD_OTHER: error<None>(403, 'ACCESS_PASSWORD_OTHER'),
  ACCESS_RESET_INVALID: error<None>(422, 'ACCESS_RESET_INVALID'),
  ACCESS_SESSION_MISSING: error<None>(404, 'ACCESS_SESSION_MISSING'),
  ACCESS_DENIED: error<{ action: string; title: string }>(403, '42501'),
  /** Of a transition, where a right to what follows from it for other records is missing. */
  ACCESS_MOVE_FOLLOWED: error<{ transition: string; action: string; title: string }>(403, '42501'),
  ACCESS_MOVE_CLOSED: error<{ transition: string; title: string }>(403, '42501'),
  RECORD_DELETED_SINCE: error<{ title: string }>(409, 'RECORD_DELETED_SINCE'),
  RECORD_MISSING: error<{ title: string }>(404, 'RECORD_MISSING'),
  /** Of a row that is named by its id beside a filter. */
  RECORD_NOT_PICKED: error<{ title: string }>(404, 'RECORD_MISSING'),
  RECORD_CHANGED: error<{ title: string; fields: readonly string[] }>(412, 'RECORD_CHANGED'),
  RECORD_CHANGED_UNSEEN: error<{ title: string }>(412, 'RECORD_CHANGED'),
  RECORD_FIELD_CHANGED: error<{ field: string }>(412, 'RECORD_CHANGED'),
  RECORD_INVALID: error<{ title: string; count: number }>(422, '23514'),
  TRANSITION_EFFECT_ONLY: error<{ title: string; transition: string }>(400, 'TRANSITION_EFFECT_ONLY'),
  /** The name of a move that the entity has not. */
  TRANSITION_UNKNOWN: error<{ title: string; transition: string }>(400, 'TRANSITION_UNKNOWN'),
  RECORD_REPEATED: error<{ title: string; fields: string }>(400, '21000'),
  RECORD_DUPLICATE: error<{ title: string; fields: string }>(409, '23505'),
  RECORD_OVERLAP: error<{ title: string; same: string; fields: string }>(409, '23P01'),
  /** Beyond what an index can hold. */
  RECORD_TEXT_TOO_LONG: error<{ title: string }>(422, '54000'),
  RECORD_REFERENCED: error<{ title: string; by: string }>(409, '23503'),
  RECORD_MOVED: error<{ title: string }>(412, 'RECORD_MOVED'),
  RECORD_TOUCHED: error<{ fields: readonly string[] }>(409, 'RECORD_TOUCHED'),
  RECORD_CLOSED_SINCE: error<{ fields: readonly string[] }>(409, 'RECORD_CLOSED_SINCE'),
  RECORD_SECRET_LOST: error<{ fields: readonly string[] }>(409, 'RECORD_SECRET_LOST'),
  RECORD_GONE_SINCE: error<{ title: string }>(409, 'RECORD_GONE_SINCE'),
  RECORD_TOUCHED_SINCE: error<{ title: string }>(409, 'RECORD_TOUCHED_SINCE'),
  /** What follows from a transition for other records cannot be: those that refuse it, out of reach, written since. */
  RECORD_EFFECT: error<{ transition: string; effect: string; title: string; reasons: string }>(422, '23514'),
  /** What is created is not a record that could stand. */
  RECORD_EFFECT_INVALID: error<{ transition: string; title: string; reasons: string }>(422, '23514'),
  RECORD_EFFECT_UNREACHED: error<{ transition: string; effect: string; title: string }>(403, '42501'),
  RECORD_EFFECT_BARRED: error<{ transition: string; effect: string; title: string; count: number }>(409, '23514'),
  /** The same where some of them are called by what the caller sees of them. */
  RECORD_EFFECT_BARRED_NAMED: error<{
    transition: string;
    effect: string;
    title: string;
    count: number;
    records: readonly string[];
  }>(409, '23514'),
  /** The record that what follows is always given, by its natural key, is not there. */
  RECORD_EFFECT_MISSING: error<{ transition: string; title: string; record: string }>(409, '23503'),
  RECORD_EFFECT_TOUCHED: error<{ effect: string; title: string; fields: readonly string[] }>(
    409,
    'RECORD_EFFECT_TOUCHED',
  ),
  RECORD_KEPT: error<{ title: string; states: string }>(409, '23514'),
  RECORD_KEPT_WITH: error<{ title: string; field: string }>(409, '23514'),
  RECORD_KEPT_UNSEEN: error<{ title: string }>(409, '23514'),
  ACTION_WITHHELD: error<{ action: string; title: string }>(405, '42501'),
  RECORD_RELATION_MISSING: error<{ title: string; field: string }>(409, '23503'),
  RECORD_FIELD_READ_ONLY: error<{ field: string }>(400, '428C9'),
  /** A new record needs a value that the caller's rights do not let it have. */
  RECORD_FIELD_CLOSED: error<{ title: string; field: string }>(403, '42501'),
  RECORD_OUT_OF_SCOPE: error<{ title: string }>(403, '42501'),
  RECORD_OTHER_PROVIDER: error<{ title: string }>(403, '42501'),
  RECORD_RIGHT_NOT_HELD: error<{ right: string }>(403, '42501'),
  RECORD_RIGHT_UNKNOWN: error<{ right: string }>(422, '23514'),
  RECORD_USER_ABOVE: error<{ login: string; right: string }>(403, '42501'),
  RECORD_USER_KIND: error<{ login: string }>(422, '23514'),
  RECORD_LAST_ADMINISTRATOR: error<None>(409, 'RECORD_LAST_ADMINISTRATOR'),
  RECORD_OWN_ACCESS: error<None>(409, 'RECORD_OWN_ACCESS'),
  RECORD_RESTORE_KEPT: error<{ title: string }>(403, '42501'),
  RECORD_ATTACHMENT: error<{ field: string }>(409, 'RECORD_ATTACHMENT'),
  ATTACHMENT_TYPE: error<{ name: string; field: string; types: string }>(415, 'ATTACHMENT_TYPE'),
  ATTACHMENT_TOO_LARGE: error<{ name: string; field: string; limit: string }>(413, 'ATTACHMENT_TOO_LARGE'),
  ATTACHMENT_EMPTY: error<{ name: string }>(422, 'ATTACHMENT_EMPTY'),
  ATTACHMENT_MISSING: error<{ title: string }>(404, 'ATTACHMENT_MISSING'),
  ATTACHMENT_IN_USE: error<{ name: string }>(409, 'ATTACHMENT_IN_USE'),
  ATTACHMENT_ERASED: error<{ day: string }>(410, 'ATTACHMENT_ERASED'),
  ATTACHMENT_RANGE: error<{ size: number }>(416, 'ATTACHMENT_RANGE'),
  ATTACHMENT_PENDING: error<{ maximum: number }>(422, 'ATTACHMENT_PENDING'),
  EXPORT_PDF_REPORT: error<{ title: string }>(422, 'EXPORT_PDF_REPORT'),
  EXPORT_PDF_LONG: error<{ maximum: number }>(422, 'EXPORT_PDF_LONG'),
  JOB_KIND_UNKNOWN: error<{ kind: string }>(400, 'JOB_KIND_UNKNOWN'),
  JOB_LIMIT: error<{ maximum: number }>(422, 'JOB_LIMIT'),
  JOB_MISSING: error<None>(404, 'JOB_MISSING'),
  JOB_OVER: error<{ title: string }>(409, 'JOB_OVER'),
  JOB_NOT_OVER: error<{ title: string }>(409, 'JOB_NOT_OVER'),
  SCHEDULE_KIND: error<{ kind: string }>(422, 'SCHEDULE_KIND'),
  SCHEDULE_LIMIT: error<{ maximum: number }>(422, 'SCHEDULE_LIMIT'),
  SCHEDULE_MISSING: error<None>(404, 'SCHEDULE_MISSING'),
  HISTORY_ARCHIVE_MISSING: error(404, 'HISTORY_ARCHIVE_MISSING'),
  JOB_FILE_MISSING: error<{ title: string }>(404, 'JOB_FILE_MISSING'),
  JOB_FILE_EXPIRED: error<{ title: string }>(410, 'JOB_FILE_EXPIRED'),
  /** Of a run: whoever asked for it may come in no more. */
  JOB_OWNER_CLOSED: error<{ login: string }>(403, 'JOB_OWNER_CLOSED'),
  /** Of a run, where nobody said no. */
  JOB_CRASHED: error<None>(500, 'JOB_CRASHED'),
  JOB_LOST: error<None>(500, 'JOB_LOST'),
  JOB_UNATTENDED: error<None>(503, 'JOB_UNATTENDED'),
  /** Of a file of rows that somebody sends, as a whole; then of single cells of it, and what is only told. */
  FILE_EMPTY: error<None>(422, 'FILE_EMPTY'),
  FILE_FORMAT: error<{ format: string }>(415, 'FILE_FORMAT'),
  FILE_FORMAT_UNKNOWN: error<None>(415, 'FILE_FORMAT_UNKNOWN'),
  FILE_PASSWORD: error<None>(422, 'FILE_PASSWORD'),
  FILE_ENCODING: error<{ encoding: string; line: number }>(422, 'FILE_ENCODING'),
  FILE_QUOTES: error<{ line: number }>(422, 'FILE_QUOTES'),
  FILE_HEADER_MISSING: error<None>(422, 'FILE_HEADER_MISSING'),
  FILE_HEADER_REPEATED: error<{ title: string; first: number; second: number }>(422, 'FILE_HEADER_REPEATED'),
  FILE_HEADER_EMPTY: error<{ column: number; line: number }>(422, 'FILE_HEADER_EMPTY'),
  FILE_SHEET_UNKNOWN: error<{ sheet: string; known: readonly string[] }>(422, 'FILE_SHEET_UNKNOWN'),
  FILE_SHEET_NONE: error<None>(422, 'FILE_SHEET_NONE'),
  FILE_SHEET_BROKEN: error<{ part: string; place: string }>(422, 'FILE_SHEET_BROKEN'),
  FILE_ROW_ORDER: error<{ line: number; after: number }>(422, 'FILE_ROW_ORDER'),
  FILE_COLUMNS: error<{ line: number; maximum: number }>(422, 'FILE_COLUMNS'),
  FILE_ROWS: error<{ maximum: number }>(422, 'FILE_ROWS'),
  FILE_CELL_LONG: error<{ line: number; column: number; maximum: number }>(422, 'FILE_CELL_LONG'),
  FILE_ROW_LONG: error<{ line: number; maximum: number }>(422, 'FILE_ROW_LONG'),
  FILE_TEXT_LONG: error<{ part: string; maximum: number }>(422, 'FILE_TEXT_LONG'),
  FILE_TEXTS: error<{ part: string; maximum: number }>(422, 'FILE_TEXTS'),
  FILE_TOO_LARGE: error<{ part: string; maximum: number; ratio: number }>(422, 'FILE_TOO_LARGE'),
  FILE_ZIP_BROKEN: error<{ problem: string }>(422, 'FILE_ZIP_BROKEN'),
  FILE_PART_MISSING: error<{ part: string }>(422, 'FILE_PART_MISSING'),
  FILE_XML_BROKEN: error<{ part: string; line: number; column: number; problem: string }>(422, 'FILE_XML_BROKEN'),
  FILE_XML_DECLARATIONS: error<{ part: string }>(422, 'FILE_XML_DECLARATIONS'),
  FILE_JSON_BROKEN: error<{ line: number; column: number; problem: string }>(422, 'FILE_JSON_BROKEN'),
  FILE_JSON_SHAPE: error<{ line: number }>(422, 'FILE_JSON_SHAPE'),
  /** Columns are counted from 1. */
  FILE_CELL_SURPLUS: error<{ count: number }>(422, 'FILE_CELL_SURPLUS'),
  FILE_CELL_LIST: error<{ list: string }>(422, 'FILE_CELL_LIST'),
  FILE_CELL_NESTED: error<{ column: number }>(422, 'FILE_CELL_NESTED'),
  FILE_CELL_REPEATED: error<{ column: number }>(422, 'FILE_CELL_REPEATED'),
  FILE_CELL_FORMULA: error<{ column: number }>(422, 'FILE_CELL_FORMULA'),
  FILE_CELL_FAULT: error<{ column: number }>(422, 'FILE_CELL_FAULT'),
  FILE_CELL_DATE: error<{ column: number }>(422, 'FILE_CELL_DATE'),
  FILE_CELL_DURATION: error<{ column: number }>(422, 'FILE_CELL_DURATION'),
  FILE_CELL_NUMBER: error<{ column: number }>(422, 'FILE_CELL_NUMBER'),
  FILE_CELL_CONTROL: error<{ column: number }>(422, 'FILE_CELL_CONTROL'),
  FILE_CELL_QUOTES: error<{ column: number }>(422, 'FILE_CELL_QUOTES'),
  FILE_MERGED: error<{ range: string }>(422, 'FILE_MERGED'),
  SETTING_KEY_INVALID: error<{ key: string }>(400, 'SETTING_KEY_INVALID'),
  SETTING_VALUE_INVALID: error<{ problem: string }>(400, 'SETTING_VALUE_INVALID'),
  SETTING_LIMIT: error<{ count: number; size: number }>(422, 'SETTING_LIMIT'),
  BATCH_MISSING: error<None>(404, 'BATCH_MISSING'),
  BATCH_EMPTY: error<{ problem: string }>(400, 'BATCH_EMPTY'),
  BATCH_TOO_MANY: error<{ maximum: number }>(422, 'BATCH_TOO_MANY'),
  IMPORT_MISSING: error(404, 'IMPORT_MISSING'),
  IMPORT_BUSY: error<{ name: string }>(409, 'IMPORT_BUSY'),
  IMPORT_UNPLANNED: error<{ name: string }>(409, 'IMPORT_UNPLANNED'),
  IMPORT_APPLIED: error<{ name: string }>(409, 'IMPORT_APPLIED'),
  IMPORT_WHOLE: error<{ count: number }>(409, 'IMPORT_WHOLE'),
  IMPORT_CHOICES: error<{ problem: string }>(422, 'IMPORT_CHOICES'),
  /** Records that have no states are to come in the states that they are in. */
  IMPORT_STATELESS: error<{ title: string }>(422, 'IMPORT_STATELESS'),
  IMPORT_TOO_LARGE: error<{ name: string; limit: string }>(413, 'IMPORT_TOO_LARGE'),
  IMPORT_EMPTY: error<{ name: string }>(422, 'IMPORT_EMPTY'),
  RECORD_IMPORT_UNKNOWN: error<{ field: string; text: string }>(422, 'RECORD_IMPORT_UNKNOWN'),
  RECORD_IMPORT_AMBIGUOUS: error<{ field: string; text: string }>(422, 'RECORD_IMPORT_AMBIGUOUS'),
  RECORD_IMPORT_REPEATED: error<{ fields: string }>(422, 'RECORD_IMPORT_REPEATED'),
  RECORD_IMPORT_PRESENT: error<{ title: string; fields: string }>(422, 'RECORD_IMPORT_PRESENT'),
  RECORD_LOAD_PRESENT: error<{ title: string; fields: string }>(422, 'RECORD_LOAD_PRESENT'),
  RECORD_IMPORT_ABSENT: error<{ title: string; fields: string }>(422, 'RECORD_IMPORT_ABSENT'),
  RECORD_IMPORT_KEYLESS: error<{ fields: string }>(422, 'RECORD_IMPORT_KEYLESS'),
  RECORD_IMPORT_VALUE: error<{ field: string; text: string; expected: string }>(422, 'RECORD_IMPORT_VALUE'),
  RECORD_IMPORT_NUMBER: error<{ field: string; text: string; expected: string }>(422, 'RECORD_IMPORT_NUMBER'),
  BATCH_SEAL: error<{ number: number }>(412, 'BATCH_SEAL'),
  BATCH_MOVED: error<{
    title: string;
    count: number;
    changed: number;
    gone: number;
    come: number;
    records: readonly string[];
  }>(412, 'BATCH_MOVED'),
  BATCH_APPLIED: error<{ number: number }>(409, 'BATCH_APPLIED'),
  BATCH_UNAPPLIED: error<{ number: number }>(409, 'BATCH_UNAPPLIED'),
  BATCH_UNDONE: error<{ number: number }>(409, 'BATCH_UNDONE'),
  BATCH_ARCHIVED: error<{ number: number }>(409, 'BATCH_ARCHIVED'),
  BATCH_EXPIRED: error<{ number: number; until: string }>(409, 'BATCH_EXPIRED'),
  VIEW_LIMIT: error<{ maximum: number }>(422, 'VIEW_LIMIT'),
  VIEW_NOT_OWN: error<{ name: string }>(403, '42501'),
  DATABASE_BUSY: error<None>(503, 'DATABASE_BUSY'),
  DATABASE_TIMEOUT: error<None>(504, '57014'),
  DATABASE_UNAVAILABLE: error<None>(503, 'PGRST000'),
  /** The process that was to answer. */
  PROCESS_LOST: error<None>(503, 'PROCESS_LOST'),
  SERVER_FAULT: error<{ request: string }>(500, 'SERVER_FAULT'),
  START_CONFIGURATION: error<{ variable: string; problem: string }>(500),
  START_ADDRESS_TAKEN: error<{ address: string }>(500),
  START_ADDRESS_REFUSED: error<{ address: string; problem: string }>(500),
  START_CLIENT_UNKNOWN: error<{ client: string; known: string }>(500),
  START_FILES_INVALID: error<{ count: number }>(500),
  /** Rows of data.csv, of which a start writes the new ones. */
  START_ROW_CLASH: error<{ entity: string; file: string; line: number; problem: string }>(500),
  START_ROWS_REFUSED: error<{ file: string; fields: string }>(500),
  START_FILES_OTHER: error<None>(500),
  START_DATABASE_LOCKED: error<{ folder: string; pid: number }>(500),
  START_DATABASE_OLD: error<{ version: string; minimum: string }>(500),
  START_ADMINISTRATOR_MISSING: error<None>(500),
  START_SCREENS_MISSING: error<{ folder: string }>(500),
  SCHEMA_REGISTRY_REMOVED: error<{ entity: string }>(500),
  SCHEMA_FIELD_REMOVED: error<{ entity: string; field: string }>(500),
  SCHEMA_TYPE_CHANGED: error<{ entity: string; field: string; before: string; after: string }>(500),
  SCHEMA_ROWS_AGAINST: error<{ entity: string; field: string; rule: string; count: number }>(500),
  SCHEMA_TABLE_FOREIGN: error<{ entity: string }>(500),
  SCHEMA_CHANGE_FAILED: error<{ entity: string; field: string; problem: string }>(500),
  /** A start meets what only a person may do. */
  SCHEMA_DELIBERATE: error<{ entity: string; field: string; what: string }>(500),
  /** Something is not as it was planned. */
  SCHEMA_PLAN_MOVED: error<{ moved: string }>(500),
  /** Another process changes the tables, and goes on. */
  SCHEMA_CHANGE_RUNNING: error<None>(500),
  SCHEMA_VIEW_REFUSED: error<{ entity: string; problem: string }>(500),
  SCHEMA_VIEW_TYPE: error<{ entity: string; field: string; found: string; expected: string }>(500),
  SCHEMA_CHANGE_NULLS: error<{ entity: string; field: string; count: number }>(500),
  COMMAND_UNKNOWN: error<{ command: string }>(500),
  COMMAND_MODULE_UNKNOWN: error<{ module: string; known: string }>(500),
  COMMAND_FILES_INVALID: error<{ count: number }>(500),
  COMMAND_RENAME: error<{ target: string; problem: string }>(500),
  WORKBENCH_FILE_REFUSED: error<{ file: string }>(400),
  WORKBENCH_FILE_CHANGED: error<{ file: string }>(412),
  WORKBENCH_FILE_MISSING: error<{ file: string }>(404),
  WORKBENCH_PREVIEW_FAULTY: error<{ count: number }>(409),
  WORKBENCH_FILES_OTHER: error<None>(409),
  WORKBENCH_FILES_FAULTY: error<{ count: number }>(409),
  WORKBENCH_NEW_REFUSED: error<{ problem: string }>(400),
  COMMAND_ARGUMENT: error<{ argument: string; problem: string }>(500),
  SAMPLES_ROWS_PRESENT: error<{ title: string }>(409),
  VALIDATION_REQUIRED: error<{ field: string }>(422, '23502'),
  VALIDATION_TYPE: error<{ field: string; expected: string }>(422, '22P02'),
  VALIDATION_MAX_LENGTH: error<{ field: string; limit: number }>(422, '22001'),
  VALIDATION_MIN_LENGTH: error<{ field: string; limit: number }>(422, '23514'),
  VALIDATION_MIN_ITEMS: error<{ field: string; limit: number }>(422, '23514'),
  VALIDATION_MAX_ITEMS: error<{ field: string; limit: number }>(422, '23514'),
  VALIDATION_MINIMUM: error<{ field: string; limit: number }>(422, '23514'),
  VALIDATION_MAXIMUM: error<{ field: string; limit: number }>(422, '23514'),
  VALIDATION_MULTIPLE: error<{ field: string; step: number }>(422, '23514'),
  VALIDATION_DECIMALS: error<{ field: string; places: number }>(422, '23514'),
  VALIDATION_MASK: error<{ field: string; mask: string }>(422, '23514'),
  VALIDATION_CHECK_DIGIT: error<{ field: string }>(422, '23514'),
  VALIDATION_FORMAT: error<{ field: string; expected: string }>(422, '22P02'),
  VALIDATION_DAY: error<{ field: string; day: string }>(422, '22008'),
  VALIDATION_OPTION: error<{ field: string }>(422, '23514'),
  VALIDATION_UNKNOWN: error<{ field: string }>(422, 'PGRST204'),
  VALIDATION_UNKNOWN_NEAR: error<{ field: string; name: string }>(422, 'PGRST204'),
  VALIDATION_OVERLAP: error<{ field: string; row: number }>(422, '23P01'),
  /** A relation to a record that is none of those that it may point at. */
  VALIDATION_TARGET: error<{ field: string; reason: string }>(422, '23514'),
  VALIDATION_RULE: error<{ rule: string }>(422, '23514'),
  VALIDATION_RULE_UNSEEN: error<{ title: string }>(422, '23514'),
  VALIDATION_LOCKED: error<{ field: string }>(422, '23514'),
  VALIDATION_ROWS_LOCKED: error<{ field: string }>(422, '23514'),
  /** A value for the state of a new record other than that in which it begins. */
  TRANSITION_INITIAL: error<{ field: string; state: string }>(422, '23514'),
  /** A write that changes the state without being a transition. */
  TRANSITION_CLOSED: error<{ field: string; state: string; transitions: string }>(422, '23514'),
  TRANSITION_CLOSED_ALWAYS: error<{ field: string; state: string }>(422, '23514'),
  /** A transition of a record in a state that it does not leave. */
  TRANSITION_FROM: error<{ transition: string; from: string; state: string }>(422, '23514'),
  TRANSITION_FROM_UNSEEN: error<{ transition: string }>(422, '23514'),
  TRANSITION_UNSEEN: error<{ transition: string }>(422, '23514'),
  VALIDATION_COMPUTED: error<{ field: string }>(422, '23514'),
  VALIDATION_ROW_UNKNOWN: error<{ field: string; row: number }>(422, '23503'),
  VALIDATION_ROW_REPEATED: error<{ field: string; row: number }>(422, '21000'),
  VALIDATION_PASSWORD_LENGTH: error<None>(422, '23514'),
  VALIDATION_PASSWORD_LONGEST: error<None>(422, '23514'),
  VALIDATION_PASSWORD_LOWERCASE: error<None>(422, '23514'),
  VALIDATION_PASSWORD_UPPERCASE: error<None>(422, '23514'),
  VALIDATION_PASSWORD_DIGIT: error<None>(422, '23514'),
  VALIDATION_PASSWORD_SPECIAL: error<None>(422, '23514'),
  VALIDATION_PASSWORD_PLAIN: error<None>(422, '23514'),
  VALIDATION_PASSWORD_LOGIN: error<None>(422, '23514'),
  VALIDATION_PASSWORD_COMMON: error<None>(422, '23514'),
  VALIDATION_PASSWORD_SAME: error<None>(422, '23514'),
} as const;

export type IssueCode = keyof typeof issues;
export type ErrorCode = keyof typeof errors;
type ParamsOf<D> = D extends { readonly params?: infer P } ? NonNullable<P> : never;
export type IssueParams<C extends IssueCode> = ParamsOf<(typeof issues)[C]>;
export type ErrorParams<C extends ErrorCode> = ParamsOf<(typeof errors)[C]>;

/** One finding in the files. `suggestion` is the nearest valid name, said in the hint as «Você quis dizer ...?». */
export interface Issue {
  readonly code: IssueCode;
  readonly severity: 'error' | 'warning';
  readonly origin: Origin;
  readonly params: Params;
  readonly suggestion: string | undefined;
}

export const createIssue = <C extends IssueCode>(
  code: C,
  origin: Origin,
  params: IssueParams<C>,
  suggestion?: string,
): Issue => ({
  code,
  severity: issues[code].severity,
  origin,
  params: params as Params,
  suggestion,
});

/** Where in the data a request failed: `row` counts from 0 in a bulk body, `field` is the wire name. */
export interface DataPlace {
  readonly entity?: string;
  readonly record?: number | string;
  readonly row?: number;
  readonly field?: string;
}

/** A field-level failure inside a refused record. */
export interface FieldFailure<C extends ErrorCode = ErrorCode> {
  readonly code: C;
  readonly params: Params;
  readonly at: DataPlace;
}

/** Thrown wherever a request or the process is refused; turned into text only at the door (`engine/api/error-handler.ts`). */
export class Refusal<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly params: ErrorParams<C>;
  readonly at: DataPlace | undefined;
  readonly failures: readonly FieldFailure[];
  /** What is wrong with records other than those of the request: the text tells it as `{reasons}`. */
  readonly reasons: readonly FieldFailure[];
  /** What those of these records are called that the caller may see, by id. */
  readonly named: ReadonlyMap<number | string, string>;
  readonly suggestion: string | undefined;
  constructor(
    code: C,
    params: ErrorParams<C>,
    more: {
      at?: DataPlace;
      failures?: readonly FieldFailure[];
      reasons?: readonly FieldFailure[];
      named?: ReadonlyMap<number | string, string>;
      suggestion?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(`${code} ${JSON.stringify(params)}`, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
    this.at = more.at;
    this.failures = more.failures ?? [];
    this.reasons = more.reasons ?? [];
    this.named = more.named ?? new Map();
    this.suggestion = more.suggestion;
  }
  get status(): number {
    return errors[this.code].status;
  }
}
