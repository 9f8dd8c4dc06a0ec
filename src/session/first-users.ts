/** The users that exist before anybody has made one. */
import { createHash } from 'node:crypto';
import { Refusal } from '../../engine/core/errors.ts';
import type { Database, Queryable } from '../../engine/data/database.ts';
import { readState, writeState } from '../../engine/data/ddl/state.ts';
import type { Model } from '../../engine/model/types.ts';
import { hashPassword } from './password.ts';

type Role = 'operadora' | 'prestador' | 'prestadorAdministrativo' | 'beneficiario' | 'auditor';

interface DemonstrationGroup {
  readonly name: string;
  readonly description: string;
  /** What it may do with every record of its registries. */
  readonly actions: readonly string[];
  /** The registries, by entity, whose route is open too; undefined: all outside the closed module. */
  readonly registries?: readonly string[];
  /** Further pairs. */
  readonly pairs?: readonly string[];
  /** Of personal data that `fields` does not name. */
  readonly personal?: 'masked';
  /** Of sensitive data that `fields` does not name; default masked. Open to those who see their own records alone. */
  readonly sensitive?: 'open';
  /** What of their fields it has, where that is not everything: by 'entity.field'. */
  readonly fields?: Readonly<Record<string, 'readOnly' | 'masked' | 'hidden'>>;
}

interface DemonstrationUser {
  readonly login: string;
  readonly name: string;
  readonly password: string;
  readonly admin: boolean;
  readonly roles: readonly Role[];
  /** undefined: it has no group. */
  readonly group: DemonstrationGroup | undefined;
}

/** The records of accesses and of reads say who: for whoever looks at them. */
const whoCameAndRead: NonNullable<DemonstrationGroup['fields']> = {
  'evento_acesso.login': 'readOnly',
  'evento_acesso.autor': 'readOnly',
  'evento_acesso.endereco': 'readOnly',
  'evento_acesso.dispositivo': 'readOnly',
  'leitura_sensivel.login': 'readOnly',
  'leitura_sensivel.endereco': 'readOnly',
};

/** What the operator notes for itself, pays by, or decides in what a provider sees or asks. */
const keptFromProviders: NonNullable<DemonstrationGroup['fields']> = {
  'prestador.fornecedor': 'hidden',
  'prestador.observacao': 'hidden',
  'faturamento.conta_pagar': 'hidden',
  'faturamento.conta_cancelada': 'hidden',
  'guia.bloqueada_por': 'hidden',
  'protocolo_recebimento.responsavel': 'hidden',
  'recurso_glosa.conta_pagar': 'hidden',
  'recurso_glosa.conta_cancelada': 'hidden',
  'recurso_glosa.prazo_resposta': 'readOnly',
  'recurso_glosa_itens.decisao': 'readOnly',
  'recurso_glosa_itens.valor_acatado': 'readOnly',
  'recurso_glosa_itens.resposta': 'readOnly',
  'recurso_glosa_itens.analista': 'hidden',
  'solicitacao_pagamento_prestador.conta_pagar': 'hidden',
  'manifestacao.responsavel': 'hidden',
  'manifestacao.prazo': 'readOnly',
  'manifestacao.procedencia': 'hidden',
  'manifestacao.recomendacao': 'hidden',
};

/** What a provider may do, and who does its billing: the own record, what it delivered, denials, appeals, payment. */
const providerBilling: readonly string[] = [
  'autorizacao:autrealizadas',
  'autorizacao:view',
  'cadastro:list',
  'faturamento:list',
  'faturamentoprestador:view',
  'faturamentoprestadorlogado:list',
  'glosa:view',
  'glosaprestador:list',
  'guia:view',
  'guiaprestador:list',
  'pedidopagamentoprestador:insert',
  'pedidopagamentoprestador:reenviar',
  'pedidopagamentoprestador:view',
  'pedidopagamentoprestadorlogado:list',
  'prestador:view',
  'prestadorlogado:list',
  'protocolorecebimentoprestador:view',
  'protocolorecebimentoprestadorlogado:list',
  'recursoglosa:insert',
  'recursoglosa:view',
  'recursoglosaprestador:list',
];

