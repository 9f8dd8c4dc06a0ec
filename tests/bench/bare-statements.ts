/** What a person who knows this one table would write: one statement for each request that is measured. */

export interface BareStatement {
  /** Gives one row: `body`, JSON text, or `total`, or nothing to answer. */
  readonly text: string;
  /** Kept prepared. Not where the plan depends on the value, as a search by parts of words does. */
  readonly prepared: boolean;
}

const record = `(select row_to_json(o) from (select t.id, t.versao, t.codigo, t.nome, t.nascimento, t.valor, t.ativo,
  case when j.id is not null then (select row_to_json(c) from (select j.id, j.nome, j.uf) c) end as cidade) o)`;

const page = (where: string): string =>
  `select coalesce(array_to_json(array_agg(p.body)), '[]')::text as body from (
    select ${record} as body from amostra t left join cidade j on j.id = t.cidade_id
    where ${where} order by t.nome, t.id limit 50) p`;

/** In an order that no index has: the rows are found first, and only those of the page are written. */
const sorted = `select coalesce(array_to_json(array_agg(${record} order by t.nascimento desc, t.id desc)), '[]')::text as body
  from (select * from amostra order by nascimento desc, id desc limit 50) t left join cidade j on j.id = t.cidade_id`;

const kept = (text: string): BareStatement => ({ text, prepared: true });
const once = (text: string): BareStatement => ({ text, prepared: false });

const changed = 'versao = t.versao + 1, alterado_em = now()';

export const bareStatements: Readonly<Record<string, BareStatement>> = {
  filter: kept(page('t.cidade_id = $1::bigint')),
  after: kept(page('(t.nome, t.id) > ($1::text, $2::bigint)')),
  first: kept(page('true')),
  sorted: kept(sorted),
  words: once(page("t.busca like '%' || $1::text || '%' and t.busca like '%' || $2::text || '%'")),
  code: once(page("t.busca like '%' || $1::text || '%'")),
  count: kept('select count(*)::text as total from amostra t where t.cidade_id = $1::bigint'),
  one: kept(
    `select ${record}::text as body from amostra t left join cidade j on j.id = t.cidade_id where t.id = $1::bigint`,
  ),
  insert: kept(`insert into amostra (codigo, nome, cidade_id, grupo, pontos, ativo)
    select codigo, nome, cidade_id, grupo, pontos, ativo
    from json_to_record($1::json) r(codigo text, nome text, cidade_id bigint, grupo integer, pontos integer, ativo boolean)`),
  insertMany: once(`insert into amostra (codigo, nome, cidade_id, nascimento, valor, grupo, pontos, ativo)
    select 'B' || lpad(i::text, 8, '0'), 'Importado ' || i, (select min(id) from cidade), date '1980-03-01' + i % 28,
      1234.10 + (i % 90) / 100.0, i % 50, i % 1000, true from generate_series(1, $1::integer) i`),
  deleteMany: once(`delete from amostra where codigo like 'B________'`),
  update: kept(`update amostra t set observacao = r.observacao, ${changed}
    from json_to_record($2::json) r(observacao text) where t.id = $1::bigint`),
  batch: once(`update amostra t set observacao = r.observacao, ${changed}
    from json_to_record($2::json) r(observacao text) where t.grupo = $1::integer`),
};
