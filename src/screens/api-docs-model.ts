/** The OpenAPI document as the page shows it: resources, operations, columns, examples. In: the document. Out: plain data. */

type Json = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

interface Media {
  readonly schema?: Json;
  readonly example?: unknown;
}

interface DocumentedOperation {
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Empty: needs no session. */
  readonly security?: readonly Json[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly description?: string; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Json>>;
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof methods)[number];

type PathItem = Readonly<Partial<Record<Method, DocumentedOperation>>> & {
  readonly summary?: string;
  readonly description?: string;
};

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

export interface Operation extends Omit<DocumentedOperation, 'parameters' | 'responses'> {
  readonly method: Method;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly responses: readonly {
    readonly status: string;
    readonly description: string;
    readonly types: readonly string[];
  }[];
}

export interface Resource {
  readonly path: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly tag: string;
  readonly paths: readonly string[];
}

const follow = (document: ApiDocument, value: Json): Json => {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value;
  const [kind = '', name = ''] = $ref.replace('#/components/', '').split('/');
  return document.components[kind]?.[name] ?? {};
};

/** What is told of the records that a registry had. */
const past = '/historico/excluidos';

/** `/cidades/uf/{valor}`, `/cidades/{id}/historico` and `/cidades/historico/excluidos` are of `/cidades`, where that is a path itself. */
const baseOf = (document: ApiDocument, path: string): string => {
  const at = path.indexOf('/{');
  const fixed = at < 0 ? path : path.slice(0, at);
  if (fixed.endsWith(past) && document.paths[fixed.slice(0, -past.length)] !== undefined)
    return fixed.slice(0, -past.length);
  if (at < 0) return path;
  let base = fixed;
  while (base.lastIndexOf('/') > 0 && document.paths[base] === undefined) {
    const above = base.slice(0, base.lastIndexOf('/'));
    if (document.paths[above] === undefined) break;
    base = above;
  }
  return base;
};

const firstOperation = (item: PathItem | undefined): DocumentedOperation | undefined =>
  methods.flatMap((method) => item?.[method] ?? [])[0];

/** In the order of the document; the paths of one resource together, its own first. */
export const resourcesOf = (document: ApiDocument): readonly Resource[] => {
  const byBase = Map.groupBy(Object.keys(document.paths), (path) => baseOf(document, path));
  return [...byBase].map(([path, paths]) => {
    const item = document.paths[path] ?? document.paths[paths[0] ?? ''];
    const first = firstOperation(item);
    return {
      path,
      title: item?.summary ?? first?.summary ?? path,
      description: item?.description,
      tag: first?.tags[0] ?? '',
      paths: paths.toSorted((a, b) => Number(b === path) - Number(a === path)),
    };
  });
};

export const operationsOf = (document: ApiDocument, resource: Resource): readonly Operation[] =>
  resource.paths.flatMap((path) =>
    methods.flatMap((method): Operation[] => {
      const found = document.paths[path]?.[method];
      if (!found) return [];
      return [
        {
          ...found,
          method,
          path,
          parameters: (found.parameters ?? []).map((one) => follow(document, one) as unknown as Parameter),
          responses: Object.entries(found.responses).map(([status, response]) => {
            const { description, content } = { ...follow(document, response), ...response } as {
              description: string;
              content?: Json;
            };
            return { status, description, types: Object.keys(content ?? {}) };
          }),
        },
      ];
    }),
  );

export interface Column {
  readonly name: string;
  readonly title: string;
  readonly type: string;
  readonly description: string | undefined;
  /** Values of a code list. */
  readonly values: readonly string[];
  /** Of a body: must be sent. */
  readonly required: boolean;
  /** Route of the resource that a relation points at. */
  readonly resource: string | undefined;
}

/** `texto`, `número inteiro`: by the words given for the types of JSON Schema and their formats. */
const typeOf = (schema: Json): string => {
  const type = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type'];
  if (schema['anyOf'] !== undefined) return 'relation';
  if (Array.isArray(schema['enum'])) return 'code';
  const format = schema['format'];
  return format === undefined || format === 'int64' ? String(type) : String(format);
};

/** A list of values stands apart, alone or beside null. */
const withList = (document: ApiDocument, schema: Json): Json => {
  if (schema['x-embed'] === true) return schema;
  const [first] = (schema['allOf'] ?? schema['anyOf'] ?? []) as readonly Json[];
  if (!first) return schema;
  const { description, ...list } = follow(document, first);
  const { anyOf: _anyOf, allOf: _allOf, ...own } = schema;
  return { ...list, ...own, description: [own['description'], description].filter(Boolean).join(' ') };
};

const columnsIn = (document: ApiDocument, schema: Json): readonly Column[] => {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, Json>>;
    required?: readonly string[];
  };
  return Object.entries(properties)
    .map(([name, value]) => [name, withList(document, value)] as const)
    .map(([name, value]) => ({
      name,
      title: String(value['title'] ?? ''),
      type: typeOf(value),
      description: value['description'] as string | undefined,
      values: ((value['enum'] ?? []) as readonly unknown[]).filter((one) => one !== null).map(String),
      required: required.includes(name),
      resource: value['x-resource'] as string | undefined,
    }));
};

