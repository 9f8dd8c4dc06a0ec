/**
 * A world of rows and the users who look at it. What one of them may not read is changed in the database, under the
 * triggers, and nothing else: to that user the world before and the world after are the same.
 */
import type { Database } from '../../engine/data/database.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { administrator, startTestProduct } from '../support/product.ts';
import { worldFiles } from './world-files.ts';

export const words = ['asma', 'febre', 'gripe', 'otite', 'rinite', 'sarna', 'tosse'] as const;
export const phases = ['ABERTA', 'PAGA', 'GLOSADA'] as const;
export const guides = 60;
export const clinics = 4;
export const patients = 12;
const doctors = 8;

/** What is seen of the world: a user's rights, and what must make no difference to that user. */
export interface Viewer {
  readonly login: string;
  readonly pairs: readonly string[];
  readonly roles?: Readonly<Record<string, boolean | number>>;
  readonly hidden?: readonly string[];
  readonly masked?: readonly string[];
  /** SQL that changes what the user may not read, and nothing else; another `salt`, other values. */
  readonly change: (salt: string) => readonly string[];
}

/** A hash of the row's id that differs from world to world, from column to column. */
const hash = (id: string, salt: string): string => `abs(hashtext(${id} || '${salt}')::bigint)`;
const pick = (values: readonly string[], id: string, salt: string): string =>
  `(array[${values.map((value) => `'${value}'`).join()}])[1 + ${hash(id, salt)} % ${values.length}]`;

type Making = (id: string, salt: string) => string;
const name: Making = (id, salt) => pick(words, id, salt);
const word: Making = (id, salt) => `nullif(${pick(words, id, salt)}, 'tosse')`;
const number: Making = (id, salt) => `${hash(id, salt)} % 50`;
const doctor: Making = (id, salt) => `1 + ${hash(id, salt)} % ${doctors}`;
/** The one file that there is comes and goes. */
const file: Making = (id) =>
  `case when laudos is null and ${id} like '1%' then (select jsonb_build_array(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'size', a.size)) from fichario.attachment a where a.field = 'laudos') end`;

/** New values in the table and in every version of its history. */
const rewrite = (
  table: string,
  columns: Readonly<Record<string, Making>>,
  salt: string,
  where = 'true',
): readonly string[] =>
  ['public', 'historico'].map((schema) => {
    const id = schema === 'public' ? 'id::text' : '(id::text || versao || _operacao)';
    const sets = Object.entries(columns).map(([name, make]) => `${name} = ${make(id, `${name}${salt}`)}`);
    return `update ${schema}.${table} set ${sets.join(', ')} where ${where}`;
  });

/** Rows of a table of which nothing is readable: others, more of them, with their history. */
const scramble = (table: string, columns: Readonly<Record<string, Making>>, salt: string): readonly string[] => [
  ...rewrite(table, columns, salt),
  `delete from public.${table} where ${hash('id::text', `${salt}gone`)} % 3 = 0`,
  `insert into public.${table} (nome) select 'mais ' || n from generate_series(1, ${3 + salt.length}) n`,
];

/** What is worked out from a hidden value follows it. */
const derived = ['public', 'historico'].map((schema) => `update ${schema}.guia set margem = valor - custo`);

const all = (subject: string): string[] =>
  ['list', 'view', 'insert', 'update', 'delete', 'audit'].map((action) => `${subject}:${action}`);
const lists = (...subjects: readonly string[]): string[] => subjects.map((subject) => `${subject}:list`);

const house = (salt: string): readonly string[] => [
  ...scramble('sindicancia', { nome: name, guia_id: number, medico_id: doctor }, salt),
  ...rewrite('medico', { renda: number, retrato: word }, salt),
  // what others keep for themselves
  `update fichario.user_setting set value = to_jsonb('${salt}'::text) where usuario_id = (select id from usuario where login = '${administrator.login}')`,
  `update fichario.saved_view set name = name || '${salt}', content = jsonb_set(content, '{filters}', '[]') where not shared and usuario_id = (select id from usuario where login = '${administrator.login}')`,
  `update usuario set nome = '${salt}', email = '${salt}@exemplo.com.br' where login = '${administrator.login}'`,
];

