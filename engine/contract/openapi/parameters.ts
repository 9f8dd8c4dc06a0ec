/** What a request to a registry resource may say beside its body, and the headers that answer it: the same everywhere. */
import { fieldTypes } from '../../fields/index.ts';
import type { OperatorName } from '../../fields/operators.ts';
import type { Field } from '../../model/types.ts';
import { idempotencyHeader, keyHours } from '../idempotency-key.ts';
import type { Json } from './json.ts';

const text = { type: 'string' } as const;

const query: Readonly<Record<string, Json>> = {
  select: {
    description:
      'Colunas da resposta, e relações entre parênteses: `id,nome,cidade(nome,uf)`. `apelido:coluna` dá outro nome, `coluna::text` outro tipo; `...cidade(uf)` põe as colunas da relação no próprio registro; `!inner` deixa só os registros que têm a relação. O que se relaciona com o registro vem como lista pela rota, `distritos(nome)`, ou contado, `distritos(count)`. Ausente: todas as colunas.',
    schema: text,
    example: 'id,versao',
  },
  order: {
    description:
      'Ordem: `coluna.asc` ou `coluna.desc`, com `.nullsfirst` ou `.nullslast`; por uma relação, `cidade(nome).asc`. Ausente: a ordem da tela.',
    schema: text,
    example: 'id.desc',
  },
  limit: {
    description: 'Registros por página. Ausente: o tamanho de página da tela.',
    schema: { type: 'integer', minimum: 0, maximum: 1000 },
    example: 10,
  },
  offset: {
    description: 'Registros a pular. `cursor` custa o mesmo em toda página; este, não. Não vai junto com `cursor`.',
    schema: { type: 'integer', minimum: 0 },
  },
  cursor: {
    description: 'O `Fichario-Next-Cursor` da página anterior, com o mesmo filtro e a mesma ordem.',
    schema: text,
  },
  as_of: {
    description:
      'Os dados como estavam em um momento que já passou, com os acessos de hoje: `2026-03-12` (o fim do dia), `2026-03-12T14:30` (na hora da instalação) ou `2026-03-12T14:30:00-03:00`. Relações e listas do registro são as do mesmo momento.',
    schema: text,
  },
  offered_for: {
    description:
      'Só os registros que cabem em um campo que aponta para este recurso, pelo que a relação fixa: `tarefa.responsavel`; de uma linha, `tarefa.passos.feito_por`; como uma transição pede o campo, `tarefa.responsavel!entregar`. Os nomes estão em `x-offered-for`, no corpo do outro recurso. De quem só lê o campo, estreita pelo que se pode comparar.',
    schema: text,
  },
  q: {
    description: 'Busca rápida: cada palavra tem de aparecer, sem distinguir maiúsculas nem acentos.',
    schema: text,
  },
  and: { description: 'Condições que valem juntas: `(id.gt.10,id.lt.20)`. `not.and` nega o grupo.', schema: text },
  or: { description: 'Condições das quais basta uma: `(id.eq.1,id.eq.2)`. `not.or` nega o grupo.', schema: text },
  columns: {
    description: 'As únicas chaves do corpo que contam, separadas por vírgula: `"codigo","nome"`.',
    schema: text,
  },
  on_conflict: {
    description:
      'Com `resolution` em Prefer: as colunas de um valor único, pelas quais se sabe que o registro já existe. Ausente: o `id` se o corpo o traz, senão a chave natural.',
    schema: text,
  },
};

const each =
  '`outcome=each` grava ou recusa cada registro por si, até 500 de uma vez, e responde 200 com a lista do que houve com cada um: `id` (e `row`, a posição no corpo de uma inclusão), `status` e, na recusa, `error`.';
const shared =
  '`tx=rollback` confere tudo, responde como se tivesse feito e não guarda nada; `handling=strict` recusa o que não se conhece.';

