/**
 * A world of rows and the users who look at it. What one of them may not read is changed in the database, under the
 * triggers, and nothing else: to that user the world before and the world after are the same.
 */
import { randomUUID } from 'node:crypto';
import { checkImportKind } from '../../engine/contract/import.ts';
import type { Database } from '../../engine/data/database.ts';
import { checkImport } from '../../src/imports/import-jobs.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { administrator, startTestProduct } from '../support/product.ts';
import type { Kind } from './requests.ts';
import { worldFiles } from './world-files.ts';

export const words = ['asma', 'febre', 'gripe', 'otite', 'rinite', 'sarna', 'tosse'] as const;
export const phases = ['ABERTA', 'PAGA', 'GLOSADA'] as const;
export const guides = 60;
export const clinics = 4;
/** Guides of the first clinic that were another's once, by id. */
export const movedGuides = [2, 3, 6, 11, 14, 18] as const;
export const patients = 12;
export const doctors = 8;
/** Of whom guides of the first clinic are for the first, those of others for the others, and no guide for the last. */
export const insured = { ofFirst: 8, ofOthers: 12, all: 16 } as const;
export const appeals = 40;
/** Guides that were there and are deleted, by id: of the first clinic and its person, of others. */
export const deletedGuides = [guides + 1, guides + 2, guides + 3, guides + 4] as const;
/** Of a kept field the name, or its title in small letters, that means nothing else. */
export const tellingNames = [
  ...['gravidade', 'margem', 'parecerista', 'laudos', 'pareceres', 'turno', 'retrato', 'sindicancias'],
] as const;

