/** All that one drawing of a report is made of: its groups level by level, and its rows as far as they are shown. */
import type { GroupValues } from '../../contract/grouping.ts';
import type { Row } from './api.ts';
import { api } from './api.ts';
import type { ApiFailure, ApiMeta, ApiRequest } from './base-query.ts';
import { readTotal } from './read-total.ts';

/** Rows, and groups of a level, that are shown. */
export const mostShown = 2000;
/** The most that one answer holds. */
const page = 1000;

export interface ReportQuestion {
  readonly path: string;
  /** By depth, that of no level first: one row about all. */
  readonly groups: readonly string[];
  /** undefined: the groups alone are told. */
  readonly rows: string | undefined;
}

export interface ReportAnswer {
  /** By depth, as they were asked for. */
  readonly groups: readonly (readonly GroupValues[])[];
  /** How many groups of the innermost level there are; more than those given where they are many. */
  readonly groupCount: number;
  readonly rows: readonly Row[];
}

interface Answer {
  readonly data?: unknown;
  readonly error?: ApiFailure | undefined;
  readonly meta?: ApiMeta | undefined;
}
type Ask = (request: ApiRequest) => Answer | PromiseLike<Answer>;

class Refused extends Error {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super('the report was refused');
    this.failure = failure;
  }
}

/** Throws Refused. */
const readPart = async (ask: Ask, path: string, search: string, more: Readonly<Record<string, string>>) => {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(more)) params.set(name, value);
  const { data, error, meta } = await ask({ url: `${path}?${params}`, silent: true });
  if (error !== undefined) throw new Refused(error);
  return { rows: Array.isArray(data) ? (data as readonly Row[]) : [], meta };
};

interface Groups {
  readonly some: readonly GroupValues[];
  readonly total: number;
}

const readGroups = async (ask: Ask, path: string, search: string): Promise<Groups> => {
  const some: GroupValues[] = [];
  let total = 0;
  do {
    const part = await readPart(ask, path, search, { limit: String(page), offset: String(some.length) });
    total = readTotal(part.meta?.contentRange, false)?.total ?? some.length + part.rows.length;
    some.push(...part.rows);
    // Fewer than there are said to be: some went meanwhile.
    if (part.rows.length < page) break;
  } while (some.length < Math.min(total, mostShown));
  return { some, total: Math.max(total, some.length) };
};

const readRows = async (ask: Ask, path: string, search: string): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const part = await readPart(ask, path, search, {
      limit: String(page),
      ...(cursor === undefined ? {} : { cursor }),
    });
    rows.push(...part.rows);
    cursor = part.meta?.nextCursor;
  } while (cursor !== undefined && rows.length < mostShown);
  return rows;
};

const readReport = async (ask: Ask, { path, groups, rows }: ReportQuestion): Promise<ReportAnswer> => {
  const [all = '', ...levels] = groups;
  const [whole, found, read] = await Promise.all([
    readPart(ask, path, all, {}),
    Promise.all(levels.map((search) => readGroups(ask, path, search))),
    rows === undefined ? [] : readRows(ask, path, rows),
  ]);
  return { groups: [whole.rows, ...found.map(({ some }) => some)], groupCount: found.at(-1)?.total ?? 0, rows: read };
};

const reportApi = api.injectEndpoints({
  endpoints: (build) => ({
    report: build.query<ReportAnswer, ReportQuestion>({
      queryFn: async (question, _api, _options, ask) => {
        try {
          return { data: await readReport(ask, question) };
        } catch (cause) {
          if (cause instanceof Refused) return { error: cause.failure };
          throw cause;
        }
      },
      // Whoever comes back asks anew.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useReportQuery } = reportApi;