const headers: Readonly<Record<string, Json>> = {
  PreferRead: {
    name: 'Prefer',
    description:
      '`count=exact`, `count=planned` ou `count=estimated` pedem o total, que vem em Content-Range. Sem isso nada é contado. Muitos registros são estimados, e Preference-Applied diz `count=estimated`; `count=exact, wait=10` conta todos, se 10 segundos bastarem.',
    schema: text,
    example: 'count=exact',
  },
  Range: {
    name: 'Range',
    description: 'A página, do primeiro ao último registro a partir de 0: `0-24`. Vale junto com `limit` e `offset`.',
    schema: text,
  },
  PreferWrite: {
    name: 'Prefer',
    description: `\`return=representation\` devolve os registros gravados; \`return=minimal\` (o padrão) e \`return=headers-only\`, não. \`resolution=merge-duplicates\` altera os que já existem; \`resolution=ignore-duplicates\` os deixa como estão. \`missing=default\` é sempre assim. ${each} ${shared}`,
    schema: text,
    example: 'return=representation',
  },
  PreferMany: {
    name: 'Prefer',
    description: `\`return=representation\` devolve os registros atingidos; \`max-affected=N\` recusa a operação que atinja mais que N. ${each} Os registros são dados por \`id=in.(1,2,3)\`. ${shared}`,
    schema: text,
    example: 'return=representation, max-affected=1',
  },
  Provider: {
    name: 'Fichario-Provider',
    description:
      'O `id` do prestador para quem se trabalha: só os registros dele são lidos e gravados, também nas relações. Ausente: os de todos.',
    schema: { type: 'integer', minimum: 1 },
  },
  IfMatch: {
    name: 'If-Match',
    description: 'O ETag do registro como foi lido: `"3"`. Se ele mudou depois, nada é gravado e a resposta é 412.',
    schema: text,
  },
  IdempotencyKey: {
    name: idempotencyHeader,
    description: `Um texto novo para cada pedido, como um UUID, entre aspas. O mesmo pedido com a mesma chave, enviado de novo porque a resposta se perdeu, não inclui outra vez: a resposta é a do primeiro, com os registros como estão agora. Vale por ${keyHours} horas, para quem a enviou. Com outro conteúdo é recusado com 422, e \`at\` diz o registro já gravado. Não vai junto com \`outcome=each\`; com \`tx=rollback\` não conta.`,
    schema: { type: 'string', minLength: 1 },
    example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    description: 'O ETag da resposta que já se tem: se nada mudou, vem 304 sem corpo.',
    schema: text,
  },
};

export const sharedParameters: Json = {
  ...Object.fromEntries(Object.entries(query).map(([name, part]) => [name, { name, in: 'query', ...part }])),
  ...Object.fromEntries(Object.entries(headers).map(([name, part]) => [name, { in: 'header', ...part }])),
};

export const sharedHeaders: Json = {
  ContentRange: {
    description: 'Primeiro e último registro, e o total onde foi pedido: `0-24/573`, `0-24/*`, `*/0`.',
    required: true,
    schema: { type: 'string', pattern: '^(\\d+-\\d+|\\*)/(\\d+|\\*)$' },
  },
  NextCursor: { description: 'Abre a página seguinte; ausente na última.', schema: text },
  PreferenceApplied: { description: 'As preferências de Prefer que foram atendidas.', schema: text },
  RecordTag: {
    description: 'A versão do registro, quando a resposta é de um só: `"3"`. Volta em If-Match.',
    schema: { type: 'string', pattern: '^"\\d+"$' },
  },
  AnswerTag: {
    description: 'Muda quando a resposta muda; volta em If-None-Match.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\w-]+"$' },
  },
  Location: { description: 'Onde ler o registro incluído, quando é um só.', schema: { type: 'string' } },
};

const systemOperators: readonly OperatorName[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is'];

const filter = (name: string, title: string, operators: readonly OperatorName[]): Json => ({
  name,
  in: 'query',
  description: `Filtro por ${title}: \`operador.valor\`, com ${operators.map((one) => `\`${one}\``).join(', ')}; \`not.\` antes nega. Repetido, valem todos.`,
  schema: { type: 'string', pattern: `^(not\\.)?(${operators.join('|')})(\\([a-z]+\\))?\\.` },
});

/** The filter of the records' own id. */
export const idFilter: Json = { ...filter('id', 'Identificador', systemOperators), example: 'eq.1' };

/** The filter of a column, with the operators of its type. */
export const columnFilter = (field: Field): Json => filter(field.column, field.title, fieldTypes[field.type].operators);