/** What is seen of the world: a user's rights, and what must make no difference to that user. */
export interface Viewer {
  readonly login: string;
  readonly pairs: readonly string[];
  readonly roles?: Readonly<Record<string, boolean | number>>;
  readonly hidden?: readonly string[];
  readonly masked?: readonly string[];
  /** The numbers of guides that the viewer does not see are others too. */
  readonly changesNumbers?: true;
  /** Default: all. */
  readonly kinds?: readonly Kind[];
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
  `case when laudos is null and ${id} like '1%' then (select jsonb_build_array(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'size', a.size)) from fichario.attachment a where a.name = 'fechado.txt') end`;

/** The guide of others that has a file, by id, and the file that comes and goes. */
export const othersGuide = 8;
const othersFile = `update public.ficha set anexos = case when anexos is null then (select jsonb_build_array(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'size', a.size)) from fichario.attachment a where a.name = 'alheio.txt') end where id = ${othersGuide}`;

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
const derived = ['public', 'historico'].map((schema) => `update ${schema}.ficha set margem = valor - custo`);

const all = (subject: string): string[] =>
  ['list', 'view', 'insert', 'update', 'delete', 'audit'].map((action) => `${subject}:${action}`);
const reads = (subject: string): string[] => ['list', 'view', 'audit'].map((action) => `${subject}:${action}`);
const lists = (...subjects: readonly string[]): string[] => subjects.map((subject) => `${subject}:list`);

const views = [...reads('fila_ficha'), ...reads('ficha_grave')];

/** Notices for others than these, or of another time: with other words, and more of them. */
const otherNotices = (salt: string, audiences: readonly string[]): readonly string[] => {
  const others = `(publico not in (${audiences.map((one) => `'${one}'`).join()}) or inicio > '2090-01-01' or fim < '2026-01-01')`;
  return [
    ...rewrite(
      'aviso',
      {
        titulo: (id, own) => `${name(id, own)} || ' ' || ${id} || '${own}'`,
        conteudo: name,
        prioridade: (id, own) => `1 + ${hash(id, own)} % 3`,
      },
      salt,
      others,
    ),
    `insert into public.aviso (titulo, conteudo, inicio, fim, publico, prioridade, exibe_no_inicio)
      select titulo || '${salt}', conteudo, inicio, fim, publico, prioridade, exibe_no_inicio from public.aviso where ${others} limit ${salt.length}`,
  ];
};

/** What is not read of other people, all of whom but the viewers may change. */
const otherPeople = (salt: string, columns: Readonly<Record<string, Making>>): readonly string[] =>
  rewrite('usuario', columns, salt, `id not in (select id from public.usuario where login in (${logins}))`);

/** The logins that stand beside what people did, as they are in the records of the users. */
const toldLogins = (salt: string): readonly string[] => {
  const other = login('u.id::text', `login${salt}`);
  return [
    ...['login', 'actor'].map(
      (column) =>
        `update fichario.access_event e set ${column} = ${other} from public.usuario u where e.${column} = u.login and u.login not in (${logins})`,
    ),
    `update fichario.job j set login = ${other} from public.usuario u where j.usuario_id = u.id and u.login not in (${logins})`,
  ];
};

/** That of the administrator is now what it was at first, now another. */
const login: Making = (id, salt) =>
  `case when admin and ${hash(id, salt)} % 2 = 0 then 'chefe' else 'u' || substr(md5(${id} || '${salt}'), 1, 20) end`;
const address: Making = (id, salt) => `${word(id, salt)} || '@exemplo.com.br'`;
const digits: Making = (id, salt) => `lpad((${hash(id, salt)} % 99999999)::text, 11, '0')`;
const chief = '(select min(id) from public.usuario where admin)';

/** What is not known of whom guides are for, and all of whom no guide in sight is for. `own`: the viewer's own record. */
const otherInsured = (salt: string, known: number = insured.ofOthers, own = 0): readonly string[] => [
  ...rewrite(
    'segurado',
    {
      cpf: digits,
      renda: number,
      medico_id: doctor,
      versao: (id, one) => `1 + ${hash(id, one)} % 9`,
    },
    salt,
    `id <> ${own}`,
  ),
  ...rewrite('segurado', { nome: name, cartao: digits }, salt, `id > ${known}`),
  `delete from public.segurado where id > ${insured.ofOthers} and ${hash('id::text', `${salt}gone`)} % 3 = 0`,
  `insert into public.segurado (nome, renda) select 'mais ' || n, n from generate_series(1, ${3 + salt.length}) n`,
];

/** `own`: the id of the doctor that the viewer is. */
const house = (salt: string, own = 0): readonly string[] => [
  ...scramble('sindicancia', { nome: name, ficha_id: number, medico_id: doctor }, salt),
  ...rewrite(
    'medico',
    {
      renda: number,
      retrato: word,
      // Whom nothing confines reads the version with the names.
      ...(own === 0 ? {} : { versao: (id: string, one: string) => `1 + ${hash(id, one)} % 9` }),
    },
    salt,
    `id <> ${own}`,
  ),
  // what others keep for themselves
  `update fichario.user_setting set value = to_jsonb('${salt}'::text) where usuario_id = ${chief}`,
  `update fichario.saved_view set name = name || '${salt}', content = jsonb_set(content, '{query}', to_jsonb('fase=eq.${salt}'::text)) where not shared and usuario_id = ${chief}`,
  // of a reference everybody reads the id, the key and the label
  ...rewrite(
    'cidade',
    {
      regiao_saude: (id, own) => `lpad((${hash(id, own)} % 99999)::text, 5, '0')`,
      capital: (id, own) => `${hash(id, own)} % 2 = 0`,
    },
    salt,
  ),
];

const hiddenOfGuide = { diagnostico: word, gravidade: number, custo: number, parecerista_id: doctor, laudos: file };

/** Other values that are covered alike. */
const underCover = {
  cpf: (id, salt) =>
    `lpad((${hash(id, salt)} % 1000)::text, 3, '0') || substr(cpf, 4, 6) || lpad((${hash(id, salt)} % 97)::text, 2, '0')`,
  email: (id, salt) => `left(email, 1) || ${hash(id, salt)} || '@' || split_part(email, '@', 2)`,
  fone: (id, salt) => `lpad((${hash(id, salt)} % 9999999)::text, 7, '9') || right(fone, 4)`,
} as const satisfies Readonly<Record<string, Making>>;
const filled =
  (column: string): Making =>
  (id, salt) =>
    `case when ${column} is not null then ${name(id, salt)} end`;

const logins = "'campos', 'cobertos', 'clinica', 'pessoa', 'listas', 'gestor'";
const staff = ['TODOS', 'OPERADORA'];

export const viewers: readonly Viewer[] = [
  {
    // staff from whom fields, arrays and whole registries are kept
    login: 'campos',
    pairs: [...views, ...all('ficha'), ...all('recurso'), ...all('clinica'), ...all('paciente'), ...reads('usuario')],
    hidden: [
      ...['diagnostico', 'gravidade', 'custo', 'parecerista', 'laudos', 'pareceres'].map((name) => `ficha.${name}`),
      'ficha_itens.sigilo',
      'clinica.faturamento',
      'paciente.doenca',
      'recurso.turno',
      ...['login', 'email', 'cpf'].map((name) => `usuario.${name}`),
    ],
    change: (salt) => [
      ...otherInsured(salt),
      ...house(salt),
      ...otherNotices(salt, staff),
      ...toldLogins(salt),
      ...otherPeople(salt, { login, email: address, cpf: digits }),
      ...rewrite('ficha', hiddenOfGuide, salt),
      ...derived,
      ...rewrite('ficha_itens', { sigilo: word }, salt),
      ...rewrite('ficha_pareceres', { texto: word, nota: number }, salt),
      ...rewrite('clinica', { faturamento: number }, salt),
      ...rewrite('paciente', { doenca: word }, salt),
      ...scramble('exame', { nome: name, resultado: word, ficha_id: number }, salt),
    ],
  },
  {
    // staff who read the same fields covered
    login: 'cobertos',
    pairs: [...views, ...all('ficha'), ...all('recurso'), ...all('clinica'), ...all('paciente'), ...reads('usuario')],
    masked: [
      ...['diagnostico', 'gravidade', 'custo', 'parecerista', 'laudos', 'pareceres'].map((one) => `ficha.${one}`),
      'ficha_itens.sigilo',
      'clinica.faturamento',
      'recurso.turno',
      ...['doenca', 'cpf', 'email', 'fone'].map((one) => `paciente.${one}`),
      ...['login', 'nome', 'email', 'cpf'].map((one) => `usuario.${one}`),
    ],
    change: (salt) => [
      ...otherInsured(salt),
      ...house(salt),
      ...otherNotices(salt, staff),
      ...toldLogins(salt),
      ...otherPeople(salt, { login, nome: name, email: underCover.email, cpf: underCover.cpf }),
      ...rewrite('ficha', { ...hiddenOfGuide, diagnostico: filled('diagnostico') }, salt),
      ...derived,
      ...rewrite('ficha_itens', { sigilo: filled('sigilo') }, salt),
      ...rewrite('ficha_pareceres', { texto: word, nota: number }, salt),
      ...rewrite('clinica', { faturamento: number }, salt),
      ...rewrite('paciente', { doenca: filled('doenca'), ...underCover }, salt),
      ...scramble('exame', { nome: name, resultado: word, ficha_id: number }, salt),
    ],
  },
  {
    // a provider: the rows of others, and what hangs on them
    login: 'clinica',
    pairs: [
      ...views,
      ...all('ficha'),
      ...all('exame'),
      ...all('recurso'),
      ...lists('clinica', 'paciente'),
      'medico:view',
    ],
    roles: { operadora: false, prestador: true, prestador_registro: 1 },
    changesNumbers: true,
    change: (salt) => [
      ...otherInsured(salt, insured.ofFirst),
      ...house(salt, 1),
      ...otherNotices(salt, ['TODOS', 'PRESTADOR']),
      ...otherPeople(salt, { nome: name, email: address, cpf: digits }),
      ...rewrite(
        'ficha',
        {
          ...hiddenOfGuide,
          // now the number that it had at first, now another
          numero: (id, own) =>
            `case when id <= ${guides} and ${hash(id, own)} % 2 = 0 then 'G' || lpad((id - 1)::text, 3, '0') else 'Z' || substr(md5(${id} || '${own}'), 1, 8) end`,
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
      `insert into public.ficha (numero, fase, clinica_id, diagnostico) select '${salt}' || n, 'PAGA', 2, 'tosse' from generate_series(1, ${salt.length * 7}) n`,
      ...rewrite(
        'ficha_itens',
        { nome: name, quantidade: number },
        salt,
        'ficha_id in (select id from ficha where clinica_id is distinct from 1)',
      ),
      ...rewrite('exame', { nome: name, resultado: word }, salt, 'clinica_id is distinct from 1'),
      othersFile,
      `delete from public.exame where clinica_id is distinct from 1 and ${hash('id::text', salt)} % 3 = 0`,
    ],
  },
  {
    // a person: its own guides
    login: 'pessoa',
    pairs: [...reads('fila_ficha'), ...all('ficha'), ...lists('recurso'), ...reads('segurado')],
    roles: { operadora: false, beneficiario: true, beneficiario_registro: 2 },
    hidden: ['ficha.custo', 'ficha.itens'],
    change: (salt) => [
      ...otherInsured(salt, insured.ofOthers, 2),
      ...house(salt),
      ...otherNotices(salt, ['TODOS', 'BENEFICIARIO']),
      ...otherPeople(salt, { nome: name, email: address, cpf: digits }),
      ...rewrite('ficha', { custo: number }, salt),
      ...rewrite(
        'ficha',
        { ...hiddenOfGuide, fase: (id, own) => pick(phases, id, own), valor: number, observacao: word },
        salt,
        'paciente_id is distinct from 2',
      ),
      othersFile,
      ...derived,
      ...rewrite('ficha_itens', { nome: name, quantidade: number, sigilo: word }, salt),
      ...rewrite('clinica', { faturamento: number }, salt),
      ...rewrite('paciente', { doenca: word }, salt),
      ...scramble('exame', { nome: name, resultado: word }, salt),
    ],
  },
  {
    // staff who may open lists and no record
    login: 'listas',
    pairs: [...lists('ficha', 'recurso', 'usuario', 'fila_ficha')],
    hidden: ['ficha.diagnostico', 'ficha.custo', 'ficha.pareceres', 'usuario.cpf'],
    change: (salt) => [
      ...otherInsured(salt),
      ...house(salt),
      ...otherNotices(salt, staff),
      ...otherPeople(salt, { cpf: digits }),
      ...rewrite('ficha', { ...hiddenOfGuide, dobro: number }, salt),
      ...derived,
      ...rewrite('ficha_itens', { nome: name, quantidade: number, sigilo: word }, salt),
      ...rewrite('ficha_pareceres', { texto: word, nota: number }, salt),
      ...rewrite('clinica', { faturamento: number }, salt),
      ...scramble('exame', { nome: name, resultado: word }, salt),
    ],
  },
  {
    // who administers everything by a group, and is told of nobody who that is
    login: 'gestor',
    pairs: ['all:manage'],
    hidden: ['login', 'email', 'cpf'].map((one) => `usuario.${one}`),
    masked: ['usuario.nome'],
    kinds: ['real', 'closed', 'why', 'audit', 'ownThings', 'domains', 'mistakes'],
    change: (salt) => [...toldLogins(salt), ...otherPeople(salt, { login, nome: name, email: address, cpf: digits })],
  },
];

const insert = async (admin: Caller, path: string, rows: object): Promise<void> => {
  const answer = await admin.call('POST', `/api${path}`, { body: rows });
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`);
};

const upload = async (admin: Caller, field: string, name: string): Promise<{ readonly id: string }> => {
  const answer = await admin.call('POST', `/api/anexos/fichas/${field}?name=${name}`, {
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

export const doctorOf = (n: number) => ({ registro: `M${n}`, nome: `Doutor ${at(words, n)}` });
export const clinicOf = (n: number) => ({ codigo: `C${n}`, nome: `Casa ${at(words, n)}` });
export const appealOf = (n: number): string => `Motivo ${at(words, n)} ${n}`;

const movedSet: ReadonlySet<number> = new Set(movedGuides);
/** Whom the guide of that number is for. */
const insuredOf = (n: number): number =>
  n % 3 === 0 || n % clinics === 0 || movedSet.has(n + 1)
    ? 1 + (n % insured.ofFirst)
    : insured.ofFirst + 1 + (n % (insured.ofOthers - insured.ofFirst));

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** Rows of registries of the product itself. */
const fillProduct = async (admin: Caller): Promise<void> => {
  await insert(
    admin,
    '/usuarios',
    range(8).map((n) => ({
      login: `gente${n}`,
      nome: `Pessoa ${at(words, n)}`,
      email: `gente${n}@exemplo.com.br`,
      cpf: withDigits(String(223_456_700 + n * 7)),
      operadora: true,
    })),
  );
  const cities = [
    ['3106200', 'Belo Horizonte', 'MG'],
    ['3146107', 'Ouro Preto', 'MG'],
    ['3118601', 'Contagem', 'MG'],
    ['3205309', 'Vitória', 'ES'],
    ['3205200', 'Vila Velha', 'ES'],
    ['3550308', 'São Paulo', 'SP'],
  ] as const;
  await insert(
    admin,
    '/cidades',
    cities.map(([ibge, nome, uf], n) => ({
      ibge,
      nome,
      uf,
      ativo: true,
      regiao_saude: String(31_000 + n),
    })),
  );
  const times = [
    { inicio: '2026-01-01' },
    { inicio: '2026-02-01', fim: '2099-01-01' },
    { inicio: '2095-01-01' },
    { inicio: '2020-01-01', fim: '2020-02-01' },
  ];
  await insert(
    admin,
    '/avisos',
    ['TODOS', 'OPERADORA', 'PRESTADOR', 'BENEFICIARIO'].flatMap((publico, k) =>
      times.map((time, n) => ({
        fim: null,
        ...time,
        publico,
        titulo: `Aviso ${at(words, n + k)}`,
        conteudo: at(words, n * 3),
        prioridade: 1 + ((n + k) % 3),
        exibe_no_inicio: n < 3,
      })),
    ),
  );
};

/** Files that were on the record and are no more: one is gone for ever, one is of a kept field. */
const takeOff = async (admin: Caller, record: number): Promise<void> => {
  const [gone, erased, secret] = [
    await upload(admin, 'anexos', 'retirado.txt'),
    await upload(admin, 'anexos', 'apagado.txt'),
    await upload(admin, 'laudos', 'sigiloso.txt'),
  ];
  const change = (body: object) => admin.call('PATCH', `/api/fichas?id=eq.${record}`, { body });
  await change({ anexos: [{ id: gone.id }, { id: erased.id }], laudos: [{ id: secret.id }] });
  await change({ anexos: [], laudos: [] });
  const { statusCode, body } = await admin.call('DELETE', `/api/anexos/fichas/${record}/anexos/${erased.id}`);
  if (statusCode !== 204) throw new Error(body);
};

const fill = async (admin: Caller): Promise<void> => {
  await fillProduct(admin);
  await insert(
    admin,
    '/medicos',
    range(doctors).map((n) => ({ ...doctorOf(n), renda: n, retrato: `r${n}` })),
  );
  await insert(
    admin,
    '/clinicas',
    range(clinics).map((n) => ({ ...clinicOf(n), faturamento: n * 10 })),
  );
  await insert(admin, '/pacientes', range(patients).map(patientOf));
  await insert(
    admin,
    '/segurados',
    range(insured.all).map((n) => ({
      nome: `Segurado ${at(words, n)}`,
      cartao: `cartao ${at(words, n * 3)}`,
      cpf: `cpf ${at(words, n * 2)}`,
      renda: n,
      medico_id: 1 + (n % doctors),
    })),
  );
  const own = await upload(admin, 'anexos', 'aberto.txt');
  const secret = await upload(admin, 'laudos', 'fechado.txt');
  await insert(
    admin,
    '/fichas',
    range(guides).map((n) => ({
      numero: `G${String(n).padStart(3, '0')}`,
      // every third guide is of the provider, every sixth of the person
      clinica_id: n % 3 === 0 ? 1 : 1 + (n % clinics),
      paciente_id: n % 6 === 0 ? 2 : 1 + (n % patients),
      medico_id: 1 + (n % doctors),
      segurado_id: insuredOf(n),
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
    // of guides of the provider, and of others
    range(appeals).map((n) => ({ motivo: appealOf(n), peso: n % 9, ficha_id: 1 + ((n * 7) % guides) })),
  );
  await insert(
    admin,
    '/exames',
    range(40).map((n) => ({
      nome: `Exame ${at(words, n)} ${n}`,
      resultado: at(words, n * 4),
      clinica_id: 1 + (n % clinics),
      ficha_id: 1 + (n % guides),
    })),
  );
  await insert(
    admin,
    '/sindicancias',
    range(10).map((n) => ({ nome: at(words, n), ficha_id: 1 + n, medico_id: 1 + (n % doctors) })),
  );
  await insert(
    admin,
    '/fichas',
    deletedGuides.map((_, n) => ({
      numero: `D${n}`,
      clinica_id: n % 2 === 0 ? 1 : 2,
      paciente_id: n % 2 === 0 ? 2 : 3,
      segurado_id: n % 2 === 0 ? 3 : insured.ofFirst + 1,
      fase: at(phases, n),
      observacao: `nota ${at(words, n)}`,
      diagnostico: at(words, n * 2),
      custo: n,
    })),
  );
  for (const path of [`/fichas?id=in.(${deletedGuides.join()})`, '/recursos?peso=eq.8']) {
    const { statusCode, body } = await admin.call('DELETE', `/api${path}`);
    if (statusCode !== 204) throw new Error(body);
  }
  // versions of which one sees some and another sees others
  for (const change of [{ fase: 'PAGA' }, { gravidade: 9 }, { diagnostico: 'sarna', valor: 12 }, { custo: 3 }])
    await admin.call('PATCH', '/api/fichas?id=lt.31', { body: change });
  for (const id of [1, 4, 7, 13])
    await admin.call('PATCH', `/api/fichas?id=eq.${id}`, { body: { itens: [{ nome: 'Novo', sigilo: 'asma' }] } });
  await takeOff(admin, 7);
  const others = await upload(admin, 'anexos', 'alheio.txt');
  await admin.call('PATCH', `/api/fichas?id=eq.${othersGuide}`, { body: { anexos: [{ id: others.id }] } });
  await admin.call('PATCH', `/api/fichas?id=in.(${movedGuides.join()})`, { body: { clinica_id: 1, fase: 'PAGA' } });
  await admin.call('PATCH', '/api/recursos?peso=lt.3', { body: { peso: 4 } });
  await admin.call('PUT', '/api/settings/lista', { body: { largura: 10 } });
  for (const shared of [true, false])
    await insert(admin, '/views', {
      screen: '/fichas',
      name: `visão ${shared}`,
      shared,
      content: { query: 'fase=eq.PAGA&diagnostico=eq.asma&order=custo', layout: { shown: ['numero', 'diagnostico'] } },
    });
};

export interface World {
  readonly product: TestProduct;
  readonly callers: ReadonlyMap<string, Caller>;
  /** Ids of files by their names. */
  readonly files: ReadonlyMap<string, string>;
  /** Sorts the tables out that requests have written to, as a new database has them. */
  readonly settle: () => Promise<void>;
  /** Changes what the user may not read, otherwise each time, and settles. */
  readonly change: (viewer: Viewer) => Promise<void>;
}

/** Those that previews write to, and the others. */
const written = ['ficha', 'recurso'];
const tables = [
  ...written,
  ...['ficha_itens', 'ficha_pareceres', 'exame', 'clinica', 'paciente', 'medico', 'segurado', 'sindicancia'],
  ...['usuario', 'cidade', 'aviso'],
];

/** A file is looked at while its sender waits, and may be followed by as many as he likes: otherwise it is a job like any. */
const lookAtOnce = ({ runtime, database }: TestProduct): void => {
  const { jobs } = runtime;
  const { ask } = jobs;
  const { run } = checkImport(() => runtime);
  const look: typeof ask = async (kind, input, { access, origin }) => {
    if (kind !== checkImportKind) return ask(kind, input, { access, origin });
    const id = randomUUID();
    await run(input as { readonly import: string }, {
      id,
      owner: access,
      rights: async () => access,
      origin,
      attempt: 1,
      state: undefined,
      signal: new AbortController().signal,
      progress: () => undefined,
      log: () => undefined,
      save: async () => undefined,
      restart: async () => undefined,
    });
    await database.execute("delete from fichario.turn where key like 'import:%'");
    return { id } as Awaited<ReturnType<typeof ask>>;
  };
  Object.assign(jobs, { ask: look });
};

export const openWorld = async (database: Database): Promise<World> => {
  const product = await startTestProduct(database, { files: worldFiles });
  lookAtOnce(product);
  // Hundreds of files of lists are asked for in a minute.
  await database.execute(`create function fichario.first_turn() returns trigger language plpgsql as $$ begin new.turns := 1; return new; end $$;
    create trigger first_turn before insert or update on fichario.turn for each row when (new.key like 'export:%') execute function fichario.first_turn();`);
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
  await database.execute(`insert into fichario.job (kind, title, usuario_id, login, origin, input, state, queue_id, started_at, finished_at)
    select 'exportar-csv', 'Fichas em CSV', id, login, 'screen 127.0.0.1', '{}', 'done', gen_random_uuid(), now(), now()
    from public.usuario where login not in (${logins})`);
  // Rows in the order of their ids, and figures of all of them: those of a new database with these rows.
  const settle = (names: readonly string[]): Promise<void> =>
    database.transaction(async (transaction) => {
      await transaction.execute(
        names.map((name) => `cluster public.${name} using ${name}_pkey; analyze public.${name}`).join('; '),
      );
    });
  await settle(tables);
  let worlds = 1;
  const { rows } = await database.query<{ id: string; name: string }>({
    text: 'select id::text as id, name from fichario.attachment',
    values: [],
  });
  return {
    product,
    callers,
    files: new Map(rows.map(({ id, name }) => [name, id])),
    settle: () => settle(written),
    change: async (viewer) => {
      worlds += 1;
      const salt = `w${worlds}`;
      await database.transaction(async (transaction) => {
        await transaction.execute("set local session_replication_role = 'replica'");
        for (const sql of viewer.change(salt)) await transaction.execute(sql);
      });
      await settle(tables);
    },
  };
};
