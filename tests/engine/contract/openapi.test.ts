/** The document for every client and several callers: valid, whole, and clear of what the caller may not see. */
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import { createAccess } from '../../../engine/access/access.ts';
import { buildOpenApi } from '../../../engine/contract/build-openapi.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';
import { compile } from '../../../engine/model/compile.ts';
import type { Model } from '../../../engine/model/types.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { apiCalls } from '../../../src/api-calls.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { staffGrants } from '../../support/grants.ts';
import type { Answer, Json, OpenApiDocument } from '../../support/openapi-document.ts';
import { follow, operationsOf, schemaCompiler } from '../../support/openapi-document.ts';
import { clinicFiles } from '../api/clinic-files.ts';

const root = join(import.meta.dirname, '../../..');
const real = await readSourceFiles(root);
const { messages } = loadMessages(real);
const files = loadFiles(real);
const clinic = loadFiles(
  new Map([...real, ...Object.entries(clinicFiles).map(([path, value]) => [path, JSON.stringify(value)] as const)]),
);

type Properties = Readonly<Record<string, Json>>;

const caller = (can: Access['can'], hidden: readonly string[] = []): Access => ({
  ...createAccess({ ...staffGrants(['all:manage'], hidden), userId: 1 }),
  can,
});
const everything = caller(() => true);
const callers: Readonly<Record<string, Access>> = {
  administrator: everything,
  'one who lists only': caller((action) => action === 'list'),
  'one who views only': caller((action) => action === 'view'),
  'one who inserts only': caller((action) => action === 'insert'),
  'one from whom fields are kept': caller(() => true, ['distrito.cidade', 'banco.nome', 'guia.clinica']),
  nobody: caller(() => false),
};

const models: Readonly<Record<string, Model>> = {
  base: compile(resolve(files, undefined), catalogues).model,
  ...Object.fromEntries(
    files.clients.map(({ name }) => [name, compile(resolve(files, name), catalogues).model] as const),
  ),
  'base with fixtures': compile(resolve(clinic, undefined), catalogues).model,
};

const textOf = (model: Model, access: Access): string =>
  JSON.stringify(buildOpenApi(model, access, apiCalls, messages));
const documentOf = (model: Model, access: Access): OpenApiDocument =>
  JSON.parse(textOf(model, access)) as OpenApiDocument;

/** Every `$ref` below a value. */
const refsIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as { $ref?: unknown };
  return [...(typeof $ref === 'string' ? [$ref] : []), ...Object.values(value).flatMap(refsIn)];
};

describe.each(Object.entries(models))('the document of %s', (_, model) => {
  it.each(Object.entries(callers))('for %s is valid OpenAPI 3.1', async (_caller, access) => {
    const document = documentOf(model, access);
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  });

  it.each(Object.entries(callers))(
    'for %s names nothing twice and points at nothing that is not there',
    (_c, access) => {
      const document = documentOf(model, access);
      const names = operationsOf(document).map(({ operation }) => operation.operationId);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
      expect(names.filter((name) => !/^[A-Za-z]\w*$/.test(name))).toEqual([]);
      const missing = refsIn(document).filter((ref) => {
        const [kind = '', name = ''] = ref.replace('#/components/', '').split('/');
        return document.components[kind]?.[name] === undefined;
      });
      expect(missing).toEqual([]);
      const tags = document.tags.map(({ name }) => name);
      expect([...new Set(operationsOf(document).flatMap(({ operation }) => operation.tags))].sort()).toEqual(
        [...tags].sort(),
      );
      expect(operationsOf(document).filter(({ operation }) => !operation.summary || !operation.description)).toEqual(
        [],
      );
    },
  );

  it.each(Object.entries(callers))(
    'for %s has only schemas that compile, and examples that they accept',
    (_c, access) => {
      const document = documentOf(model, access);
      const compile = schemaCompiler(document);
      for (const name of Object.keys(document.components['schemas'] ?? {}))
        compile({ $ref: `#/components/schemas/${name}` });
      let examples = 0;
      for (const { operation } of operationsOf(document)) {
        const media = operation.requestBody?.content['application/json'];
        if (media?.example === undefined) continue;
        const check = compile(media.schema);
        examples += 1;
        expect([operation.operationId, check(media.example), check.errors]).toEqual([
          operation.operationId,
          true,
          null,
        ]);
      }
      expect(examples).toBeGreaterThan(0);
      const refusal = compile({ $ref: '#/components/schemas/Recusa' });
      for (const response of Object.values(document.components['responses'] ?? {})) {
        const { content } = response as unknown as Answer;
        for (const { value } of Object.values(content?.['application/json']?.examples ?? {})) {
          expect([value, refusal(value)]).toEqual([value, true]);
          expect(JSON.stringify(value)).not.toMatch(/\{\w+\}/);
        }
      }
    },
  );
});

