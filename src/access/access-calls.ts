/** The calls of the rights of groups, and of users made after another one or given another login. */
import Type from 'typebox';
import { fieldLevels } from '../../engine/access/field-right.ts';
import type { ApiCall } from '../../engine/contract/openapi/api-call.ts';
import { schemaOf } from '../../engine/contract/openapi/api-call.ts';
import {
  bodied,
  closed,
  flag,
  inPath,
  list,
  moment,
  named,
  orNull,
  signedIn,
  text,
  whole,
} from '../../engine/contract/openapi/call-parts.ts';
import type { EntityFields, GroupEntry, GroupPermissions, PermissionCatalogue, StaleRight } from './permissions.ts';
import type { CloneAnswer, ClonePreview, Migration } from './user-copies.ts';
import { migrationKinds } from './user-copies.ts';

const tag = 'Acesso';

const seesPermissions = { action: 'list', subject: 'configpermissao', title: 'Config Permissão' } as const;
const clones = { action: 'manage', subject: 'all', title: 'Clonar Usuário' } as const;
const migrates = { action: 'list', subject: 'migracaousuario', title: 'Migração Usuário' } as const;

const level = Type.Enum([...fieldLevels]);
const group = closed({ id: whole(), name: text(), active: flag() }, { $id: 'GrupoDeUsuarios' });

export const rightsThereAre = {
  method: 'GET',
  path: '/acesso/permissoes',
  tag,
  id: 'permissions',
  summary: 'Os direitos que há',
  description: 'Todos os assuntos, com as telas que os pedem, e todas as ações.',
  right: seesPermissions,
  tagged: true,
  answers: {
    200: {
      description: 'Assuntos e ações.',
      schema: schemaOf<PermissionCatalogue>()(
        closed({
          modules: list(closed({ name: text(), title: text() })),
          subjects: list(
            closed({
              name: text(),
              titles: list(text()),
              paths: list(text()),
              module: Type.Optional(text('Ausente: é de módulo nenhum.')),
              actions: list(text('Uma que as telas ou os registros pedem.')),
            }),
          ),
          actions: list(text()),
          reports: Type.Record(Type.String(), Type.String(), {
            description: 'Como se chamam os relatórios de cada código; um código sem relatório não está aqui.',
          }),
        }),
      ),
    },
  },
  refusals: signedIn,
} as const satisfies ApiCall;

export const groupsThereAre = {
  method: 'GET',
  path: '/acesso/permissoes/grupos',
  tag,
  id: 'permission_groups',
  summary: 'Os grupos',
  description: 'Os grupos de usuários, pelo nome.',
  right: seesPermissions,
  tagged: true,
  answers: { 200: { description: 'Os grupos.', schema: list(schemaOf<GroupEntry>()(group)) } },
  refusals: signedIn,
} as const satisfies ApiCall;

export const fieldsThereAre = {
  method: 'GET',
  path: '/acesso/permissoes/campos',
  tag,
  id: 'permission_fields',
  summary: 'Os campos que um grupo pode não ver',
  description: 'Por cadastro, com a classe de dados pessoais de cada campo.',
  right: seesPermissions,
  tagged: true,
  answers: {
    200: {
      description: 'Os cadastros e os seus campos.',
      schema: list(
        schemaOf<EntityFields>()(
          closed({
            name: text(),
            title: text(),
            module: text(),
            fields: list(
              closed({
                name: text(),
                title: text(),
                personalData: Type.Enum(['public', 'personal', 'sensitive']),
              }),
            ),
          }),
        ),
      ),
    },
  },
  refusals: signedIn,
} as const satisfies ApiCall;

