/**
 * An import: the rows of a person's file as one change of a registry. The file is sent, its columns are said, every row is
 * read and rehearsed, and what comes of it is a batch like any other: looked at, applied, taken back. What is asked for,
 * and what is answered.
 */
import type { Static } from 'typebox';
import Type from 'typebox';
import type { BatchPlan, BatchSummary } from './batch.ts';
import type { ImportState } from './import-kinds.ts';
import { importModes } from './import-kinds.ts';
import type { Job } from './job.ts';

export * from './import-kinds.ts';

const wireName = Type.String({ minLength: 1, maxLength: 63 });

/** How a file becomes records. */
export const ImportChoices = Type.Object(
  {
    sheet: Type.Optional(
      Type.String({ maxLength: 100, description: 'Planilha do arquivo; a primeira visível, se não se diz.' }),
    ),
    columns: Type.Array(
      Type.Object(
        {
          column: Type.Integer({ minimum: 0, maximum: 999, description: 'Coluna do arquivo, a partir de 0.' }),
          field: Type.String({
            minLength: 1,
            maxLength: 127,
            description: 'O campo; de uma lista de linhas do registro, a lista e o campo: `contatos.tipo`.',
          }),
          row: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 1000,
              description: 'Do campo de uma lista, em CSV e XLSX: de qual linha dela a coluna é, a partir de 1.',
            }),
          ),
          by: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 63,
              description: 'De uma relação: o campo do registro que a coluna traz; o nome, se não se diz.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 500, description: 'As colunas que são lidas, e o campo de cada uma.' },
    ),
    key: Type.Array(wireName, {
      maxItems: 20,
      description: 'Campos que dizem qual registro já existe; vazio: todas as linhas são registros novos.',
    }),
    mode: Type.Enum([...importModes], {
      description: '`upsert`: inclui os novos e altera os que existem; `insert`: só inclui; `update`: só altera.',
    }),
    load: Type.Optional(
      Type.Boolean({
        description:
          'Carga de dados existentes: as linhas trazem registros que já estavam em andamento noutro sistema, cada um na situação que o arquivo diz. Abre a situação, os números e os campos que só as transições preenchem; pede a permissão `carga` além de `insert`, e `mode` `insert`. As regras do cadastro valem; as das transições não, e o que elas fazem em outros registros não é feito.',
      }),
    ),
    whole: Type.Boolean({ description: 'Verdadeiro: ou todas as linhas são gravadas, ou nenhuma.' }),
  },
  { additionalProperties: false },
);
export type ImportChoices = Static<typeof ImportChoices>;

/** A column of the file. */
export interface ImportColumn {
  /** From 0. */
  readonly column: number;
  /** As it stands in the header. */
  readonly title: string;
  /** The first of its values, as text. */
  readonly samples: readonly string[];
  /** Of JSON: the key of the list of objects that it is a key of. Its values are of the rows that a record owns. */
  readonly list?: string;
}

/** A field that a column may fill. */
export interface ImportField {
  /** Of owned rows with their list: `contatos.tipo`. */
  readonly field: string;
  readonly title: string;
  readonly required: boolean;
  /** What people call its values: `Texto de até 60 caracteres`. */
  readonly called: string;
  /** Of a relation: by what its records may be known, besides their names. */
  readonly by: readonly { readonly field: string; readonly title: string }[];
  /** Of a field of owned rows: their list, and how many there may be. */
  readonly rows?: { readonly list: string; readonly title: string; readonly limit: number };
}

/** A column whose title may mean a field, and is not said to: it may mean another as well, or another column may mean the same. */
export interface ImportDoubt {
  readonly column: number;
  /** Titles of what it may mean. */
  readonly fields: readonly string[];
}

/** Fields that tell one record from another. */
export interface ImportKey {
  readonly fields: readonly string[];
  readonly title: string;
}

/** What there is to choose where the file brings records that were under way elsewhere. */
export interface ImportLoad {
  /** All that a column may then fill. */
  readonly fields: readonly ImportField[];
  readonly keys: readonly ImportKey[];
  /** What is then proposed of the columns. */
  readonly columns: ImportChoices['columns'];
}

/** Records of a load in one state. */
export interface ImportStateCount {
  /** Wire name of the field that holds it. */
  readonly field: string;
  readonly state: string;
  readonly title: string;
  readonly rows: number;
}

export interface ImportSheet {
  readonly name: string;
  readonly hidden: boolean;
}

/** An import as it is told of in a list. */
export interface Import {
  readonly id: string;
  readonly path: string;
  /** Of its screen. */
  readonly title: string;
  readonly state: ImportState;
  readonly createdAt: string;
  readonly file: { readonly name: string; readonly size: number };
  /** Of the job that goes on, or went on last. */
  readonly job: Job | null;
  /** What the rows come to, once they were looked at. */
  readonly batch: BatchSummary | null;
}

/** One import, with everything there is to choose and to look at. */
export interface ImportDetail extends Import {
  /** How the file was read: `CSV, UTF-8, separado por ;`. */
  readonly format: string;
  readonly sheets: readonly ImportSheet[];
  /** The sheet whose columns are told. */
  readonly sheet: string | null;
  readonly columns: readonly ImportColumn[];
  readonly fields: readonly ImportField[];
  readonly keys: readonly ImportKey[];
  /** What was chosen; before that what is proposed, from the last import of such a file or the titles. */
  readonly choices: ImportChoices;
  /** null: the records have no states, or the caller may not bring them in others than the first. */
  readonly load: ImportLoad | null;
  /** Of what is proposed by titles. */
  readonly doubts: readonly ImportDoubt[];
  /** Once its rows were looked at, as long as the rights are the same. */
  readonly plan: BatchPlan | null;
  /** Of the records that the plan writes, those that are new. */
  readonly fresh: number;
  /** Of a load: the new records by their states, in the order of the code list; else empty. */
  readonly states: readonly ImportStateCount[];
}
