/** The job that writes all rows of a list into a file, however many: left, found again, and gone on with where it was. */
import Type from 'typebox';
import type { Access } from '../../engine/access/access.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import type { ListAsked } from '../../engine/contract/job.ts';
import { requestLimits } from '../../engine/contract/request-limits.ts';
import type { GridColumn, ScreenModel } from '../../engine/contract/screen-model.ts';
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { writeSensitiveReads } from '../../engine/data/sensitive-reads.ts';
import type { JobContext, JobKind } from '../../engine/jobs/job-kind.ts';
import type { OpenList, Portion } from './open-list.ts';
import { openList } from './open-list.ts';
import type { RowWriter } from './row-writer.ts';

/** Bytes that are kept together. */
const enough = 256 * 1024;

/** Where it is: the rows before are in the file. */
interface ExportState {
  readonly rows: number;
  /** Of the next portion; null: none is left. */
  readonly cursor: string | null;
  /** Rights and columns that the rows before were read with. */
  readonly key: string;
}

const ExportInput = Type.Object(
  {
    path: Type.String({ pattern: '^/', maxLength: 200 }),
    search: Type.String({ maxLength: requestLimits.query }),
    columns: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: requestLimits.items }),
    provider: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);

export interface ListExport {
  readonly name: string;
  readonly label: string;
  /** `{title} em CSV`. */
  readonly form: string;
  readonly writer: (model: ScreenModel, columns: readonly GridColumn[], timeZone: string) => RowWriter;
}

/** Of one list: what its rows were read with decides whether it may go on. */
const keyOf = ({ key, columns }: OpenList): string => JSON.stringify([key, columns.map(({ title }) => title)]);

export const exportList = (
  runtime: () => Runtime,
  { name, label, form, writer }: ListExport,
): JobKind<ListAsked, ExportState> => {
  const open = async (access: Access, input: ListAsked) => {
    const list = await openList(runtime(), access, input);
    return { list, file: writer(list.model, list.columns, runtime().timeZone), key: keyOf(list) };
  };

  /** A cursor outlives neither a change of rights nor the key of the installation. */
  const readFrom = async (list: OpenList, cursor: string | undefined): Promise<Portion | undefined> => {
    try {
      return await list.read(cursor);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'REQUEST_CURSOR_INVALID') return undefined;
      throw error;
    }
  };

  /** Sensitive values that are written somewhere are noted before. */
  const note = (list: OpenList, { id, owner, origin }: JobContext<ExportState>): Promise<void> =>
    writeSensitiveReads(runtime().database, list.takeReads(), { ...owner, requestId: id, origin });

  /** Gives the number of rows; undefined: from now on the rights are others, and all begins anew. */
  const write = async (input: ListAsked, context: JobContext<ExportState>): Promise<OpenList | undefined> => {
    const { list, file, key } = await open(await context.rights(), input);
    const kept = context.state?.key === key ? context.state : undefined;
    if (context.state !== undefined && kept === undefined) return undefined;
    const count = await list.count();
    let rows = kept?.rows ?? 0;
    let cursor = kept === undefined ? undefined : kept.cursor;
    let parts: Buffer[] = kept === undefined ? [file.begin()] : [];
    context.progress(rows, Math.max(rows, count.total));
    while (cursor !== null) {
      context.signal.throwIfAborted();
      const portion = await readFrom(list, cursor);
      if (portion === undefined) return undefined;
      parts.push(file.rows(portion.rows));
      rows += portion.rows.length;
      cursor = portion.next ?? null;
      if (cursor === null) parts.push(file.end());
      context.progress(rows, Math.max(rows, cursor === null ? rows : count.total));
      const bytes = parts.reduce((sum, part) => sum + part.length, 0);
      if (bytes < enough && cursor !== null) continue;
      // Rights that were withdrawn meanwhile hold from here on.
      if ((await open(await context.rights(), input)).key !== key) return undefined;
      await note(list, context);
      await context.save({ rows, cursor, key }, Buffer.concat(parts));
      parts = [];
    }
    return list;
  };

  return {
    name,
    label,
    schema: ExportInput,
    title: async (input, access) => {
      const { list } = await open(access, input);
      // What would be refused then is refused now.
      await list.read(undefined);
      return form.replace('{title}', list.model.screen.title);
    },
    run: async (input, context) => {
      let list = await write(input, context);
      while (list === undefined) {
        context.log('As permissões ou as colunas mudaram: o arquivo recomeçou do início.');
        await context.restart();
        list = await write(input, { ...context, state: undefined });
      }
      const file = writer(list.model, list.columns, runtime().timeZone);
      const route = input.path.split('/').at(-1) ?? '';
      return { name: `${route}-${dayInZone(runtime().timeZone)}.${file.extension}`, type: file.type };
    },
  };
};