/** Fixed and documented; they exist only on the embedded database of an installation that listens on loopback. */
export const demonstrationUsers: readonly DemonstrationUser[] = [
  {
    login: 'admin',
    name: 'Administração da demonstração',
    password: 'admin-demo',
    admin: true,
    roles: ['operadora'],
    group: undefined,
  },
  {
    login: 'operador',
    name: 'Equipe da operadora',
    password: 'operador-demo',
    admin: false,
    roles: ['operadora'],
    group: {
      name: 'Cadastro (demonstração)',
      description: 'Mantém todos os cadastros.',
      actions: ['view', 'insert', 'update', 'delete', 'audit'],
      // For a provider who asks by telephone.
      pairs: ['pedidopagamentoprestador:reenviar'],
    },
  },
  {
    login: 'consulta',
    name: 'Somente consulta',
    password: 'consulta-demo',
    admin: false,
    roles: ['operadora'],
    group: {
      name: 'Consulta (demonstração)',
      description: 'Consulta todos os cadastros e não altera nenhum.',
      actions: ['view'],
    },
  },
  {
    login: 'atendente',
    name: 'Atendimento da operadora',
    password: 'atendente-demo',
    admin: false,
    roles: ['operadora'],
    group: {
      name: 'Atendimento (demonstração)',
      description: 'Corrige o que se ouve ao telefone, sem ver os dados bancários dos intercâmbios.',
      actions: ['view', 'update'],
      registries: ['cidade', 'distrito', 'feriado', 'intercambio', 'motivo', 'pendencia'],
      pairs: ['ajuda:list', 'protocolodocumento:ura'],
      fields: {
        'cidade.ibge': 'readOnly',
        'intercambio.codigo': 'readOnly',
        'intercambio.banco': 'hidden',
        'intercambio.agencia': 'hidden',
        'intercambio.agencia_dv': 'hidden',
        'intercambio.conta': 'hidden',
        'intercambio.conta_dv': 'hidden',
        'intercambio.tipo_conta': 'hidden',
        'intercambio.chave_pix': 'hidden',
        'intercambio.titular_cpf_cnpj': 'masked',
      },
    },
  },
  {
    login: 'auditor',
    name: 'Auditoria da operadora',
    password: 'auditor-demo',
    admin: false,
    roles: ['operadora', 'auditor'],
    group: {
      name: 'Auditoria (demonstração)',
      description: 'Lê todos os cadastros e o histórico deles, com os dados pessoais mascarados.',
      actions: ['view', 'audit'],
      personal: 'masked',
      // Who changed a record is what an audit asks.
      fields: { 'usuario.login': 'readOnly', ...whoCameAndRead },
      pairs: ['eventoacesso', 'leiturasensivel'].flatMap((subject) => [`${subject}:list`, `${subject}:view`]),
    },
  },
  {
    login: 'prestador',
    name: 'Prestador da demonstração',
    password: 'prestador-demo',
    admin: false,
    roles: ['prestador'],
    group: {
      name: 'Prestador (demonstração)',
      description:
        'Vê o próprio cadastro, as autorizações, as contas que entregou e as glosas, recorre delas, pede pagamento e escreve à ouvidoria.',
      sensitive: 'open',
      actions: ['view'],
      registries: ['cbos', 'cid', 'cidade', 'especialidade', 'feriado', 'motivo'],
      pairs: [
        ...providerBilling,
        'ajuda:list',
        'manifestacao:insert',
        'manifestacao:view',
        'manifestacaoprestador:list',
        'ouvidoria:list',
      ],
      fields: {
        'cid.doenca_preexistente': 'hidden',
        'motivo.permite_recurso': 'hidden',
        ...keptFromProviders,
      },
    },
  },
  {
    login: 'faturista',
    name: 'Escritório de faturamento da demonstração',
    password: 'faturista-demo',
    admin: false,
    roles: ['prestadorAdministrativo'],
    group: {
      name: 'Escritório de faturamento (demonstração)',
      description:
        'Vê o cadastro, as autorizações, as contas e as glosas dos prestadores por que atua, recorre das glosas e pede pagamento.',
      sensitive: 'open',
      actions: [],
      registries: ['feriado'],
      pairs: [...providerBilling, 'ajuda:list'],
      fields: keptFromProviders,
    },
  },
  {
    login: 'beneficiario',
    name: 'Beneficiário da demonstração',
    password: 'beneficiario-demo',
    admin: false,
    roles: ['beneficiario'],
    group: {
      name: 'Beneficiário (demonstração)',
      description:
        'Vê o próprio cadastro, os boletos, as autorizações e o que utilizou, escreve à ouvidoria e pede reembolso.',
      sensitive: 'open',
      actions: [],
      registries: ['feriado', 'programa_saude'],
      pairs: [
        'ajuda:list',
        'autorizacao:acompanharautorizacaobeneficiario',
        'autorizacao:authistorico',
        'autorizacao:view',
        'beneficiario:view',
        'beneficiariologado:list',
        'cadastro:list',
        'lancamentocoparticipacao:list',
        'lancamentocoparticipacao:view',
        'manifestacao:insert',
        'manifestacao:view',
        'manifestacaobeneficiario:list',
        'ouvidoria:list',
        'solicitacaoreembolso:insert',
        'solicitacaoreembolso:view',
        'solicitacaoreembolsobeneficiario:list',
      ],
    },
  },
];

