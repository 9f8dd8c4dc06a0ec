/** Views that show what the engine keeps of itself as if it were the table of an entity. Out: SQL that makes one. */
import type { LogName, logs } from '../../metadata/logs.ts';
import type { Entity, Model } from '../../model/types.ts';
import { quoteIdentifier } from './quote.ts';

interface LogView<Name extends LogName> {
  readonly from: string;
  /** SQL of each field. */
  readonly columns: Readonly<Record<keyof (typeof logs)[Name], string>>;
  /** SQL of the id and of when the row came to be; default: the columns of a record of events. */
  readonly id?: string;
  readonly at?: string;
}

/** SQL of the login of the user of a session; null where a model has no users. */
const loginSql = (model: Model): string => {
  const users = Object.values(model.entities).find((entity) => entity.login !== undefined);
  if (users?.login === undefined) return 'null::text';
  return `(select u.${quoteIdentifier(users.login)} from public.${quoteIdentifier(users.name)} u where u.id = usuario_id)`;
};

const viewsOf = (model: Model): { readonly [Name in LogName]: LogView<Name> } => ({
  access: {
    from: 'fichario.access_event',
    columns: {
      momento: 'at',
      evento: 'kind',
      login: 'login',
      autor: 'actor',
      motivo: `detail ->> 'reason'`,
      entidade: `detail ->> 'entity'`,
      operacao: `detail ->> 'operation'`,
      quantidade: `(detail ->> 'count')::integer`,
      registros: `coalesce(detail ->> 'record', (select string_agg(record, ', ' order by place)
        from jsonb_array_elements_text(detail -> 'records') with ordinality as named (record, place)))`,
      endereco: 'address',
      dispositivo: 'agent',
    },
  },
  'sensitive-reads': {
    from: 'fichario.sensitive_read',
    columns: {
      momento: 'at',
      login: 'login',
      porta: 'door',
      rota: 'path',
      registro: 'record_id',
      linhas: 'rows',
      campos: `array_to_string(fields, ', ')`,
      filtro: `nullif(array_to_string(filter, ', '), '')`,
      origem: `split_part(origin, ' ', 1)`,
      endereco: `nullif(split_part(origin, ' ', 2), '')`,
      requisicao: 'request',
    },
  },
  sessions: {
    from: 'fichario.session where expires_at > now()',
    id: 'number',
    at: 'issued_at',
    columns: {
      inicio: 'issued_at',
      ultimo_uso: 'seen_at',
      expiracao: 'expires_at',
      login: loginSql(model),
      endereco: 'address',
      dispositivo: 'agent',
    },
  },
});

/** Makes the view of the entity, also where it is there and nobody remembers it. */
export const logViewSql = (model: Model, entity: Entity, log: LogName): string => {
  const { from, id = 'id', at = 'at', ...view }: LogView<LogName> = viewsOf(model)[log];
  const columns: Readonly<Record<string, string>> = view.columns;
  const name = `public.${quoteIdentifier(entity.name)}`;
  const own = entity.fields.map((field) => `${columns[field.name]} as ${quoteIdentifier(field.column)}`);
  return `drop view if exists ${name};
create view ${name} as select ${id} as id, ${own.join(', ')}, 1 as versao, ${at} as criado_em,
  null::bigint as criado_por, null::timestamptz as alterado_em, null::bigint as alterado_por from ${from};`;
};