describe('the document', () => {
  const clinicModel = models['base with fixtures'] as Model;

  it('carries the name of the client', () => {
    expect(documentOf(models['nuclep'] as Model, everything).info).toMatchObject({ title: 'API do Fichário: Nuclep' });
    expect(documentOf(models['base'] as Model, everything).info).toMatchObject({ title: 'API do Fichário' });
  });

  const methods = (access: Access, path: string): readonly string[] =>
    operationsOf(documentOf(clinicModel, access)).flatMap((one) => (one.path === path ? [one.method] : []));

  it('has an operation for each right, and none without it', () => {
    const pair = (...actions: readonly string[]): Access =>
      caller((action, subject) => subject === 'guia' && actions.includes(action));
    expect(methods(everything, '/guias')).toEqual(['get', 'head', 'post', 'patch', 'delete']);
    expect(methods(pair('list'), '/guias')).toEqual(['get', 'head']);
    expect(methods(pair('view'), '/guias')).toEqual(['get', 'head']);
    expect(methods(pair('insert'), '/guias')).toEqual(['post']);
    expect(methods(pair('update', 'delete'), '/guias')).toEqual(['patch', 'delete']);
    expect(methods(pair('audit'), '/guias')).toEqual([]);
    expect(methods(pair('audit'), '/guias/{id}/historico')).toEqual(['get']);
    expect(methods(pair('list'), '/guias/{id}/historico')).toEqual([]);
    expect(methods(pair(), '/guias')).toEqual([]);
    // a reference is open to whoever signed in
    expect(methods(pair(), '/cidades')).toEqual(['get', 'head']);
  });

  it('tells of a call to who has the right that it asks for', () => {
    const pair = (given: string): Access => caller((action, subject) => given === `${subject}:${action}`);
    for (const [path, right, told] of [
      ['/usuarios/{id}/sessoes', 'usuario:update', ['get', 'delete']],
      ['/acesso/eventos', 'all:manage', ['get']],
      ['/acesso/permissoes/{grupo}', 'configpermissao:list', ['get', 'put']],
      ['/acesso/clonar-usuario', 'all:manage', ['post']],
      ['/acesso/migracoes-usuario', 'migracaousuario:list', ['get', 'post']],
    ] as const)
      expect([path, methods(pair(right), path), methods(pair('banco:list'), path)]).toEqual([path, told, []]);
    expect(methods(pair('banco:list'), '/auth/password/forgotten')).toEqual(['post']);
  });

  it('has the header for a provider where rows are of providers, for who may choose one', () => {
    const headers = (access: Access, path: string): readonly unknown[] => {
      const document = documentOf(clinicModel, access);
      const parameters = document.paths[path]?.['get']?.parameters ?? [];
      return parameters.map((one) => follow(document, one)['name']).filter((name) => name === 'Fichario-Provider');
    };
    expect(headers(everything, '/guias')).toEqual(['Fichario-Provider']);
    expect(headers(everything, '/guias/{id}/historico')).toEqual(['Fichario-Provider']);
    expect(headers(everything, '/bancos')).toEqual([]);
    expect(headers({ ...everything, unconfined: false }, '/guias')).toEqual([]);
  });

  it('for who views asks for the id of the one record', () => {
    const { paths } = documentOf(
      clinicModel,
      caller((action) => action === 'view'),
    );
    const [first] = paths['/guias']?.['get']?.parameters ?? [];
    expect(first).toMatchObject({ name: 'id', required: true });
  });

  it('tells of types, codes, relations and nulls what a reader of the rows must know', () => {
    const { components } = documentOf(clinicModel, everything);
    const schemaOf = (name: string) =>
      follow({ components } as OpenApiDocument, { $ref: `#/components/schemas/${name}` }) as {
        properties: Properties;
        required: readonly string[];
      };
    const { properties } = schemaOf('guias');
    expect(Object.keys(properties)).toEqual([
      'id',
      'versao',
      'criado_em',
      'criado_por',
      'criado_por_login',
      'alterado_em',
      'alterado_por',
      'alterado_por_login',
      'numero',
      'clinica_id',
      'valor',
      'situacao',
      'diagnostico',
      'protocolo',
      'clinica',
      'recursos',
    ]);
    expect(properties['numero']).toEqual({ title: 'Número', type: 'string' });
    expect(properties['clinica_id']).toEqual({
      title: 'Clínica',
      description: 'O `id` de um registro de `/clinicas`.',
      'x-resource': '/clinicas',
      type: ['integer', 'null'],
    });
    expect(properties['situacao']).toEqual({
      title: 'Situação',
      anyOf: [{ $ref: '#/components/schemas/lista.situacao-teste' }, { type: 'null' }],
    });
    expect(schemaOf('lista.situacao-teste')).toEqual({
      title: 'Situação',
      description: '`ABERTA`: Aberta; `FECHADA`: Fechada; `CANCELADA`: Cancelada.',
      type: 'string',
      enum: ['ABERTA', 'FECHADA', 'CANCELADA'],
    });
    // A list that this field takes only a part of is not the list.
    expect(schemaOf('amostras.inclusao').properties['situacao']).toEqual({
      title: 'Situação',
      anyOf: [
        {
          title: 'Situação',
          description: '`ABERTA`: Aberta; `FECHADA`: Fechada.',
          type: 'string',
          enum: ['ABERTA', 'FECHADA'],
        },
        { type: 'null' },
      ],
    });
    const written = schemaOf('guias.inclusao');
    expect(Object.keys(written.properties)).toEqual([
      'numero',
      'clinica_id',
      'valor',
      'situacao',
      'diagnostico',
      'chave',
    ]);
    expect(written.properties['chave']).toMatchObject({ writeOnly: true });
    expect(written.required).toEqual(['numero']);
    expect(schemaOf('guias.alteracao')).toMatchObject({ required: [] });
  });

  /** The model as if the field had never been. */
  const without = (model: Model, entityName: string, fieldName: string): Model => {
    const entity = model.entities[entityName];
    if (!entity) throw new Error(`no ${entityName}`);
    const fields = entity.fields.filter(({ name }) => name !== fieldName);
    const title = entity.fields.find(({ name }) => name === fieldName)?.title ?? '';
    const told = entity.description?.toLowerCase() ?? '';
    const description = told.includes(title.toLowerCase()) || told.includes(fieldName) ? undefined : entity.description;
    return { ...model, entities: { ...model.entities, [entityName]: { ...entity, fields, description } } };
  };

  it('is the same for a field that is kept from the caller as for one that never was', () => {
    let count = 0;
    for (const entity of Object.values(clinicModel.entities)) {
      if (entity.owner || !['teste', 'localizacao', 'acesso'].includes(entity.module)) continue;
      for (const field of entity.fields) {
        const kept = textOf(
          clinicModel,
          caller(() => true, [`${entity.name}.${field.name}`]),
        );
        const never = textOf(without(clinicModel, entity.name, field.name), everything);
        expect([entity.name, field.name, kept === never]).toEqual([entity.name, field.name, true]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(60);
  });

  it('for two hundred registries is made in less time than a person notices', () => {
    const amostras = clinicModel.screens.find(({ path }) => path === '/amostras');
    const entity = clinicModel.entities['amostra'];
    if (amostras?.kind !== 'registry' || !entity) throw new Error('no amostras');
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    const document = documentOf(
      {
        ...clinicModel,
        entities: {
          ...clinicModel.entities,
          ...Object.fromEntries(numbers.map((n) => [`amostra${n}`, { ...entity, name: `amostra${n}` }])),
        },
        screens: numbers.map((n) => ({ ...amostras, path: `/r${n}`, folder: `r${n}`, entity: `amostra${n}` })),
      },
      everything,
    );
    expect(Object.keys(document.paths).filter((path) => /^\/r\d+$/.test(path))).toHaveLength(200);
  });
});