/** The object at the heart of a schema: of an array its items, of alternatives the first. */
const heart = (document: ApiDocument, schema: Json): Json => {
  const found = follow(document, schema);
  const alternatives = found['oneOf'] ?? found['anyOf'];
  if (Array.isArray(alternatives)) return heart(document, alternatives[0] as Json);
  return found['type'] === 'array' ? heart(document, (found['items'] ?? {}) as Json) : found;
};

const jsonOf = (content: Readonly<Record<string, Media>> | undefined): Media | undefined =>
  content?.['application/json'];

/** What an operation answers with, column by column. */
export const answeredColumns = (document: ApiDocument, operation: Operation): readonly Column[] => {
  const good = document.paths[operation.path]?.[operation.method]?.responses;
  const first = Object.entries(good ?? {}).find(([status]) => status.startsWith('2'))?.[1];
  const { content } = follow(document, first ?? {}) as { content?: Readonly<Record<string, Media>> };
  return columnsIn(document, heart(document, jsonOf(content)?.schema ?? {}));
};

/** What the body of an operation takes, column by column. */
export const sentColumns = (document: ApiDocument, operation: Operation): readonly Column[] =>
  columnsIn(document, heart(document, jsonOf(operation.requestBody?.content)?.schema ?? {}));

/** A query to begin with: what is required, and of a list a page that is short. */
export const sampleQuery = (operation: Operation): string => {
  const query = operation.parameters.filter((one) => one.in === 'query');
  const pairs = query
    .filter((one) => one.required === true || one.name === 'limit')
    .map((one) => `${one.name}=${String(one.example ?? '')}`);
  if (pairs.length > 0 || operation.method === 'get') return pairs.join('&');
  return query.some((one) => one.name === 'id') ? 'id=eq.1' : '';
};

/** The path with a value for each of its parameters. */
export const samplePath = (operation: Operation): string =>
  operation.parameters
    .filter((one) => one.in === 'path')
    .reduce((path, one) => path.replace(`{${one.name}}`, String(one.example ?? 'valor')), operation.path);

const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

interface Call {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
}

/** `base` is where the API is: `https://host/api`. */
const sampleCall = (operation: Operation, base: string): Call => {
  const query = sampleQuery(operation);
  const media = jsonOf(operation.requestBody?.content);
  const method = operation.method.toUpperCase();
  const prefer = operation.parameters.find((one) => one.name === 'Prefer')?.example;
  const open = operation.security?.length === 0;
  return {
    url: `${base}${samplePath(operation)}${query === '' ? '' : `?${query}`}`,
    method,
    headers: [
      ...(open ? [] : [['Authorization', 'Bearer $TOKEN'] as const]),
      ...(media === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ...(prefer === undefined ? [] : [['Prefer', String(prefer)] as const]),
    ],
    body: media === undefined ? undefined : JSON.stringify(media.example ?? {}, null, 2),
  };
};

export const curlOf = (operation: Operation, base: string): string => {
  const { url, method, headers, body } = sampleCall(operation, base);
  const verb = method === 'GET' ? '' : method === 'HEAD' ? ' --head' : ` -X ${method}`;
  return [
    `curl${verb} ${shell(url)}`,
    ...headers.map(([name, value]) => `  -H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`  -d ${shell(body)}`]),
  ].join(' \\\n');
};

const answersJson = ({ responses }: Operation): boolean =>
  responses.some(({ status, types }) => status.startsWith('2') && types.includes('application/json'));

export const fetchOf = (operation: Operation, base: string): string => {
  const { url, method, headers, body } = sampleCall(operation, base);
  const quoted = (value: string): string =>
    value.includes('$TOKEN') ? `\`${value.replace('$TOKEN', `\${token}`)}\`` : `'${value}'`;
  return [
    `const answer = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0
      ? []
      : ['  headers: {', ...headers.map(([name, value]) => `    '${name}': ${quoted(value)},`), '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
    '});',
    ...(method === 'HEAD' ? ["const range = answer.headers.get('content-range');"] : []),
    ...(method !== 'HEAD' && answersJson(operation) ? ['const rows = await answer.json();'] : []),
  ].join('\n');
};
