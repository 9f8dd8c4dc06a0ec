/**
 * The jobs that write all rows of a list into a file, however many: left, found again, and gone on with where they were; a
 * format that must be written in one go begins anew.
 */
import Type from 'typebox';
import type { Access } from '../../engine/access/access.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import type { ExportFormat, ListAsked } from '../../engine/contract/export.ts';
import { exportKind } from '../../engine/contract/export.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { writeSensitiveReads } from '../../engine/data/sensitive-reads.ts';
import type { JobContext, JobKind } from '../../engine/jobs/job-kind.ts';
import type { ExportedList } from './export-format.ts';
import { exportedList, exportName, exportWriters } from './export-format.ts';
import { listAskedMembers } from './list-asked.ts';
import type { OpenList } from './open-list.ts';
import { keyOf, listOfDay, openList } from './open-list.ts';
import type { FilePortion, WrittenPart } from './write-list.ts';

/** Bytes that are kept together. */
const enough = 256 * 1024;

interface ExportState extends WrittenPart {
  /** Rights and columns that the rows before were read with. */
  readonly key: string;
  /** When it was begun, ISO 8601. */
  readonly at: string;
}

const ExportInput = Type.Object(listAskedMembers, { additionalProperties: false });

/** Portions whose bytes are enough to be worth a write. */
async function* gather(
  portions: AsyncIterable<FilePortion>,
  each: (portion: FilePortion) => void,
): AsyncGenerator<FilePortion, void, undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const portion of portions) {
    each(portion);
    parts.push(portion.bytes);
    size += portion.bytes.length;
    if (size < enough && portion.part.cursor !== null) continue;
    yield { ...portion, bytes: Buffer.concat(parts) };
    parts = [];
    size = 0;
  }
}

export const exportList = (runtime: () => Runtime, format: ExportFormat): JobKind<ListAsked, ExportState> => {
  const { label, type, write: portionsOf, check, whole } = exportWriters[format];
  const open = async (access: Access, input: ListAsked) => openList(runtime(), access, input);
  const describe = (list: OpenList, { id, owner }: JobContext<ExportState>, at: string): ExportedList =>
    exportedList(list, runtime(), { login: owner.login, at, reference: id });

  /** Sensitive values that are written somewhere are noted before. */
  const note = (list: OpenList, { id, owner, origin }: JobContext<ExportState>): Promise<void> =>
    writeSensitiveReads(runtime().database, list.takeReads(), { ...owner, requestId: id, origin });

  /** Gives the whole file's list; undefined: from now on the rights are others, and all begins anew. */
  const write = async (input: ListAsked, context: JobContext<ExportState>): Promise<ExportedList | undefined> => {
    const list = await open(await context.rights(), input);
    const key = keyOf(list);
    const { state: kept } = context;
    if (kept !== undefined && kept.key !== key) return undefined;
    const at = kept?.at ?? new Date().toISOString();
    const described = describe(list, context, at);
    const total = (await list.count())?.total;
    const tell = ({ part: { rows, cursor } }: Pick<FilePortion, 'part'>): void => {
      context.signal.throwIfAborted();
      context.progress(rows, cursor === null ? rows : total && Math.max(rows, total));
    };
    tell({ part: kept ?? { rows: 0, cursor: '', file: null } });
    for await (const { bytes, part, told } of gather(portionsOf(list, described, kept), tell)) {
      // Rights that were withdrawn meanwhile hold from here on.
      if (keyOf(await open(await context.rights(), input)) !== key) return undefined;
      await note(list, context);
      for (const text of told) context.log(text);
      await context.save({ ...part, key, at }, bytes);
    }
    return described;
  };

  /** A cursor outlives neither a change of rights nor the key of the installation. */
  const writeOn = async (input: ListAsked, context: JobContext<ExportState>): Promise<ExportedList | undefined> => {
    try {
      return await write(input, context);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'REQUEST_CURSOR_INVALID') return undefined;
      throw error;
    }
  };

  return {
    name: exportKind(format),
    label: `Exportação em ${label}`,
    repeats: {
      turn: (kept, access, day) => listOfDay(runtime(), access, kept, day),
      place: ({ path, search }) => (search === '' ? path : `${path}?${search}`),
    },
    schema: ExportInput,
    title: async (input, access) => {
      const list = await open(access, input);
      // What would be refused then is refused now.
      await (check ?? (() => list.read(undefined)))(list);
      return `${list.model.screen.title} em ${label}`;
    },
    run: async (input, begun) => {
      const again = whole === true && begun.state !== undefined;
      if (again) await begun.restart();
      const context = again ? { ...begun, state: undefined } : begun;
      let list = await writeOn(input, context);
      while (list === undefined) {
        context.log('As permissões ou as colunas mudaram: o arquivo recomeçou do início.');
        await context.restart();
        list = await writeOn(input, { ...context, state: undefined });
      }
      return { name: exportName(list, format), type };
    },
  };
};