export const rightsWithoutEffect = {
  method: 'GET',
  path: '/acesso/permissoes/sem-efeito',
  tag,
  id: 'permissions_without_effect',
  summary: 'Direitos sem efeito',
  description: 'O que os grupos têm sobre o que não existe mais.',
  right: seesPermissions,
  tagged: true,
  answers: {
    200: {
      description: 'Os direitos.',
      schema: list(
        schemaOf<StaleRight>()(
          closed({
            group,
            kind: Type.Enum(['rule', 'field']),
            id: whole(),
            part: Type.Enum(['assunto', 'acao', 'entidade', 'campo'], {
              description: 'O campo da regra, ou da permissão de campo, que nomeia o que não existe.',
            }),
            right: text('`assunto:acao` ou `entidade.campo`.'),
            suggestion: Type.Optional(text('O que há de nome parecido.')),
          }),
        ),
      ),
    },
  },
  refusals: signedIn,
} as const satisfies ApiCall;

const groupId = inPath('grupo', 'Id do grupo.', { type: 'integer', minimum: 1 }, 1);
const rightsOfOne = schemaOf<GroupPermissions>()(
  closed(
    {
      group,
      personal: level,
      sensitive: level,
      pairs: list(text('`assunto:acao`.')),
      fields: named(level),
      base: text('Volta em `base` de quem altera estes direitos.'),
    },
    { $id: 'DireitosDoGrupo', description: 'O que um grupo pode; `fields` diz dos campos, por `entidade.campo`.' },
  ),
);

export const rightsOfGroup = {
  method: 'GET',
  path: '/acesso/permissoes/{grupo}',
  tag,
  id: 'group_permissions',
  summary: 'Os direitos de um grupo',
  description: 'Os pares, e o que é dito de cada campo.',
  right: seesPermissions,
  parameters: [groupId],
  tagged: true,
  answers: { 200: { description: 'Os direitos.', schema: rightsOfOne } },
  refusals: [...signedIn, 404],
} as const satisfies ApiCall;

const pairs = Type.Array(Type.String({ pattern: '^[^:]{1,60}:[^:]{1,40}$' }), { maxItems: 10_000 });

export const changeRights = {
  method: 'PUT',
  path: '/acesso/permissoes/{grupo}',
  tag,
  id: 'change_group_permissions',
  summary: 'Alterar os direitos de um grupo',
  description:
    'Dá e retira pares, e diz o que vale para campos; nulo: nada mais é dito do campo. Ninguém dá um direito que não tem, e se os direitos mudaram desde `base` nada é gravado.',
  right: seesPermissions,
  parameters: [groupId],
  body: {
    schema: Type.Object(
      {
        base: Type.String({ maxLength: 40 }),
        grant: pairs,
        revoke: pairs,
        fields: Type.Record(
          Type.String({ pattern: '^[a-z0-9_]{1,60}\\.[a-z0-9_]{1,60}$' }),
          Type.Union([level, Type.Null()]),
          { maxProperties: 10_000, additionalProperties: false },
        ),
      },
      { additionalProperties: false },
    ),
    example: {
      base: 'a base da leitura',
      grant: ['banco:list'],
      revoke: ['banco:delete'],
      fields: { 'usuario.email': 'masked' },
    },
  },
  answers: { 200: { description: 'Os direitos como ficaram.', schema: rightsOfOne } },
  refusals: [...signedIn, ...bodied, 404, 409, 412, 422],
  meanings: {
    403: 'Falta a permissão, ou quem chama não tem um dos direitos que dá.',
    409: 'O sistema ficaria sem quem o administre.',
    412: 'Os direitos mudaram desde `base`.',
    422: 'Um dos direitos não existe.',
  },
} as const satisfies ApiCall;

export const cloneShown = {
  method: 'GET',
  path: '/acesso/clonar-usuario/{id}',
  tag,
  id: 'clone_preview',
  summary: 'O que uma cópia de um usuário teria',
  description: 'Papéis, grupos, preferências e visões do usuário.',
  right: clones,
  parameters: [inPath('id', 'Id do usuário.', { type: 'integer', minimum: 1 }, 1)],
  tagged: true,
  answers: {
    200: {
      description: 'O que seria copiado.',
      schema: schemaOf<ClonePreview>()(
        closed({
          login: text(),
          nome: text(),
          roles: list(text('Um papel que a pessoa tem.')),
          admin: flag('Administra o sistema, o que nunca é copiado.'),
          groups: list(text('Nome de um grupo.')),
          settings: whole('Quantas preferências.'),
          views: whole('Quantas visões salvas.'),
        }),
      ),
    },
  },
  refusals: [...signedIn, 404],
} as const satisfies ApiCall;

