import type { MaskChange } from '../../core/mask.ts';
import { compareMasks } from '../../core/mask.ts';
import { writeLabelParts } from '../../model/passes/parse-label.ts';
import type { Field, FieldSource, LabelPart, PersonalDataClass, RelationCondition } from '../../model/types.ts';
import type { Effect } from '../change.ts';
import type { Leaf, Node } from './node.ts';
import { elsewhere, limit, said, show, value, yesNo } from './node.ts';

export const showLabel = (parts: readonly LabelPart[]): string => `'${writeLabelParts(parts)}'`;

const classes: Readonly<Record<PersonalDataClass, string>> = {
  public: 'público',
  personal: 'pessoal',
  sensitive: 'sensível',
};

const personalData: Leaf = {
  kind: 'leaf',
  say: (before, after) => {
    const order = Object.keys(classes);
    const [old, now] = [before, after] as [PersonalDataClass, PersonalDataClass];
    return said(
      `muda a classe de dado pessoal de ${classes[old]} para ${classes[now]}`,
      order.indexOf(now) < order.indexOf(old) ? 'weakens' : 'tightens',
    );
  },
};

const maskEffects: Readonly<Record<MaskChange, Effect>> = {
  same: 'changes',
  wider: 'weakens',
  narrower: 'tightens',
  apart: 'tightens',
};

const mask: Leaf = {
  kind: 'leaf',
  say: (before, after) => {
    const both = typeof before === 'string' && typeof after === 'string';
    const changed = both ? maskEffects[compareMasks(before, after)] : 'changes';
    return value('a máscara', { gained: 'tightens', lost: 'weakens', changed }).say(before, after);
  },
};

/** Which values remain; in another order none is gained or lost. */
const codes: Leaf = {
  kind: 'leaf',
  say: (before, after) => {
    const [old = [], now = []] = [before, after] as readonly (readonly string[] | undefined)[];
    const gained = now.filter((code) => !old.includes(code));
    const lost = old.filter((code) => !now.includes(code));
    if (gained.length + lost.length === 0) return said(`muda a ordem das opções para ${show(now)}`, 'changes');
    const words = [
      ...(gained.length > 0 ? [`passa a aceitar ${show(gained)}`] : []),
      ...(lost.length > 0 ? [`deixa de aceitar ${show(lost)}`] : []),
    ].join(' e ');
    return said(words, lost.length > 0 ? 'tightens' : 'adds');
  },
};

export const showWhere = (conditions: readonly RelationCondition[]): string =>
  conditions
    .map((one) =>
      'from' in one ? `${one.field} = {${one.from}}` : `${one.field} = ${one.values.map(show).join(' ou ')}`,
    )
    .join('; ');

const sayKnown: Leaf['say'] = (before, after) => {
  const [was, is] = [before, after] as (readonly string[] | undefined)[];
  if (is === undefined) return said('quem lê o registro deixa de conhecer o registro apontado pelo nome', 'tightens');
  const known = is.map((name) => `'${name}'`).join(', ');
  const isLess = was !== undefined && is.every((name) => was.includes(name));
  return said(`quem lê o registro conhece do registro apontado: ${known}`, isLess ? 'tightens' : 'weakens');
};

