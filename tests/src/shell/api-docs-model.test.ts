import { describe, expect, it } from 'vitest';
import { unlimited } from '../../../engine/access/access.ts';
import { buildOpenApi } from '../../../engine/contract/build-openapi.ts';
import { engineCalls } from '../../../engine/contract/calls/index.ts';
import type { RegistryScreen } from '../../../engine/model/screen-types.ts';
import type { ApiDocument, Operation } from '../../../src/screens/api-docs-model.ts';
import {
  answeredColumns,
  curlOf,
  fetchOf,
  operationsOf,
  resourcesOf,
  samplePath,
  sampleQuery,
  sentColumns,
} from '../../../src/screens/api-docs-model.ts';
import { cidade, distrito, smallModel } from '../../support/small-model.ts';

const screenOf = (name: string): RegistryScreen => ({
  kind: 'registry',
  path: `/${name}s`,
  title: name,
  icon: 'table',
  module: 'teste',
  parent: '/',
  permission: { action: 'list', subject: name },
  hidden: false,
  order: 1,
  clients: undefined,
  flag: undefined,
  folder: `${name}s`,
  entity: name,
  description: undefined,
  alternativeOf: undefined,
  columns: [],
  sort: [],
  pageSize: 50,
  search: [],
  batch: [],
  detail: undefined,
  actions: [],
  buttons: [],
  totals: [],
  inline: [],
  lookups: name === 'cidade' ? [{ field: 'uf', fields: ['nome'] }] : [],
  sections: [],
});

const model = { ...smallModel, screens: [screenOf(cidade.name), screenOf(distrito.name)] };
const document = JSON.parse(JSON.stringify(buildOpenApi(model, unlimited, engineCalls))) as ApiDocument;
const resource = (path: string) => {
  const found = resourcesOf(document).find((one) => one.path === path);
  if (!found) throw new Error(`no ${path}`);
  return found;
};
const operation = (path: string, method: string): Operation => {
  const found = resourcesOf(document)
    .flatMap((one) => operationsOf(document, one))
    .find((one) => one.path === path && one.method === method);
  if (!found) throw new Error(`no ${method} ${path}`);
  return found;
};