const id = Type.Integer({ minimum: 1 });
const words = (maxLength: number) => Type.String({ minLength: 1, maxLength });

export const cloneUserCall = {
  method: 'POST',
  path: '/acesso/clonar-usuario',
  tag,
  id: 'clone_user',
  summary: 'Clonar um usuário',
  description: 'Cria um usuário com os papéis de outro e, à escolha, os grupos, as preferências e as visões.',
  right: clones,
  body: {
    schema: Type.Object(
      {
        origem: id,
        login: words(50),
        nome: words(70),
        email: Type.Optional(words(100)),
        grupos: Type.Boolean(),
        configuracoes: Type.Boolean(),
        visoes: Type.Boolean(),
      },
      { additionalProperties: false },
    ),
    example: {
      origem: 1,
      login: 'joana',
      nome: 'Joana',
      email: 'joana@exemplo.com.br',
      grupos: true,
      configuracoes: false,
      visoes: false,
    },
  },
  answers: {
    201: {
      description: 'O usuário, que ainda não tem senha.',
      schema: schemaOf<CloneAnswer>()(closed({ id: whole() })),
    },
  },
  refusals: [...signedIn, ...bodied, 404, 409, 422],
  meanings: {
    409: 'Já há um usuário com esse login.',
  },
} as const satisfies ApiCall;

const kind = Type.Enum([...migrationKinds]);

export const migrationsMade = {
  method: 'GET',
  path: '/acesso/migracoes-usuario',
  tag,
  id: 'user_migrations',
  summary: 'Migrações de usuário',
  description: 'As últimas, as mais novas primeiro.',
  right: migrates,
  tagged: true,
  answers: {
    200: {
      description: 'As migrações.',
      schema: list(
        schemaOf<Migration>()(
          closed({
            id: whole(),
            usuario: orNull(whole(), 'Id do usuário; nulo se não existe mais.'),
            login_antigo: text(),
            login_novo: text(),
            tipo: kind,
            situacao: Type.Enum(['PENDENTE', 'MIGRADO', 'ERRO']),
            mensagem: orNull(text(), 'O que houve, se deu erro.'),
            criado_em: moment(),
            por: orNull(text(), 'Login de quem a fez.'),
          }),
        ),
      ),
    },
  },
  refusals: signedIn,
} as const satisfies ApiCall;

export const migrateUserCall = {
  method: 'POST',
  path: '/acesso/migracoes-usuario',
  tag,
  id: 'migrate_user',
  summary: 'Migrar um usuário',
  description: 'Dá outro login a um usuário e termina as sessões dele. A tentativa recusada também fica anotada.',
  right: migrates,
  body: {
    schema: Type.Object({ usuario: id, login: words(50), tipo: kind }, { additionalProperties: false }),
    example: { usuario: 1, login: 'maria.silva', tipo: 'OPERADORA' },
  },
  answers: { 204: { description: 'O login foi alterado.' } },
  refusals: [...signedIn, ...bodied, 404, 409, 422],
  meanings: {
    409: 'Já há um usuário com esse login.',
    422: 'O usuário não é do tipo indicado.',
  },
} as const satisfies ApiCall;

export const accessCalls: readonly ApiCall[] = [
  rightsThereAre,
  groupsThereAre,
  fieldsThereAre,
  rightsWithoutEffect,
  rightsOfGroup,
  changeRights,
  cloneShown,
  cloneUserCall,
  migrationsMade,
  migrateUserCall,
];
