/**
 * A user gets another login: the record, its rights and all that it wrote stay, its sessions end. Every attempt leaves a
 * row that says what became of it.
 */
import { errorBody } from '../../engine/api/error-handler.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Messages } from '../../engine/core/messages.ts';
import type { Queryable } from '../../engine/data/database.ts';
import type { ProductWrite } from './product-write.ts';
import { writerOf } from './product-write.ts';
import { shownText } from './shown-text.ts';
import type { Migration, MigrationKind, MigrationRequest } from './user-copies.ts';

/** Rows of the list. */
const most = 200;

interface Person {
  readonly login: string;
  readonly kinds: string;
}

/** What kinds of login the person has. Raises RECORD_MISSING. */
const readPerson = async (queryable: Queryable, id: number): Promise<Person> => {
  const { rows } = await queryable.query<Person>({
    text: `select login, concat_ws(',', case when beneficiario or dependente then 'BENEFICIARIO' end,
      case when prestador or prestador_administrativo then 'PRESTADOR' end, case when operadora then 'OPERADORA' end) as kinds
      from usuario where id = $1::text::bigint`,
    values: [String(id)],
  });
  const [person] = rows;
  if (person === undefined) throw new Refusal('RECORD_MISSING', { title: 'Usuário' });
  return person;
};

const rowOf = (
  { usuario, login, tipo }: MigrationRequest,
  before: Person,
  situacao: Migration['situacao'],
  mensagem: string | null,
) => ({
  usuario_id: usuario,
  login_antigo: before.login,
  login_novo: login,
  tipo,
  situacao,
  mensagem: mensagem === null ? null : mensagem.slice(0, 200),
});

const isOf = ({ kinds }: Person, kind: MigrationKind): boolean => kinds.split(',').includes(kind);

/** Raises RECORD_MISSING, RECORD_USER_KIND and what the change of the record raises; the attempt is noted all the same. */
export const migrateUser = async (
  write: ProductWrite,
  messages: Messages,
  request: MigrationRequest,
): Promise<void> => {
  const { database } = write.engine;
  const before = await readPerson(database, request.usuario);
  try {
    await database.transaction(async (transaction) => {
      const login = shownText(write.access, write.model, ['usuario.login'], before.login);
      if (!isOf(before, request.tipo)) throw new Refusal('RECORD_USER_KIND', { login });
      await writerOf(write, transaction, 'migracao_usuario').insert([rowOf(request, before, 'MIGRADO', null)]);
      await writerOf(write, transaction, 'usuario').change([String(request.usuario)], { login: request.login });
      await transaction.query({
        text: 'delete from fichario.session where usuario_id = $1::text::bigint',
        values: [String(request.usuario)],
      });
    });
  } catch (error) {
    if (!(error instanceof Refusal) || !error.code.startsWith('RECORD_')) throw error;
    await database.transaction((transaction) =>
      writerOf(write, transaction, 'migracao_usuario').insert([
        rowOf(request, before, 'ERRO', errorBody(error, messages).message),
      ]),
    );
    throw error;
  }
};

/** As the caller reads it: a message may name a login. */
const shown = (migration: Migration, { access, model }: Pick<ProductWrite, 'access' | 'model'>): Migration => {
  const login = 'usuario.login';
  const [before, after] = ['migracao_usuario.login_antigo', 'migracao_usuario.login_novo'] as const;
  return {
    ...migration,
    login_antigo: shownText(access, model, [login, before], migration.login_antigo),
    login_novo: shownText(access, model, [login, after], migration.login_novo),
    mensagem: shownText(access, model, [login, before, after, 'migracao_usuario.mensagem'], migration.mensagem),
    por: shownText(access, model, [login], migration.por),
  };
};

/** The last ones, newest first. */
export const readMigrations = async (
  caller: Pick<ProductWrite, 'engine' | 'access' | 'model'>,
): Promise<readonly Migration[]> =>
  (
    await caller.engine.database.query<Migration>({
      text: `select m.id::integer as id, m.usuario_id::integer as usuario, m.login_antigo, m.login_novo, m.tipo, m.situacao, m.mensagem,
        to_char(m.criado_em at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as criado_em, u.login as por
        from migracao_usuario m left join usuario u on u.id = m.criado_por order by m.id desc limit ${most}`,
      values: [],
    })
  ).rows.map((row) => shown(row, caller));