describe('the page of the API', () => {
  it('puts the paths of one registry together, and leaves the calls apart', () => {
    expect(resource('/cidades')).toEqual({
      path: '/cidades',
      title: 'cidade',
      description: undefined,
      tag: 'Teste',
      paths: [
        '/cidades',
        '/cidades/{id}/ligados',
        '/cidades/{id}/historico',
        '/cidades/historico/excluidos',
        '/cidades/historico/excluidos/{id}',
        '/cidades/uf/{valor}',
        '/cidades/{termo}',
      ],
    });
    expect(resourcesOf(document).map(({ path }) => path)).toEqual([
      '/auth/token/issue',
      '/auth/me',
      '/auth/draft-key',
      '/auth/session',
      '/auth/token/revoke',
      '/usuarios/validar-senha',
      '/usuarios/alterar-senha',
      '/auth/password/forgotten',
      '/auth/password/reset/check',
      '/auth/password/reset',
      '/auth/account',
      '/auth/sessions',
      '/usuarios',
      '/acesso/eventos',
      '/settings',
      '/views',
      '/alteracoes-em-lote',
      '/importacoes',
      '/trabalhos',
      '/trabalhos/todos',
      '/trabalhos/tipos',
      '/trabalhos/agora',
      '/trabalhos/agendamentos',
      '/trabalhos/historico-arquivado',
      '/model',
      '/model/screen',
      '/openapi.json',
      '/dominios',
      '/health',
      '/ajuda',
      '/cidades',
      '/distritos',
    ]);
  });

  it('lists operations in the order of a record’s life, parameters and answers followed', () => {
    expect(operationsOf(document, resource('/cidades')).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'get /cidades',
      'head /cidades',
      'post /cidades',
      'patch /cidades',
      'delete /cidades',
      'get /cidades/{id}/ligados',
      'get /cidades/{id}/historico',
      'get /cidades/historico/excluidos',
      'post /cidades/historico/excluidos/{id}',
      'get /cidades/uf/{valor}',
      'get /cidades/{termo}',
    ]);
    const list = operation('/cidades', 'get');
    expect(list.parameters.map(({ name }) => name)).toContain('uf');
    expect(list.parameters.filter(({ description }) => !description)).toEqual([]);
    expect(list.responses.find(({ status }) => status === '401')).toEqual({
      status: '401',
      description: 'Falta o token, ou a sessão terminou.',
      types: ['application/json'],
    });
  });

  it('tells the columns of answers and of bodies apart', () => {
    const answered = answeredColumns(document, operation('/distritos', 'get'));
    expect(answered.map(({ name }) => name)).toEqual([
      'id',
      'versao',
      'criado_em',
      'criado_por',
      'alterado_em',
      'alterado_por',
      'codigo',
      'nome',
      'cidade_id',
      'taxa',
      'cidade',
    ]);
    expect(answered.find(({ name }) => name === 'cidade_id')).toEqual({
      name: 'cidade_id',
      title: 'cidade',
      type: 'integer',
      description: 'O `id` de um registro de `/cidades`.',
      values: [],
      required: false,
      resource: '/cidades',
    });
    expect(
      sentColumns(document, operation('/distritos', 'post')).map(({ name, required }) => [name, required]),
    ).toEqual([
      ['codigo', true],
      ['nome', false],
      ['cidade_id', false],
      ['taxa', false],
      ['senha', false],
    ]);
    expect(sentColumns(document, operation('/distritos', 'get'))).toEqual([]);
  });

  it('offers a short page to begin with, and paths without open ends', () => {
    expect(sampleQuery(operation('/cidades', 'get'))).toBe('limit=10');
    expect(sampleQuery(operation('/cidades', 'delete'))).toBe('id=eq.1');
    expect(sampleQuery(operation('/cidades', 'post'))).toBe('');
    expect(sampleQuery(operation('/model/screen', 'get'))).toBe('path=/bancos');
    expect(samplePath(operation('/cidades/{id}/historico', 'get'))).toBe('/cidades/1/historico');
    expect(samplePath(operation('/cidades/{termo}', 'get'))).toBe('/cidades/valor');
  });

  it('writes a call for the shell', () => {
    expect(curlOf(operation('/auth/me', 'get'), 'https://x.br/api')).toBe(
      'curl \'https://x.br/api/auth/me\' \\\n  -H "Authorization: Bearer $TOKEN"',
    );
    expect(curlOf(operation('/health', 'get'), 'https://x.br/api')).toBe("curl 'https://x.br/api/health'");
    const issue = operation('/auth/token/issue', 'post');
    const media = { 'application/json': { example: { userId: "d'ávila", password: 'x' } } };
    expect(curlOf({ ...issue, requestBody: { content: media } }, '/api')).toBe(
      `curl -X POST '/api/auth/token/issue' \\\n  -H "Content-Type: application/json" \\\n  -d '{\n  "userId": "d'\\''ávila",\n  "password": "x"\n}'`,
    );
  });

  it('writes a call for JavaScript that parses', () => {
    for (const one of resourcesOf(document).flatMap((each) => operationsOf(document, each))) {
      const text = fetchOf(one, 'https://x.br/api');
      expect(() => new Function('token', `return async () => {${text}}`)).not.toThrow();
      expect(text).toContain(samplePath(one));
    }
    expect(fetchOf(operation('/auth/me', 'get'), 'https://x.br/api')).toBe(
      [
        "const answer = await fetch('https://x.br/api/auth/me', {",
        '  headers: {',
        `    'Authorization': \`Bearer \${token}\`,`,
        '  },',
        '});',
        'const rows = await answer.json();',
      ].join('\n'),
    );
  });
});
