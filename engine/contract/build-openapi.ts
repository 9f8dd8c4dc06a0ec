/**
 * The API as one caller may see it, as an OpenAPI 3.1 document. In: model and access. Out: plain JSON. Registries of
 * which the caller may do nothing, operations without the right and fields kept from the caller are not in it.
 */
import type { Access } from '../access/access.ts';
import type { Messages } from '../core/messages.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import type { Model } from '../model/types.ts';
import type { ApiCall } from './openapi/api-call.ts';
import { describeCalls } from './openapi/api-call.ts';
import type { Sight } from './openapi/describe-record.ts';
import { bareAnswers, describeRegistry } from './openapi/describe-registry.ts';
import { formerHeaderParts } from './openapi/former-names.ts';
import { historySchemas } from './openapi/history-schemas.ts';
import type { Json } from './openapi/json.ts';
import { sharedHeaders, sharedParameters } from './openapi/parameters.ts';
import { refusalResponses, refusalSchema } from './openapi/refusals.ts';

/** The version of what the document describes; grows when something in it changes its meaning. */
const apiVersion = '1.0.0';

const description = `Cada cadastro é um recurso com o nome da sua rota, no dialeto do PostgREST: os clientes que já existem para ele servem sem mudança.

- Entre em \`POST /auth/token/issue\` e mande o token em \`Authorization: Bearer\`.
- Filtros vão na query, um por coluna: \`?nome=ilike.*lagoa*&id=gt.10\`. De uma relação: \`?cidade.uf=eq.MG\`.
- Com vários valores: \`?uf=in.(MG,RJ)\` ou \`?nome=ilike(any).{a*,b*}\`. Nas buscas de texto, a configuração é \`portuguese\`, salvo \`fts(simple)\` ou \`fts(english)\`.
- O corpo de toda recusa tem quatro partes: \`code\`, \`message\`, \`details\` e \`hint\`.
- Este documento traz só o que quem o pediu pode ver e fazer.`;

/** The screen behind each route, as requests find it: the first that the caller may open, else the first there is. */
const screensByPath = (model: Model, access: Access): readonly RegistryScreen[] => {
  const found = new Map<string, RegistryScreen>();
  const opens = ({ permission }: RegistryScreen): boolean => access.can(permission.action, permission.subject);
  for (const screen of model.screens) {
    if (screen.kind !== 'registry') continue;
    const known = found.get(screen.path);
    if (!known || (!opens(known) && opens(screen))) found.set(screen.path, screen);
  }
  return [...found.values()];
};

/** Modules by the title of their first group in the menu. */
const moduleTitles = (model: Model): ReadonlyMap<string, string> =>
  new Map(
    model.screens
      .filter((screen) => screen.kind === 'group')
      .toReversed()
      .map((group) => [group.module, group.title]),
  );

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Of each tag that is no module, what its calls are. */
const callTags: Readonly<Record<string, string>> = {
  Sessão: 'Entrar, sair e saber quem se é.',
  Conta: 'Senhas, sessões abertas e o registro de acessos.',
  Acesso: 'Os direitos dos grupos, os logins dos usuários, e por que alguém vê ou não vê.',
  Início: 'O que se mostra a quem entra.',
  Preferências: 'O que cada pessoa guarda para as suas telas, e as visões salvas das listas.',
  Modelo: 'As telas e a própria descrição da API.',
  'Listas de valores': 'Os valores das listas que os campos usam.',
  Serviço: 'O estado do serviço.',
};

/** `calls` are those that are no registry; `messages` gives the refusals their examples. */
export const buildOpenApi = (model: Model, access: Access, calls: readonly ApiCall[], messages?: Messages): Json => {
  const client = model.client?.title ?? '';
  const screens = screensByPath(model, access).map((screen) => ({
    ...screen,
    title: screen.title.replaceAll('{cliente}', client),
  }));
  const titles = moduleTitles(model);
  const sight: Sight = {
    model,
    access,
    screens,
    schemas: {},
  };
  const tags = new Map<string, string>();
  const parts = screens.flatMap((screen) => {
    const tag = (titles.get(screen.module) ?? capitalised(screen.module)).replaceAll('{cliente}', client);
    const part = describeRegistry(sight, screen, tag);
    if (part) tags.set(tag, `Cadastros de ${tag}.`);
    return part ?? [];
  });
  const described = describeCalls(calls, model, access, sight.schemas);
  for (const { tag } of described.told) if (!tags.has(tag)) tags.set(tag, callTags[tag] ?? tag);
  return {
    openapi: '3.1.0',
    info: {
      title: `API do Fichário${client === '' ? '' : `: ${client}`}`,
      version: apiVersion,
      description,
    },
    servers: [{ url: '/api', description: client === '' ? 'Esta instalação' : client }],
    security: [{ token: [] }],
    tags: [...tags].map(([name, text]) => ({ name, description: text })),
    paths: Object.assign({}, described.paths, ...parts.map(({ paths }) => paths)) as Json,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token opaco de `POST /auth/token/issue`; deixa de valer ao sair ou quando o acesso é retirado.',
        },
      },
      parameters: Object.assign({}, sharedParameters, ...parts.map(({ parameters }) => parameters)) as Json,
      headers: { ...sharedHeaders, ...formerHeaderParts(model) },
      responses: Object.assign(
        {},
        refusalResponses(messages),
        bareAnswers,
        ...parts.map(({ responses }) => responses),
      ) as Json,
      schemas: { Recusa: refusalSchema, ...historySchemas, ...sight.schemas },
    },
  };
};
