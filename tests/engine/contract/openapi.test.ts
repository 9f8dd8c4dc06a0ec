/** The document for every client and several callers: valid, whole, and clear of what the caller may not see. */
import { createHash } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import { createAccess } from '../../../engine/access/access.ts';
import { buildOpenApi } from '../../../engine/contract/build-openapi.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';
import { compile } from '../../../engine/model/compile.ts';
import type { RegistryScreen, Screen } from '../../../engine/model/screen-types.ts';
import type { Model } from '../../../engine/model/types.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { apiCalls } from '../../../src/api-calls.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { drawSample, everything, fieldShape } from '../../support/drawn-sample.ts';
import { staffGrants } from '../../support/grants.ts';
import type { Answer, Json, OpenApiDocument } from '../../support/openapi-document.ts';
import { follow, operationsOf, schemaCompiler } from '../../support/openapi-document.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';
import { clinicFiles } from '../api/clinic-files.ts';

const real = await readRealFiles();
const { messages } = loadMessages(real);
const files = loadFiles(real, fileMemory);
const clinic = loadFiles(
  new Map([...real, ...Object.entries(clinicFiles).map(([path, value]) => [path, JSON.stringify(value)] as const)]),
  fileMemory,
);

type Properties = Readonly<Record<string, Json>>;

const caller = (can: Access['can'], hidden: readonly string[] = []): Access => ({
  ...createAccess({ ...staffGrants(['all:manage'], hidden), userId: 1 }),
  can,
});
const mayAll = caller(() => true);
const callers: Readonly<Record<string, Access>> = {
  administrator: mayAll,
  'one who lists only': caller((action) => action === 'list'),
  'one who views only': caller((action) => action === 'view'),
  'one who inserts only': caller((action) => action === 'insert'),
  'one from whom fields are kept': caller(() => true, ['distrito.cidade', 'banco.nome', 'ficha.clinica']),
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

/** Clients and callers change the document each on their own: every client once, every caller once, not each with each. */
const documents = Object.entries(models).flatMap(([of, model]) =>
  Object.entries(callers)
    .filter(([name]) => everything || name === 'administrator' || of === 'base with fixtures')
    .map(([name, access]) => ({ of, name, model, access })),
);

const digest = (text: string): string => createHash('sha1').update(text).digest('base64');

/** What was looked at in one document need not be in another that has the very same: most clients have most of it. */
const remember = (): ((...parts: readonly string[]) => boolean) => {
  const known = new Set<string>();
  return (...parts) => known.size < known.add(digest(parts.join('\n'))).size;
};
const isNewPart = remember();
const isNewSchema = remember();
const isNewExample = remember();

/** The parts that no document before it had; whether one is well formed does not hang on the others. An empty schema stays to be pointed at. */
const newPartsOf = (document: OpenApiDocument): OpenApiDocument => {
  const { schemas = {} } = document.components;
  const isNew = ([name, part]: readonly [string, unknown]): boolean => isNewPart(name, JSON.stringify(part));
  return {
    ...document,
    paths: Object.fromEntries(Object.entries(document.paths).filter(isNew)),
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).map((one) => (isNew(one) ? one : [one[0], {}]))),
    },
  };
};

/** For a schema a text that is the same where it and all that it points at are. */
const wholeOf = (document: OpenApiDocument): ((schema: Json) => string) => {
  const schemas = new Map(
    Object.entries(document.components['schemas'] ?? {}).map(
      ([name, schema]): [string, [string, readonly string[]]] => [
        `#/components/schemas/${name}`,
        [digest(JSON.stringify(schema)), refsIn(schema)],
      ],
    ),
  );
  return (schema) => {
    const reached = new Set(refsIn(schema));
    for (const ref of reached) for (const next of schemas.get(ref)?.[1] ?? []) reached.add(next);
    return [JSON.stringify(schema), ...[...reached].sort().map((ref) => `${ref} ${schemas.get(ref)?.[0]}`)].join('\n');
  };
};

const validator = new Validator();