type Relation = NonNullable<Field['relation']>;
const relationKeys: Readonly<Record<keyof Relation, Node>> = {
  entity: value('a entidade para a qual aponta', { changed: 'loses' }),
  label: value('o texto com que o registro apontado aparece', { show: showLabel }),
  onDelete: {
    kind: 'leaf',
    say: (before, after) => {
      const words = {
        refuse: 'recusado',
        clear: 'aceito, e o campo fica vazio',
        cascade: 'aceito, e a linha vai junto',
      };
      const name = (key: unknown): string => words[key as Relation['onDelete']];
      return said(
        `muda o que se dá quando o registro apontado é apagado: era ${name(before)}; passa a ser ${name(after)}`,
        before === 'refuse' ? 'weakens' : 'tightens',
      );
    },
  },
  minimum: value('o número de letras com que a busca começa'),
  single: yesNo(
    ['escolhe sozinho o único registro achado', 'changes'],
    ['não escolhe mais sozinho o único achado', 'changes'],
  ),
  date: value('a data em que o registro apontado deve valer', { gained: 'tightens', lost: 'weakens' }),
  valid: value('os campos do registro apontado que dizem quando ele vale', {
    gained: 'tightens',
    lost: 'weakens',
    changed: 'tightens',
    show: (fields) => {
      const { from, until } = fields as NonNullable<Relation['valid']>;
      return `de ${from} a ${until}`;
    },
  }),
  where: value('a escolha entre os registros apontados', {
    gained: 'tightens',
    lost: 'weakens',
    changed: 'tightens',
    show: showWhere,
  }),
  known: { kind: 'leaf', say: sayKnown },
};

type Attachment = NonNullable<Field['attachment']>;
const attachmentKeys: Readonly<Record<keyof Attachment, Node>> = {
  types: codes,
  maxSize: limit('o tamanho máximo do arquivo, em MB', 'most'),
  many: yesNo(['aceita vários arquivos', 'adds'], ['aceita um só arquivo', 'tightens']),
};

/** What the engine gives and takes for a field, and what people see of it. */
export const fieldKeys: Readonly<Record<keyof Field, Node>> = {
  name: elsewhere,
  column: value('o nome da coluna, com que a API o conhece', { changed: 'loses' }),
  type: value('o tipo', { changed: 'loses' }),
  title: value('o rótulo'),
  description: value('a descrição na ajuda'),
  help: value('o texto de ajuda'),
  examples: value('os exemplos'),
  required: yesNo(['passa a ser obrigatório', 'tightens'], ['deixa de ser obrigatório', 'weakens']),
  readOnly: yesNo(['passa a ser só de leitura', 'tightens'], ['deixa de ser só de leitura', 'weakens']),
  visible: yesNo(['passa a aparecer', 'adds'], ['deixa de aparecer em telas, arquivos e API', 'loses']),
  covered: elsewhere,
  fixed: elsewhere,
  given: elsewhere,
  writeOnly: yesNo(['passa a ser um segredo, que ninguém lê', 'loses'], ['deixa de ser um segredo', 'weakens']),
  unique: yesNo(['passa a não se repetir', 'tightens'], ['passa a poder se repetir', 'weakens']),
  format: value('o formato', { gained: 'tightens', lost: 'weakens', changed: 'tightens' }),
  mask,
  pattern: value('a forma pedida', { gained: 'tightens', lost: 'weakens', changed: 'tightens' }),
  minLength: limit('o mínimo de caracteres', 'least'),
  maxLength: limit('o máximo de caracteres', 'most'),
  minimum: limit('o valor mínimo', 'least'),
  maximum: limit('o valor máximo', 'most'),
  multipleOf: value('o passo dos valores', { gained: 'tightens', lost: 'weakens', changed: 'tightens' }),
  scale: limit('o número de casas decimais', 'most'),
  sequence: value('a numeração', { gained: 'tightens', lost: 'weakens' }),
  seconds: yesNo(['passa a mostrar os segundos', 'changes'], ['deixa de mostrar os segundos', 'changes']),
  beginsNow: yesNo(['começa com o momento atual', 'changes'], ['não começa mais com o momento atual', 'changes']),
  begins: value('a expressão pela qual começa'),
  filledFrom: value('de onde é preenchido', {
    show: (source) => {
      const { relation, field } = source as FieldSource;
      return `${relation}.${field}`;
    },
  }),
  attachment: { kind: 'group', keys: attachmentKeys, whole: value('a regra dos anexos').say },
  default: value('o valor inicial'),
  personalData,
  codeList: value('a lista de códigos', { gained: 'tightens', lost: 'weakens', changed: 'loses' }),
  codes,
  relation: {
    kind: 'group',
    keys: relationKeys,
    whole: value('o que aponta', { show: (one: Relation) => one.entity }).say,
  },
};