const hiddenOfGuide = { diagnostico: word, gravidade: number, custo: number, parecerista_id: doctor, laudos: file };

/** Other values that are covered alike. */
const underCover: Readonly<Record<string, Making>> = {
  cpf: (id, salt) =>
    `lpad((${hash(id, salt)} % 1000)::text, 3, '0') || substr(cpf, 4, 6) || lpad((${hash(id, salt)} % 97)::text, 2, '0')`,
  email: (id, salt) => `left(email, 1) || ${hash(id, salt)} || '@' || split_part(email, '@', 2)`,
  fone: (id, salt) => `lpad((${hash(id, salt)} % 9999999)::text, 7, '9') || right(fone, 4)`,
};
const filled =
  (column: string): Making =>
  (id, salt) =>
    `case when ${column} is not null then ${name(id, salt)} end`;

export const viewers: readonly Viewer[] = [
  {
    // staff from whom fields, arrays and whole registries are kept
    login: 'campos',
    pairs: [...all('guia'), ...all('recurso'), ...all('clinica'), ...all('paciente')],
    hidden: [
      ...['diagnostico', 'gravidade', 'custo', 'parecerista', 'laudos', 'pareceres'].map((name) => `guia.${name}`),
      'guia_itens.sigilo',
      'clinica.faturamento',
      'paciente.doenca',
    ],
    change: (salt) => [
      ...house(salt),
      ...rewrite('guia', hiddenOfGuide, salt),
      ...derived,
      ...rewrite('guia_itens', { sigilo: word }, salt),
      ...rewrite('guia_pareceres', { texto: word, nota: number }, salt),
      ...rewrite('clinica', { faturamento: number }, salt),
      ...rewrite('paciente', { doenca: word }, salt),
      ...scramble('exame', { nome: name, resultado: word, guia_id: number }, salt),
    ],
  },
  {
    // staff who read the same fields covered
    login: 'cobertos',
    pairs: [...all('guia'), ...all('recurso'), ...all('clinica'), ...all('paciente')],
    masked: [
      ...['diagnostico', 'gravidade', 'custo', 'parecerista', 'laudos', 'pareceres'].map((one) => `guia.${one}`),
      'guia_itens.sigilo',
      'clinica.faturamento',
      ...['doenca', 'cpf', 'email', 'fone'].map((one) => `paciente.${one}`),
    ],
    change: (salt) => [
      ...house(salt),
      ...rewrite('guia', { ...hiddenOfGuide, diagnostico: filled('diagnostico') }, salt),
      ...derived,
      ...rewrite('guia_itens', { sigilo: filled('sigilo') }, salt),
      ...rewrite('guia_pareceres', { texto: word, nota: number }, salt),
      ...rewrite('clinica', { faturamento: number }, salt),
      ...rewrite('paciente', { doenca: filled('doenca'), ...underCover }, salt),
      ...scramble('exame', { nome: name, resultado: word, guia_id: number }, salt),
    ],
  },
  {
    // a provider: the rows of others, and what hangs on them
    login: 'clinica',
    pairs: [...all('guia'), ...all('exame'), ...all('recurso'), ...lists('clinica', 'paciente')],
    roles: { operadora: false, prestador: true, prestador_registro: 1 },
    change: (salt) => [
      ...house(salt),
      ...rewrite(
        'guia',
        {
          ...hiddenOfGuide,
          numero: (id, own) => `'Z' || substr(md5(${id} || '${own}'), 1, 8)`,
          fase: (id, own) => pick(phases, id, own),
          valor: number,
          dia: (id, own) => `date '2026-01-01' + (${hash(id, own)} % 300)::integer`,
          observacao: word,
          clinica_id: (id, own) => `2 + ${hash(id, own)} % ${clinics - 1}`,
          versao: (id, own) => `1 + ${hash(id, own)} % 9`,
        },
        salt,
        'clinica_id is distinct from 1',
      ),
      `insert into public.guia (numero, fase, clinica_id, diagnostico) select '${salt}' || n, 'PAGA', 2, 'tosse' from generate_series(1, ${salt.length * 7}) n`,
      ...rewrite(
        'guia_itens',
        { nome: name, quantidade: number },
        salt,
        'guia_id in (select id from guia where clinica_id is distinct from 1)',
      ),
      ...rewrite('exame', { nome: name, resultado: word }, salt, 'clinica_id is distinct from 1'),
      `delete from public.exame where clinica_id is distinct from 1 and ${hash('id::text', salt)} % 3 = 0`,
    ],
  },
  {
    // a person: its own guides
    login: 'pessoa',
    pairs: [...all('guia'), ...lists('recurso')],
    roles: { operadora: false, beneficiario: true, beneficiario_registro: 2 },
    hidden: ['guia.custo', 'guia.itens'],
    change: (salt) => [
      ...house(salt),
      ...rewrite('guia', { custo: number }, salt),
      ...rewrite(
        'guia',
        { ...hiddenOfGuide, fase: (id, own) => pick(phases, id, own), valor: number, observacao: word },
        salt,
        'paciente_id is distinct from 2',
      ),
      ...derived,
      ...rewrite('guia_itens', { nome: name, quantidade: number, sigilo: word }, salt),
      ...rewrite('clinica', { faturamento: number }, salt),
      ...rewrite('paciente', { doenca: word }, salt),
      ...scramble('exame', { nome: name, resultado: word }, salt),
    ],
  },
  {
    // staff who may open lists and no record
    login: 'listas',
    pairs: [...lists('guia', 'recurso')],
    hidden: ['guia.diagnostico', 'guia.custo'],
    change: (salt) => [
      ...house(salt),
      ...rewrite('guia', { ...hiddenOfGuide, dobro: number }, salt),
      ...derived,
      ...rewrite('guia_itens', { nome: name, quantidade: number, sigilo: word }, salt),
      ...rewrite('guia_pareceres', { texto: word, nota: number }, salt),
      ...rewrite('clinica', { faturamento: number }, salt),
      ...scramble('exame', { nome: name, resultado: word }, salt),
    ],
  },
];

