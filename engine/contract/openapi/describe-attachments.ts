/** The calls of the files of one registry: sending one for a field, and taking one from a record. Out: paths. */
import { writableEntity } from '../../access/visible-entity.ts';
import { attachmentTypes, sizeLimit, typeLabels, writeSize } from '../../fields/attachment.ts';
import { writableFields } from '../../fields/record-schema.ts';
import type { RegistryScreen } from '../../model/screen-types.ts';
import type { Entity, Field } from '../../model/types.ts';
import type { Sight } from './describe-record.ts';
import type { Json } from './json.ts';
import { jsonBody, ref } from './json.ts';
import { refusedWith } from './refusals.ts';

/** What is told of a file. */
const attachmentSchema: Json = {
  type: 'object',
  description: 'Um arquivo de um registro. Quem grava o registro só precisa mandar o `id`.',
  required: ['id', 'name', 'type', 'size'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    type: { type: 'string', description: 'Tipo de mídia, reconhecido pelo conteúdo.' },
    size: { type: 'integer', description: 'Em bytes.' },
  },
};

const binary = { type: 'string', format: 'binary' } as const;

const send = (screen: RegistryScreen, field: Field, tag: string): Json => ({
  post: {
    tags: [tag],
    operationId: `attach_${screen.folder.replaceAll('-', '_')}_${field.name}`,
    summary: `Enviar arquivo de ${field.title}: ${screen.title}`,
    description: `${typeLabels(field)}; até ${writeSize(sizeLimit(field))}. O corpo é o próprio arquivo. Passa a ser do registro que for gravado com o seu \`id\` em \`${field.column}\`; sem isso, sai em um dia.`,
    parameters: [
      { name: 'name', in: 'query', required: true, description: 'Nome do arquivo.', schema: { type: 'string' } },
    ],
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { ...binary, maxLength: sizeLimit(field) } } },
    },
    responses: {
      201: { description: 'O arquivo, como vai no registro.', content: jsonBody(ref('schemas', 'Anexo')) },
      ...refusedWith(401, 403, 413, 415, 422, 429, 500, 503, 504),
    },
  },
});

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  description: 'O `ETag` de um arquivo já recebido: a resposta é 304, sem o conteúdo.',
  schema: { type: 'string' },
};

const place = (field: Field): readonly Json[] => [
  { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
  {
    name: 'anexo',
    in: 'path',
    required: true,
    description: `O \`id\` do arquivo em \`${field.column}\`.`,
    schema: { type: 'string', format: 'uuid' },
  },
  ifNoneMatch,
];

const part: readonly Json[] = [
  {
    name: 'Range',
    in: 'header',
    description: 'Uma parte do arquivo, como `bytes=0-1023`.',
    schema: { type: 'string' },
  },
  {
    name: 'If-Range',
    in: 'header',
    description: 'O `ETag` do que já foi recebido: se for de outro arquivo, a resposta é o arquivo inteiro.',
    schema: { type: 'string' },
  },
];

export const fileName: Json = {
  description: 'O nome com que guardar o arquivo.',
  required: true,
  schema: { type: 'string', pattern: '^attachment; filename' },
};

export const fileSize: Json = {
  description: 'Tamanho do arquivo, em bytes.',
  required: true,
  schema: { type: 'string', pattern: '^\\d+$' },
};

const partRange: Json = {
  description: 'Primeiro e último byte da parte, e o tamanho do arquivo: `bytes 0-1023/20480`.',
  required: true,
  schema: { type: 'string', pattern: '^bytes \\d+-\\d+/\\d+$' },
};

/** What a call answers that gives a file of one of the types. */
export const fileAnswers = (types: readonly { readonly media: string }[]) => {
  const content = Object.fromEntries(types.map(({ media }) => [media, { schema: binary }]));
  const version = { ETag: ref('headers', 'AnswerTag') };
  const headers = { ...version, 'Content-Disposition': fileName };
  return {
    200: { description: 'O arquivo.', headers, content },
    206: { description: 'A parte pedida.', headers: { ...headers, 'Content-Range': partRange }, content },
    304: { description: 'O arquivo é o que quem chama já tem.', headers: version },
  } as const;
};

/** What such a call may be asked with. */
export const fileParts: readonly Json[] = [ifNoneMatch, ...part];

/** Of a file that was taken off its record. */
const erase = (screen: RegistryScreen, field: Field, tag: string): Json => ({
  delete: {
    tags: [tag],
    operationId: `attachment_erase_${screen.folder.replaceAll('-', '_')}_${field.name}`,
    summary: `Apagar arquivo de ${field.title} definitivamente: ${screen.title}`,
    description:
      'O conteúdo de um arquivo que já foi retirado do registro sai do banco de dados. O histórico guarda o nome do arquivo, e o registro de eventos guarda quem o apagou.',
    parameters: place(field).slice(0, 2),
    responses: {
      204: { description: 'O conteúdo foi apagado.' },
      ...refusedWith(401, 403, 404, 409, 410, 500, 503, 504),
    },
  },
});

const take = (screen: RegistryScreen, field: Field, tag: string): Json => {
  const name = `${screen.folder.replaceAll('-', '_')}_${field.name}`;
  const answers = fileAnswers((field.attachment?.types ?? []).map((type) => attachmentTypes[type]));
  return {
    get: {
      tags: [tag],
      operationId: `attachment_${name}`,
      summary: `Baixar arquivo de ${field.title}: ${screen.title}`,
      description:
        'O conteúdo de um arquivo do registro, para ser guardado: inteiro ou em parte. Quem vê o histórico recebe também o que foi retirado do registro.',
      parameters: [...place(field), ...part],
      responses: {
        ...answers,
        ...refusedWith(401, 403, 404, 410, 416, 500, 503, 504),
      },
    },
    head: {
      tags: [tag],
      operationId: `attachment_head_${name}`,
      summary: `Consultar arquivo de ${field.title}: ${screen.title}`,
      description: 'Tamanho, tipo, nome e `ETag` de um arquivo do registro, sem o conteúdo.',
      parameters: place(field),
      responses: {
        200: { description: 'O arquivo existe.', headers: { ...answers[200].headers, 'Content-Length': fileSize } },
        304: answers[304],
        ...refusedWith(401, 403, 404, 410, 500, 503, 504),
      },
    },
  };
};

/** `fields`: those that the caller may read. The schema of a file is added to the sight where there is one. */
export const describeAttachments = (
  { access, schemas }: Sight,
  screen: RegistryScreen,
  entity: Entity,
  fields: readonly Field[],
  tag: string,
): Json => {
  const can = (action: string): boolean => access.can(action, entity.subject);
  const files = (some: readonly Field[]): readonly Field[] => some.filter((field) => field.attachment !== undefined);
  const writable = can('insert') || can('update') ? files(writableFields(writableEntity(access, entity))) : [];
  const readable = can('view') || can('audit') ? files(fields) : [];
  const erases = access.can('manage', 'all');
  if (writable.length + readable.length > 0) schemas['Anexo'] = attachmentSchema;
  return Object.fromEntries([
    ...writable.map((field) => [`/anexos${screen.path}/${field.column}`, send(screen, field, tag)]),
    ...readable.map((field) => [
      `/anexos${screen.path}/{id}/${field.column}/{anexo}`,
      { ...take(screen, field, tag), ...(erases ? erase(screen, field, tag) : {}) },
    ]),
  ]);
};