/** The module of users and rights: administrators alone. */
const closedModule = 'acesso';

/** Who holds it is led to the phone service's own screen: not for everybody. */
const phoneAction = 'ura';

/**
 * 'subject:action' pairs of a group: the route of every screen of its own, and the actions on the records there. Screens
 * of administrators alone, whose pair is one on `all`, are nobody's: the pair would open everything.
 */
export const pairsOf = (model: Model, { registries, actions, pairs = [] }: DemonstrationGroup): readonly string[] => [
  ...new Set([
    ...model.screens
      .filter(({ permission }) => permission?.subject !== 'all')
      .filter((screen) =>
        registries === undefined
          ? screen.module !== closedModule && screen.permission?.action !== phoneAction
          : screen.kind === 'registry' && screen.report === undefined && registries.includes(screen.entity),
      )
      .flatMap((screen) => [
        ...(screen.permission ? [`${screen.permission.subject}:${screen.permission.action}`] : []),
        ...(screen.kind === 'registry'
          ? actions.map((action) => `${model.entities[screen.entity]?.subject}:${action}`)
          : []),
      ]),
    ...pairs,
  ]),
];

/** What the group has of fields that are there. */
export const fieldsOf = (
  model: Model,
  { fields = {} }: DemonstrationGroup,
): NonNullable<DemonstrationGroup['fields']> =>
  Object.fromEntries(
    Object.entries(fields).filter(([path]) => {
      const [entity = '', field] = path.split('.');
      return model.entities[entity]?.fields.some(({ name }) => name === field);
    }),
  );

const insertUser = async (
  database: Queryable,
  user: {
    readonly login: string;
    readonly name: string;
    readonly password: string;
    readonly admin: boolean;
    readonly roles: readonly Role[];
    readonly email?: string;
  },
): Promise<string | undefined> => {
  const hash = await hashPassword(user.password);
  const has = (role: Role): string => String(user.roles.includes(role));
  const { rows } = await database.query<{ id: string }>({
    text: `insert into usuario (login, nome, senha_hash, admin, operadora, auditor, prestador, prestador_administrativo, beneficiario, email)
      select $1::text, $2::text, $3::text, $4::text::boolean, $5::text::boolean, $6::text::boolean, $7::text::boolean,
        $8::text::boolean, $9::text::boolean, $10::text
      on conflict (login) do nothing returning id::text as id`,
    values: [
      user.login,
      user.name,
      hash,
      String(user.admin),
      has('operadora'),
      has('auditor'),
      has('prestador'),
      has('prestadorAdministrativo'),
      has('beneficiario'),
      user.email ?? null,
    ],
  });
  return rows[0]?.id;
};

