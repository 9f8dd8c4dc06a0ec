/**
 * The measure: bare `node:http` and `pg`, one prepared statement whose JSON text PostgreSQL builds, sent through
 * unchanged. Reads `url` and `port` from its arguments.
 */
import { createServer } from 'node:http';
import pg from 'pg';

const [url, port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });

const columns = `(select row_to_json(o) from (select t.id, t.versao, t.codigo, t.nome, t.ativo,
  (select row_to_json(c) from (select j.id, j.nome, j.uf) c) as cidade) o) as body`;
const statements = {
  filter: `select coalesce(json_agg(p.body), '[]')::text as body from (select ${columns} from distrito t left join cidade j on j.id = t.cidade_id
    where t.cidade_id = $1 order by t.nome, t.id limit 50) p`,
  page: `select coalesce(json_agg(p.body), '[]')::text as body from (select ${columns} from distrito t left join cidade j on j.id = t.cidade_id
    where (t.nome, t.id) > ($1, $2) order by t.nome, t.id limit 50) p`,
} as const;

createServer(async (request, response) => {
  const query = new URL(request.url ?? '/', 'http://bare').searchParams;
  const cidade = query.get('cidade');
  const [name, values] =
    cidade === null ? (['page', [query.get('nome'), query.get('id')]] as const) : (['filter', [cidade]] as const);
  const { rows } = await pool.query<{ body: string }>({ name, text: statements[name], values: [...values] });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(rows[0]?.body);
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
