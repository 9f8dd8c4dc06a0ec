/** What the document says of names that fields had: deprecated, beside those of today. */
import type { Entity, Field, Model } from '../../model/types.ts';
import type { Json } from './json.ts';
import { ref } from './json.ts';

/** A field with a name that it had, as its column and, of a relation, as that. */
interface Former {
  readonly field: Field;
  readonly column: string;
  readonly relation: string;
  readonly since: string;
}

export const formersOf = ({ formerNames = [] }: Model, entity: Entity, fields: readonly Field[]): readonly Former[] =>
  formerNames.flatMap(({ entity: owner, from, field: name, since }) => {
    const field = owner === entity.name ? fields.find((one) => one.name === name) : undefined;
    return field ? [{ field, column: field.relation ? `${from}_id` : from, relation: from, since }] : [];
  });

const said = ({ field: { column }, since }: Former): string =>
  `Nome anterior de \`${column}\`, que mudou em ${since}; ainda é aceito, e a resposta o diz em \`Deprecation\`.`;

/** Of a filter. */
export const formerFilter = (former: Former, filter: Json): Json => ({
  ...filter,
  name: former.column,
  description: said(former),
  deprecated: true,
});

/** Of a body: the same values. */
export const formerProperties = (formers: readonly Former[], properties: Readonly<Record<string, Json>>): Json =>
  Object.fromEntries(
    formers.flatMap((former) => {
      const own = properties[former.field.column];
      return own === undefined
        ? []
        : [[former.column, { ...own, description: said(former), deprecated: true, 'x-former': former.field.column }]];
    }),
  );

/** Of an answer: there where `select` names them so. */
export const formerAnswers = (formers: readonly Former[], properties: Readonly<Record<string, Json>>): Json =>
  Object.fromEntries(
    formers.flatMap((former) => {
      const parts: (readonly [string, string, string])[] = [
        [former.column, former.field.column, 'x-asked'],
        ...(former.field.relation ? [[former.relation, former.field.name, 'x-embed'] as const] : []),
      ];
      return parts.flatMap(([name, of, mark]) => {
        const own = properties[of];
        const description = `Nome anterior de \`${of}\`; só quando pedido em \`select\`.`;
        return own === undefined ? [] : [[name, { ...own, description, deprecated: true, [mark]: true }]];
      });
    }),
  );

/** The headers that tell of them; none where there are none. */
export const formerHeaders = ({ formerNames = [] }: Model): Json =>
  formerNames.length === 0
    ? {}
    : Object.fromEntries(['Deprecation', 'Link', 'Fichario-Former-Names'].map((name) => [name, ref('headers', name)]));

export const formerHeaderParts = ({ formerNames = [] }: Model): Json =>
  formerNames.length === 0
    ? {}
    : {
        Deprecation: {
          description:
            'O pedido usou o nome anterior de um campo (RFC 9745): desde quando ele é outro, `@` e segundos desde 1970; `@0` onde só se sabe a versão.',
          schema: { type: 'string', pattern: '^@\\d+$' },
        },
        Link: { description: 'Este documento, com `rel="deprecation"`.', schema: { type: 'string' } },
        'Fichario-Former-Names': {
          description: 'Os nomes anteriores do pedido e os de hoje: `banco.apelido=nome_curto`.',
          schema: { type: 'string' },
        },
      };