/** Those of the logins that are somebody's. */
const knownAmong = async (database: Queryable, logins: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await database.query<{ login: string }>({
    text: 'select login from usuario where login = any($1::text::text[])',
    values: [`{${logins.map((login) => JSON.stringify(login)).join(',')}}`],
  });
  return new Set(rows.map(({ login }) => login));
};

const createDemonstrationUser = async (database: Database, user: DemonstrationUser): Promise<void> => {
  await database.transaction(async (transaction) => {
    // A name that is never anybody's (RFC 2606), so that a forgotten password can be tried out.
    const id = await insertUser(transaction, { ...user, email: `${user.login}@example.org` });
    if (id === undefined || user.group === undefined) return;
    await transaction.query({
      text: `with new_group as (insert into grupo (nome, descricao, dados_pessoais, dados_sensiveis)
          values ($1::text, $2::text, $4::text, $5::text) returning id)
        insert into usuario_grupo (usuario_id, grupo_id) select $3::text::bigint, id from new_group`,
      values: [
        user.group.name,
        user.group.description,
        id,
        user.group.personal === 'masked' ? 'MASCARADO' : 'ABERTO',
        user.group.sensitive === 'open' ? 'ABERTO' : 'MASCARADO',
      ],
    });
  });
};

/** What a group is given. */
interface GroupRights {
  readonly name: string;
  readonly pairs: readonly string[];
  readonly fields: NonNullable<DemonstrationGroup['fields']>;
}

/** Gives the group what is new among the screens and fields; a rule that somebody took away stays away. */
const grantDemonstrationGroup = async (database: Queryable, { name, pairs, fields }: GroupRights): Promise<void> => {
  await database.query({
    text: `insert into regra (grupo_id, assunto, acao)
      select g.id, split_part(pair, ':', 1), split_part(pair, ':', 2)
      from grupo g, unnest($2::text::text[]) as pair
      where g.nome = $1::text and not exists (select from historico.regra r
        where r.grupo_id = g.id and r.assunto = split_part(pair, ':', 1) and r.acao = split_part(pair, ':', 2))`,
    values: [name, `{${pairs.join(',')}}`],
  });
  await database.query({
    text: `insert into config_permissao (grupo_id, entidade, campo, visivel, mascarado, somente_leitura)
      select g.id, split_part(r.field, '.', 1), split_part(r.field, '.', 2), r.level <> 'hidden', r.level = 'masked', r.level = 'readOnly'
      from grupo g, json_to_recordset($2::text::json) as r (field text, level text)
      where g.nome = $1::text and not exists (select from historico.config_permissao c
        where c.grupo_id = g.id and c.entidade = split_part(r.field, '.', 1) and c.campo = split_part(r.field, '.', 2))`,
    values: [name, JSON.stringify(Object.entries(fields).map(([field, level]) => ({ field, level })))],
  });
};

const rightsKey = 'demonstration.rights';

/** Makes the logins that are missing, and gives the groups what they were not given by the files of the last start. */
const createDemonstrationUsers = async (database: Database, model: Model): Promise<void> => {
  const known = await knownAmong(
    database,
    demonstrationUsers.map(({ login }) => login),
  );
  const missing = demonstrationUsers.filter(({ login }) => !known.has(login));
  for (const user of missing) await createDemonstrationUser(database, user);
  const rights = demonstrationUsers.flatMap(({ group }): readonly GroupRights[] =>
    group === undefined ? [] : [{ name: group.name, pairs: pairsOf(model, group), fields: fieldsOf(model, group) }],
  );
  const digest = createHash('sha256').update(JSON.stringify(rights)).digest('base64url');
  if (missing.length === 0 && (await readState(database, rightsKey)) === digest) return;
  await database.transaction(async (transaction) => {
    for (const group of rights) await grantDemonstrationGroup(transaction, group);
    await writeState(transaction, rightsKey, digest);
  });
};