describe.each(documents)('the document of $of for $name', ({ model, access }) => {
  let document: OpenApiDocument;
  beforeAll(() => {
    document = documentOf(model, access);
  });

  it('is valid OpenAPI 3.1', async () => {
    expect(await validator.validate({ ...newPartsOf(document) })).toEqual({ valid: true });
  });

  it('names nothing twice and points at nothing that is not there', () => {
    const names = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(names.length).toBe(new Set(names).size);
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
    expect(operationsOf(document).filter(({ operation }) => !operation.summary || !operation.description)).toEqual([]);
  });

  it('has only schemas that compile, and examples that they accept', () => {
    const compile = schemaCompiler(document);
    const whole = wholeOf(document);
    for (const [name, schema] of Object.entries(document.components['schemas'] ?? {}))
      if (isNewSchema(JSON.stringify(schema))) compile({ $ref: `#/components/schemas/${name}` });
    let examples = 0;
    for (const { operation } of operationsOf(document)) {
      const media = operation.requestBody?.content['application/json'];
      if (media?.example === undefined) continue;
      examples += 1;
      if (!isNewExample(whole(media.schema), JSON.stringify(media.example))) continue;
      const check = compile(media.schema);
      expect([operation.operationId, check(media.example), check.errors]).toEqual([operation.operationId, true, null]);
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
  });
});

describe('the document', () => {
  const clinicModel = models['base with fixtures'] as Model;

  it('carries the name of the client', () => {
    expect(documentOf(models['nuclep'] as Model, mayAll).info).toMatchObject({ title: 'API do Fichário: Nuclep' });
    expect(documentOf(models['base'] as Model, mayAll).info).toMatchObject({ title: 'API do Fichário' });
  });

  const methods = (access: Access, path: string): readonly string[] =>
    operationsOf(documentOf(clinicModel, access)).flatMap((one) => (one.path === path ? [one.method] : []));

  it('has an operation for each right, and none without it', () => {
    const pair = (...actions: readonly string[]): Access =>
      caller((action, subject) => subject === 'ficha' && actions.includes(action));
    expect(methods(mayAll, '/fichas')).toEqual(['get', 'head', 'post', 'patch', 'delete']);
    expect(methods(pair('list'), '/fichas')).toEqual(['get', 'head']);
    expect(methods(pair('view'), '/fichas')).toEqual(['get', 'head']);
    expect(methods(pair('insert'), '/fichas')).toEqual(['post']);
    expect(methods(pair('update', 'delete'), '/fichas')).toEqual(['patch', 'delete']);
    expect(methods(pair('audit'), '/fichas')).toEqual([]);
    expect(methods(pair('audit'), '/fichas/{id}/historico')).toEqual(['get']);
    expect(methods(pair('list'), '/fichas/{id}/historico')).toEqual([]);
    expect(methods(pair(), '/fichas')).toEqual([]);
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
    expect(headers(mayAll, '/fichas')).toEqual(['Fichario-Provider']);
    expect(headers(mayAll, '/fichas/{id}/historico')).toEqual(['Fichario-Provider']);
    expect(headers(mayAll, '/bancos')).toEqual([]);
    expect(headers({ ...mayAll, unconfined: false }, '/fichas')).toEqual([]);
  });

  it('for who views asks for the id of the one record', () => {
    const { paths } = documentOf(
      clinicModel,
      caller((action) => action === 'view'),
    );
    const [first] = paths['/fichas']?.['get']?.parameters ?? [];
    expect(first).toMatchObject({ name: 'id', required: true });
  });

  it('tells of types, codes, relations and nulls what a reader of the rows must know', () => {
    const { components } = documentOf(clinicModel, mayAll);
    const schemaOf = (name: string) =>
      follow({ components } as OpenApiDocument, { $ref: `#/components/schemas/${name}` }) as {
        properties: Properties;
        required: readonly string[];
      };
    const { properties } = schemaOf('fichas');
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
    const written = schemaOf('fichas.inclusao');
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
    expect(schemaOf('fichas.alteracao')).toMatchObject({ required: [] });
  });

  it('takes a masked value with its literals or without, and a limit is of neither', () => {
    const ficha = clinicModel.entities['ficha'];
    if (!ficha) throw new Error('no ficha');
    const fields = ficha.fields.map((field) =>
      field.name === 'numero' ? { ...field, mask: '##-#', maxLength: 3 } : field,
    );
    const masked = { ...clinicModel, entities: { ...clinicModel.entities, ficha: { ...ficha, fields } } };
    const schemas = documentOf(masked, mayAll).components.schemas as Record<
      string,
      { properties: Record<string, Record<string, unknown>> }
    >;
    const { pattern, ...rest } = schemas['fichas.inclusao']?.properties['numero'] ?? {};
    expect(rest).toEqual({ title: 'Número', type: 'string' });
    const sent = new RegExp(String(pattern), 'u');
    expect(['123', '12-3', '1-23', '12-', '1234'].filter((text) => sent.test(text))).toEqual(['123', '12-3']);
    expect(schemas['fichas']?.properties['numero']).toEqual({ title: 'Número', type: 'string' });
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
    /** How a registry points at another: a relation of each shape. */
    const pointersTo = (from: string, to: string): readonly string[] => {
      const entity = clinicModel.entities[from];
      return [entity, ...(entity?.children ?? []).map((child) => child.entity)].flatMap((part, index) =>
        (part?.fields ?? []).flatMap((field) =>
          field.relation?.entity === to ? [`${index === 0 ? '' : 'row '}${fieldShape(field)}`] : [],
        ),
      );
    };
    let count = 0;
    for (const entity of Object.values(clinicModel.entities)) {
      if (entity.owner || !['teste', 'localizacao', 'acesso'].includes(entity.module)) continue;
      // Made twice for each field: of what speaks of it, no more.
      const others = clinicModel.screens.filter(
        (screen): screen is RegistryScreen => screen.kind === 'registry' && screen.entity !== entity.name,
      );
      const pointing: readonly Screen[] = drawSample(
        others.filter((screen) => pointersTo(screen.entity, entity.name).length > 0),
        (screen) => pointersTo(screen.entity, entity.name),
      );
      const screens = clinicModel.screens.filter(
        (screen) => screen.kind !== 'registry' || screen.entity === entity.name || pointing.includes(screen),
      );
      const model = { ...clinicModel, screens };
      for (const field of entity.fields) {
        const kept = textOf(
          model,
          caller(() => true, [`${entity.name}.${field.name}`]),
        );
        const never = textOf(without(model, entity.name, field.name), mayAll);
        expect([entity.name, field.name, kept === never]).toEqual([entity.name, field.name, true]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(60);
    // A document for each field, twice.
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
      mayAll,
    );
    expect(Object.keys(document.paths).filter((path) => /^\/r\d+$/.test(path))).toHaveLength(200);
  });
});
