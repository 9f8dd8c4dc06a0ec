/** A new user with the roles, and if wished the groups, settings and views, of another one: in one transaction. */
import { Refusal } from '../../engine/core/errors.ts';
import type { Queryable } from '../../engine/data/database.ts';
import type { ProductWrite } from './product-write.ts';
import { writerOf } from './product-write.ts';
import { readsField, shownText } from './shown-text.ts';
import type { ClonePreview, CloneRequest } from './user-copies.ts';

/** What a copy has of the original; to administer is given by hand. */
const roles = [
  'operadora',
  'prestador',
  'prestador_administrativo',
  'beneficiario',
  'dependente',
  'ouvidoria',
  'auditor',
] as const;

type RoleColumns = Readonly<Record<(typeof roles)[number], boolean>>;

interface Original extends RoleColumns {
  readonly login: string;
  readonly nome: string;
  readonly admin: boolean;
  readonly prestador_registro_id: number | null;
  readonly beneficiario_registro_id: number | null;
  /** Ids, as JSON, of the providers that the person acts for beside the main one. */
  readonly providers: string;
  readonly groups: string;
  readonly settings: number;
  readonly views: number;
}

interface GroupOf {
  readonly id: number;
  readonly nome: string;
}

/** Raises RECORD_MISSING. */
const readOriginal = async (queryable: Queryable, id: number): Promise<Original> => {
  const { rows } = await queryable.query<Original>({
    text: `select u.login, u.nome, u.admin, ${roles.map((role) => `u.${role}`).join(', ')}, u.prestador_registro_id, u.beneficiario_registro_id,
      coalesce((select json_agg(a.prestador_id order by a.posicao) from usuario_prestadores a where a.usuario_id = u.id), '[]')::text
        as providers,
      coalesce((select json_agg(json_build_object('id', g.id, 'nome', g.nome) order by g.nome)
        from usuario_grupo ug join grupo g on g.id = ug.grupo_id where ug.usuario_id = u.id), '[]')::text as groups,
      (select count(*)::integer from fichario.user_setting s where s.usuario_id = u.id) as settings,
      (select count(*)::integer from fichario.saved_view v where v.usuario_id = u.id) as views
      from usuario u where u.id = $1::text::bigint`,
    values: [String(id)],
  });
  const [original] = rows;
  if (original === undefined) throw new Refusal('RECORD_MISSING', { title: 'Usuário' });
  return original;
};

const groupsOf = ({ groups }: Original): readonly GroupOf[] => JSON.parse(groups) as GroupOf[];

/** What a copy would have, as the caller reads it: of what is kept or covered nothing is told. Raises RECORD_MISSING. */
export const previewClone = async (
  { engine, access, model }: Pick<ProductWrite, 'engine' | 'access' | 'model'>,
  id: number,
): Promise<ClonePreview> => {
  const original = await readOriginal(engine.database, id);
  const reads = (path: string): boolean => readsField(access, model, path);
  const namesGroups = reads('usuario.grupo') && reads('usuario_grupo.grupo') && reads('grupo.nome');
  return {
    login: shownText(access, model, ['usuario.login'], original.login),
    nome: shownText(access, model, ['usuario.nome'], original.nome),
    admin: original.admin && reads('usuario.admin'),
    roles: roles.filter((role) => original[role] && reads(`usuario.${role}`)),
    groups: namesGroups ? groupsOf(original).map(({ nome }) => nome) : [],
    settings: original.settings,
    views: original.views,
  };
};

const copyRows = (transaction: Queryable, from: number, to: number, what: 'settings' | 'views') =>
  transaction.query({
    text:
      what === 'settings'
        ? `insert into fichario.user_setting (usuario_id, key, value)
           select $2::text::bigint, key, value from fichario.user_setting where usuario_id = $1::text::bigint`
        : // A view that everybody sees is not made twice.
          `insert into fichario.saved_view (usuario_id, screen, name, shared, content)
           select $2::text::bigint, screen, name, false, content from fichario.saved_view where usuario_id = $1::text::bigint and not shared`,
    values: [String(from), String(to)],
  });

/** The id of the new user, who has no password yet. Raises RECORD_MISSING and what the insert raises. */
export const cloneUser = (write: ProductWrite, request: CloneRequest): Promise<number> =>
  write.engine.database.transaction(async (transaction) => {
    const original = await readOriginal(transaction, request.origem);
    const [id] = await writerOf(write, transaction, 'usuario').insert([
      {
        login: request.login,
        nome: request.nome,
        ...(request.email === undefined ? {} : { email: request.email }),
        ...Object.fromEntries(roles.map((role) => [role, original[role]])),
        prestador_registro_id: original.prestador_registro_id,
        beneficiario_registro_id: original.beneficiario_registro_id,
        prestadores: (JSON.parse(original.providers) as readonly number[]).map((prestador_id) => ({ prestador_id })),
        senha_expirada: true,
        ...(request.grupos ? { grupo: groupsOf(original).map((group) => ({ grupo_id: group.id })) } : {}),
      },
    ]);
    if (id === undefined) throw new Error('an insert gives the id of its row');
    if (request.configuracoes) await copyRows(transaction, request.origem, id, 'settings');
    if (request.visoes) await copyRows(transaction, request.origem, id, 'views');
    return id;
  });
