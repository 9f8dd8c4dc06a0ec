/** What `new` tells of a proposal: for people, and as JSON. */
import { absentDay } from '../fields/absent-day.ts';
import type { Fact, Misfit, Proposal, ProposedField } from '../inference/types.ts';
import type { Place } from '../inference/write-registry.ts';
import type { ShownScreen } from './show-screen.ts';

export interface Told {
  /** What was read, in words; undefined where there was no file. */
  readonly source: string | undefined;
  readonly proposal: Proposal;
  readonly place: Place;
  /** As a person will see it; absent where it is shown otherwise. */
  readonly screen?: ShownScreen | undefined;
  readonly notes: readonly string[];
  /** Paths of the files. */
  readonly files: readonly string[];
  readonly written: boolean;
  readonly address: string;
}

const percent = (confidence: number): string => `${Math.floor(confidence * 100)} %`;

const factLine = ({ said, evidence, confidence }: Fact): string => `${said} (${percent(confidence)}): ${evidence}`;

const fieldLines = (field: ProposedField, width: number): readonly string[] => {
  const [first, ...rest] = field.facts.map(factLine);
  const from = field.header === '' || field.header === field.title ? '' : `  de "${field.header}"`;
  return [
    `  ${field.name.padEnd(width)}  ${field.title}${from}`,
    ...[first ?? '', ...rest].map((line) => `  ${' '.repeat(width)}    ${line}`),
  ];
};

const misfitLines = ({ fields, lines }: Proposal): readonly string[] =>
  fields.flatMap(({ name, misfits }) =>
    misfits.map(({ row, text }) => `  ${name}, linha ${lines[row] ?? row + 1}: ${text}`),
  );

/** Values of a column that are told, of those that are no days. */
const shown = 3;

const noDay = ({ row, text }: Misfit, { lines }: Proposal): string =>
  `'${text}' (linha ${lines[row] ?? row + 1}${absentDay(text) === undefined ? '' : ', que não existe no calendário'})`;

/** Columns of days but for some values: which, how many, where they are, and what to do. */
const nearLines = (proposal: Proposal, place: Place, written: boolean): readonly string[] => {
  const told = proposal.fields.flatMap(({ name, near }) => {
    if (near === undefined) return [];
    const { fitting, of, misfits } = near;
    const more = misfits.length > shown ? [`mais ${misfits.length - shown}`] : [];
    const some = [...misfits.slice(0, shown).map((misfit) => noDay(misfit, proposal)), ...more];
    const list = new Intl.ListFormat('pt-BR').format(some);
    return [`  ${name}: ${fitting} de ${of} valores são datas; ${some.length === 1 ? 'não é' : 'não são'} ${list}`];
  });
  const again = written
    ? `apague schemas/${place.module}/${place.folder} e repita o comando`
    : 'faça o cadastro de novo a partir dela';
  return told.length === 0 ? [] : [...told, `  Para que sejam datas, corrija esses valores na planilha e ${again}.`];
};

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];

/** The report in Portuguese: each fact with its confidence and evidence, what was left out, files and address. */
export const tellNew = ({ source, proposal, place, screen, notes, files, written, address }: Told): string => {
  const width = Math.max(0, ...proposal.fields.map(({ name }) => name.length));
  const { keyFact } = proposal;
  const rowsLost = proposal.rows > 0 && proposal.naturalKey.length === 0;
  return [
    ...(source === undefined ? [] : [source]),
    ...[...proposal.notes, ...notes].map((note) => `  ${note}`),
    '',
    `${place.title}: entidade ${place.entity}, rota /${place.folder}, módulo ${place.module}, menu ${place.parent}`,
    ...proposal.fields.flatMap((field) => fieldLines(field, width)),
    ...section(
      'Colunas que não se repetem no cadastro:',
      proposal.derived.map(({ header, fact }) => `  ${header}: ${factLine(fact)}`),
    ),
    ...section('', keyFact === undefined ? [] : [factLine(keyFact)]).slice(1),
    ...section('Valores que não couberam e ficam vazios em data.csv:', misfitLines(proposal)),
    ...section('Colunas que parecem de datas e ficaram como texto ou lista:', nearLines(proposal, place, written)),
    ...(rowsLost
      ? [
          '',
          'Sem chave natural: nenhuma combinação de colunas identifica uma linha, e data.csv não vai sem isso.',
          'Acrescente à planilha uma coluna de código e repita o comando.',
        ]
      : []),
    ...section(
      written ? 'Gravado, e validate não acha erros:' : 'Nada foi gravado (--dry-run). Iriam:',
      files.map((file) => `  ${file}`),
    ),
    ...section('A lista:', screen?.list ?? []),
    ...section('O formulário (* obrigatório):', screen?.form ?? []),
    '',
    `Tela: ${address}/${place.folder} ${written ? 'depois de npm start' : ''}`.trimEnd(),
  ].join('\n');
};

/** The same for programs. Lines are those of the file. */
export const newAsJson = ({ source, proposal, place, notes, files, written, address }: Told): string => {
  const placed = ({ row, text }: Misfit) => ({ line: proposal.lines[row] ?? row + 1, text });
  return JSON.stringify(
    {
      source: source ?? null,
      ...place,
      path: `/${place.folder}`,
      rows: proposal.rows,
      naturalKey: proposal.naturalKey,
      naturalKeyFact: proposal.keyFact ?? null,
      fields: proposal.fields.map(({ header, name, title, property, required, options, facts, misfits, near }) => ({
        header,
        name,
        title,
        required,
        property,
        ...(options && { options }),
        facts,
        misfits: misfits.map(placed),
        ...(near && { nearDays: { ...near, misfits: near.misfits.map(placed) } }),
      })),
      derived: proposal.derived,
      notes: [...proposal.notes, ...notes],
      files,
      written,
      address: `${address}/${place.folder}`,
    },
    null,
    2,
  );
};
