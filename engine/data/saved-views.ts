/** Saved views of lists (`fichario.saved_view`). Whose they are and who may change them is for the caller to decide. */
import type { NewView, ViewChange, ViewContent } from '../contract/saved-view.ts';
import { viewLimits } from '../contract/saved-view.ts';
import { Refusal } from '../core/errors.ts';
import type { Queryable } from './database.ts';
import { DatabaseError } from './database.ts';

/** A view as it is kept. */
export interface StoredView {
  readonly id: number;
  readonly userId: number;
  readonly screen: string;
  readonly name: string;
  readonly shared: boolean;
  readonly content: ViewContent;
  readonly version: number;
}

interface ViewRow {
  readonly id: string;
  readonly usuario_id: string;
  readonly screen: string;
  readonly name: string;
  readonly shared: boolean;
  readonly content: string;
  readonly versao: number;
}

const columns = 'id::text, usuario_id::text, screen, name, shared, content::text, versao';

const viewOf = (row: ViewRow): StoredView => ({
  id: Number(row.id),
  userId: Number(row.usuario_id),
  screen: row.screen,
  name: row.name,
  shared: row.shared,
  content: JSON.parse(row.content) as ViewContent,
  version: row.versao,
});

/** Views that one answer holds at most. */
const listed = 500;

/** The user's own views of a screen and those that others share, by name. */
export const readViews = async (database: Queryable, user: number, screen: string): Promise<readonly StoredView[]> => {
  const { rows } = await database.query<ViewRow>({
    text: `select ${columns} from fichario.saved_view
      where screen = $2::text and (usuario_id = $1::text::bigint or shared)
      order by name collate fichario.pt_br, saved_view.id limit ${listed}`,
    values: [String(user), screen],
    name: 'views-read',
  });
  return rows.map(viewOf);
};

/** The view of that id, if it is the user's own or shared. */
export const findView = async (database: Queryable, user: number, id: string): Promise<StoredView | undefined> => {
  const { rows } = await database.query<ViewRow>({
    text: `select ${columns} from fichario.saved_view
      where saved_view.id = $2::text::bigint and (usuario_id = $1::text::bigint or shared)`,
    values: [String(user), id],
  });
  return rows[0] && viewOf(rows[0]);
};

const viewTitle = 'Visão';

const refuseRepeatedName = (error: unknown): never => {
  if (error instanceof DatabaseError && error.code === '23505')
    throw new Refusal(
      'RECORD_DUPLICATE',
      { title: viewTitle, fields: 'Nome' },
      { at: { field: 'name' }, cause: error },
    );
  throw error;
};

/** Raises VIEW_LIMIT, and RECORD_DUPLICATE where the user has a view of that name on the screen. */
export const insertView = async (
  database: Queryable,
  user: number,
  { screen, name, shared = false, content }: NewView,
): Promise<StoredView> => {
  const { rows } = await database
    .query<ViewRow>({
      text: `insert into fichario.saved_view (usuario_id, screen, name, shared, content)
        select $1::text::bigint, $2::text, $3::text, $4::text::boolean, $5::text::jsonb
        where (select count(*) from fichario.saved_view where usuario_id = $1::text::bigint and screen = $2::text) < $6::text::integer
        returning ${columns}`,
      values: [String(user), screen, name, String(shared), JSON.stringify(content), String(viewLimits.count)],
    })
    .catch(refuseRepeatedName);
  const [row] = rows;
  if (!row) throw new Refusal('VIEW_LIMIT', { maximum: viewLimits.count });
  return viewOf(row);
};

const changed = (): Refusal => new Refusal('RECORD_CHANGED_UNSEEN', { title: viewTitle });
export const missingView = (): Refusal => new Refusal('RECORD_MISSING', { title: viewTitle });

/** Changes the view as it was read. Raises RECORD_DUPLICATE, and RECORD_CHANGED_UNSEEN where it is no more so. */
export const updateView = async (
  database: Queryable,
  { id, version }: StoredView,
  { name, shared, content }: ViewChange,
): Promise<StoredView> => {
  const { rows } = await database
    .query<ViewRow>({
      text: `update fichario.saved_view set name = coalesce($3::text, name), shared = coalesce($4::text::boolean, shared),
          content = coalesce($5::text::jsonb, content), versao = versao + 1, updated_at = now()
        where saved_view.id = $1::text::bigint and versao = $2::text::integer returning ${columns}`,
      values: [
        String(id),
        String(version),
        name ?? null,
        shared === undefined ? null : String(shared),
        content === undefined ? null : JSON.stringify(content),
      ],
    })
    .catch(refuseRepeatedName);
  const [row] = rows;
  if (!row) throw changed();
  return viewOf(row);
};

/** Raises RECORD_CHANGED_UNSEEN where the view is no more as it was read. */
export const deleteView = async (database: Queryable, { id, version }: StoredView): Promise<void> => {
  const { affected } = await database.query({
    text: 'delete from fichario.saved_view where id = $1::text::bigint and versao = $2::text::integer',
    values: [String(id), String(version)],
  });
  if (affected === 0) throw changed();
};