const insert = async (admin: Caller, path: string, rows: readonly object[]): Promise<void> => {
  const answer = await admin.call('POST', `/api${path}`, { body: rows });
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`);
};

const upload = async (admin: Caller, field: string, name: string): Promise<{ readonly id: string }> => {
  const answer = await admin.call('POST', `/api/anexos/guias/${field}?name=${name}`, {
    bytes: Buffer.from(`arquivo ${name}`),
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
};

const at = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
const day = (index: number): string => new Date(Date.UTC(2026, 0, 1 + ((index * 11) % 300))).toISOString().slice(0, 10);

/** The check digits of a CPF. */
const withDigits = (nine: string): string =>
  [0, 1].reduce((text) => {
    const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (text.length + 1 - index), 0);
    return text + (((sum * 10) % 11) % 10);
  }, nine);

export const patientOf = (n: number) => ({
  nome: `Pessoa ${String.fromCharCode(65 + n)}`,
  doenca: at(words, n * 3),
  cpf: withDigits(String(123_456_700 + n * 7)),
  email: `pessoa${n}@exemplo.com.br`,
  fone: `119${String(80_000_000 + n * 1234)}`,
});

const fill = async (admin: Caller): Promise<void> => {
  const range = (length: number) => Array.from({ length }, (_, index) => index);
  await insert(
    admin,
    '/medicos',
    range(doctors).map((n) => ({ registro: `M${n}`, nome: `Doutor ${at(words, n)}`, renda: n, retrato: `r${n}` })),
  );
  await insert(
    admin,
    '/clinicas',
    range(clinics).map((n) => ({ codigo: `C${n}`, nome: `Casa ${at(words, n)}`, faturamento: n * 10 })),
  );
  await insert(admin, '/pacientes', range(patients).map(patientOf));
  const own = await upload(admin, 'anexos', 'aberto.txt');
  const secret = await upload(admin, 'laudos', 'fechado.txt');
  await insert(
    admin,
    '/guias',
    range(guides).map((n) => ({
      numero: `G${String(n).padStart(3, '0')}`,
      // every third guide is of the provider, every sixth of the person
      clinica_id: n % 3 === 0 ? 1 : 1 + (n % clinics),
      paciente_id: n % 6 === 0 ? 2 : 1 + (n % patients),
      medico_id: 1 + (n % doctors),
      fase: at(phases, n),
      valor: (n * 37) % 50,
      dia: day(n),
      urgente: n % 4 === 0,
      observacao: `nota ${at(words, n * 5)}`,
      diagnostico: at(words, n * 2),
      gravidade: n % 10,
      custo: n % 30,
      parecerista_id: 1 + ((n * 3) % doctors),
      itens: range(n % 4).map((k) => ({
        nome: `Item ${at(words, n + k)}`,
        quantidade: k + (n % 5),
        sigilo: at(words, k),
        executante_id: 1 + k,
      })),
      pareceres: range(n % 3).map((k) => ({ texto: at(words, n + k), nota: k })),
      ...(n === 0 ? { anexos: [{ id: own.id }], laudos: [{ id: secret.id }] } : {}),
    })),
  );
  await insert(
    admin,
    '/recursos',
    range(40).map((n) => ({ motivo: `Motivo ${at(words, n)} ${n}`, peso: n % 9, guia_id: 1 + ((n * 3) % guides) })),
  );
  await insert(
    admin,
    '/exames',
    range(40).map((n) => ({
      nome: `Exame ${at(words, n)} ${n}`,
      resultado: at(words, n * 4),
      clinica_id: 1 + (n % clinics),
      guia_id: 1 + (n % guides),
    })),
  );
  await insert(
    admin,
    '/sindicancias',
    range(10).map((n) => ({ nome: at(words, n), guia_id: 1 + n, medico_id: 1 + (n % doctors) })),
  );
  // versions of which one sees some and another sees others
  for (const change of [{ fase: 'PAGA' }, { gravidade: 9 }, { diagnostico: 'sarna', valor: 12 }, { custo: 3 }])
    await admin.call('PATCH', '/api/guias?id=lt.31', { body: change });
  for (const id of [1, 4, 7, 13])
    await admin.call('PATCH', `/api/guias?id=eq.${id}`, { body: { itens: [{ nome: 'Novo', sigilo: 'asma' }] } });
  await admin.call('PATCH', '/api/recursos?peso=lt.3', { body: { peso: 4 } });
  await admin.call('PUT', '/api/settings/lista', { body: { largura: 10 } });
  for (const shared of [true, false])
    await admin.call('POST', '/api/views', {
      body: { screen: '/guias', name: `visão ${shared}`, shared, content: { columns: ['numero', 'diagnostico'] } },
    });
};

export interface World {
  readonly product: TestProduct;
  readonly callers: ReadonlyMap<string, Caller>;
  /** The id of the file that may be read, and of the one that may not. */
  readonly files: readonly string[];
  /** Sorts the tables out, as a new database has them. */
  readonly settle: () => Promise<void>;
  /** Changes what the user may not read, otherwise each time, and settles. */
  readonly change: (viewer: Viewer) => Promise<void>;
}

const tables = [
  'guia',
  'guia_itens',
  'guia_pareceres',
  'recurso',
  'exame',
  'clinica',
  'paciente',
  'medico',
  'sindicancia',
];

export const openWorld = async (database: Database): Promise<World> => {
  const product = await startTestProduct(database, { files: worldFiles });
  const admin = await product.as(administrator.login, administrator.password);
  await fill(admin);
  const callers = new Map<string, Caller>();
  for (const { login, pairs, roles, hidden, masked } of viewers)
    callers.set(
      login,
      await product.enter(login, pairs, {
        ...(roles ? { roles } : {}),
        ...(hidden ? { hidden } : {}),
        ...(masked ? { masked } : {}),
      }),
    );
  // Rows in the order of their ids, and figures of all of them: those of a new database with these rows.
  const settle = async (): Promise<void> => {
    for (const table of tables) {
      await database.execute(`cluster public.${table} using ${table}_pkey`);
      await database.execute(`analyze public.${table}`);
    }
  };
  let worlds = 1;
  const { rows } = await database.query<{ id: string }>({
    text: 'select id::text as id from fichario.attachment order by name',
    values: [],
  });
  return {
    product,
    callers,
    files: rows.map(({ id }) => id),
    settle,
    change: async (viewer) => {
      worlds += 1;
      const salt = `w${worlds}`;
      await database.transaction(async (transaction) => {
        await transaction.execute("set local session_replication_role = 'replica'");
        for (const sql of viewer.change(salt)) await transaction.execute(sql);
      });
      await settle();
    },
  };
};