/** Who acts for the first provider of the demonstration and for the second. */
const office = 'faturista';

/** Has the office act for the second provider beside the first, once there is one; what somebody took away stays away. */
const linkOffice = async (database: Queryable): Promise<void> => {
  const missing = `from usuario u join prestador p on p.id = 2 where u.login = $1::text
    and not exists (select from historico.usuario_prestadores a where a.usuario_id = u.id)`;
  const { rows } = await database.query({ text: `select 1 ${missing}`, values: [office] });
  if (rows.length === 0) return;
  await database.query({
    text: `insert into usuario_prestadores (usuario_id, posicao, prestador_id) select u.id, 0, p.id ${missing}`,
    values: [office],
  });
};

/**
 * Whose data the providers and the beneficiary of the demonstration see: those of the first of each, as soon as there is
 * one. A record that somebody gave them stays.
 */
export const linkDemonstrationUsers = async (database: Queryable): Promise<void> => {
  await linkOffice(database);
  const logins = `{${demonstrationUsers.map((user) => user.login).join(',')}}`;
  const { rows } = await database.query({
    text: `select 1 from usuario where login = any($1::text::text[])
      and ((prestador or prestador_administrativo) and prestador_registro_id is null or beneficiario and beneficiario_registro_id is null)`,
    values: [logins],
  });
  // A statement that changes no row has the triggers run, and every process forget whom it knows.
  if (rows.length === 0) return;
  await database.query({
    text: `update usuario u set versao = u.versao + 1,
        prestador_registro_id = case when u.prestador or u.prestador_administrativo then coalesce(u.prestador_registro_id, p.id) else u.prestador_registro_id end,
        beneficiario_registro_id = case when u.beneficiario then coalesce(u.beneficiario_registro_id, b.id)
          else u.beneficiario_registro_id end
      from (values (1)) as first (id)
        left join prestador p on p.id = first.id
        left join beneficiario b on b.id = first.id
      where u.login = any($1::text::text[])
        and ((u.prestador or u.prestador_administrativo) and u.prestador_registro_id is null and p.id is not null
          or u.beneficiario and u.beneficiario_registro_id is null and b.id is not null)`,
    values: [logins],
  });
};

/** Locks the demonstration logins where the product can be reached from outside, whoever made the database. */
const blockDemonstrationUsers = async (database: Database): Promise<void> => {
  await database.query({
    text: 'update usuario set bloqueado = true, versao = versao + 1 where login = any($1::text::text[]) and not bloqueado',
    values: [`{${demonstrationUsers.map((user) => user.login).join(',')}}`],
  });
};

export interface FirstUsersOptions {
  /** Embedded database and loopback address: a demonstration. */
  readonly demonstration: boolean;
  readonly administrator: { readonly login: string; readonly password: string } | undefined;
}

/**
 * Makes the demonstration logins, or the administrator that the environment names; an existing login is left as it is.
 * Raises START_ADMINISTRATOR_MISSING where nobody could ever administer.
 */
export const createFirstUsers = async (
  database: Database,
  model: Model,
  { demonstration, administrator }: FirstUsersOptions,
): Promise<void> => {
  const login = administrator?.login.toLowerCase() ?? '';
  if (administrator && !(await knownAmong(database, [login])).has(login)) {
    await insertUser(database, {
      ...administrator,
      login,
      name: 'Administração',
      admin: true,
      roles: ['operadora'],
    });
  }
  if (demonstration) {
    await createDemonstrationUsers(database, model);
    await linkDemonstrationUsers(database);
    return;
  }
  if (database.kind === 'pglite') await blockDemonstrationUsers(database);
  const { rows } = await database.query({
    text: 'select 1 from usuario where admin and not bloqueado and ativo limit 1',
    values: [],
  });
  if (rows.length === 0) throw new Refusal('START_ADMINISTRATOR_MISSING', {});
};
