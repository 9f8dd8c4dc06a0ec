import { expect, test } from 'vitest';
import { Refusal } from '../../engine/core/errors.ts';
import { describeConfiguration, readConfiguration } from '../../src/configuration.ts';

const refused = (environment: Readonly<Record<string, string>>): Refusal => {
  try {
    readConfiguration(environment);
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('not refused');
};

test('without any variable the product serves copass on loopback from the embedded database', () => {
  expect(readConfiguration({})).toEqual({
    HOST: '127.0.0.1',
    PORT: 3000,
    DATABASE_POOL: 10,
    DATA_FOLDER: '.data',
    CLIENT: 'copass',
    TIME_ZONE: 'America/Sao_Paulo',
    SESSION_IDLE_MINUTES: 60,
    RECORD_YEARS: 5,
    BATCH_DAYS: 90,
    JOBS: true,
    DEMO_DATA: true,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: false,
  });
});

test('each variable is read, and an empty one counts as absent', () => {
  const environment = {
    HOST: '0.0.0.0',
    PORT: '0',
    DATABASE_URL: 'postgres://ana:segredo@banco/fichario',
    DATABASE_DIRECT_URL: 'postgresql://ana:segredo@direto/fichario',
    DATABASE_POOL: '25',
    DATA_FOLDER: '/dados',
    CLIENT: 'nuclep',
    TIME_ZONE: 'UTC',
    ADMIN_LOGIN: 'chefe',
    ADMIN_PASSWORD: 'senha-do-chefe',
    SESSION_IDLE_MINUTES: '15',
    PUBLIC_URL: 'https://fichario.exemplo.com.br/',
    SMTP_URL: 'smtps://ana:segredo@correio',
    MAIL_FROM: 'Copass Saúde <nao-responda@exemplo.com.br>',
    RECORD_YEARS: '20',
    BATCH_DAYS: '30',
    JOBS: 'false',
    LOG_LEVEL: 'silent',
    DEMO_DATA: 'false',
    TRUST_PROXY: 'true',
  };
  expect(readConfiguration(environment)).toEqual({
    ...environment,
    PORT: 0,
    DATABASE_POOL: 25,
    SESSION_IDLE_MINUTES: 15,
    RECORD_YEARS: 20,
    BATCH_DAYS: 30,
    JOBS: false,
    DEMO_DATA: false,
    TRUST_PROXY: true,
  });
  expect(readConfiguration(Object.fromEntries(Object.keys(environment).map((name) => [name, ''])))).toEqual(
    readConfiguration({}),
  );
  expect(describeConfiguration().map(({ name }) => name)).toEqual(Object.keys(environment));
});

test.each([
  ['PORT', 'oitenta', { PORT: 'oitenta' }],
  ['PORT', '65536', { PORT: '65536' }],
  ['PORT', '-1', { PORT: '-1' }],
  ['PORT', '80.5', { PORT: '80.5' }],
  ['DATABASE_URL', 'mysql://u:segredo@x/y', { DATABASE_URL: 'mysql://u:segredo@x/y' }],
  ['DATABASE_POOL', '0', { DATABASE_POOL: '0' }],
  ['TIME_ZONE', 'America/Atlantida', { TIME_ZONE: 'America/Atlantida' }],
  ['LOG_LEVEL', 'tudo', { LOG_LEVEL: 'tudo' }],
  ['TRUST_PROXY', 'sim', { TRUST_PROXY: 'sim' }],
  ['TRUST_PROXY', '192.168.1', { TRUST_PROXY: '192.168.2.7, 192.168.1' }],
  ['TRUST_PROXY', '10.0.0.0/33', { TRUST_PROXY: '10.0.0.0/33' }],
  ['TRUST_PROXY', '::/129', { TRUST_PROXY: '::/129' }],
  ['TRUST_PROXY', '10.0.0.0/8/8', { TRUST_PROXY: '10.0.0.0/8/8' }],
  ['TRUST_PROXY', '192.168.2.7,', { TRUST_PROXY: '192.168.2.7,' }],
  ['JOBS', 'falsch', { JOBS: 'falsch' }],
  ['JOBS', 'segredo', { JOBS: 'false' }],
  ['SESSION_IDLE_MINUTES', '4', { SESSION_IDLE_MINUTES: '4' }],
  ['PUBLIC_URL', 'ftp://segredo', { PUBLIC_URL: 'ftp://segredo' }],
  ['PUBLIC_URL', 'https://x/?segredo', { PUBLIC_URL: 'https://x/?segredo' }],
  ['SMTP_URL', 'http://ana:segredo@correio', { SMTP_URL: 'http://ana:segredo@correio' }],
  ['MAIL_FROM', 'segredo', { MAIL_FROM: 'segredo' }],
  ['MAIL_FROM', 'segredo', { SMTP_URL: 'smtp://ana:segredo@correio', PUBLIC_URL: 'https://x' }],
  ['PUBLIC_URL', 'segredo', { SMTP_URL: 'smtp://ana:segredo@correio', MAIL_FROM: 'a@b.c' }],
  ['ADMIN_LOGIN', 'ab', { ADMIN_LOGIN: 'ab', ADMIN_PASSWORD: 'senha-do-chefe' }],
  ['ADMIN_PASSWORD', 'curta', { ADMIN_LOGIN: 'chefe', ADMIN_PASSWORD: 'curta' }],
  ['ADMIN_PASSWORD', 'chefe', { ADMIN_LOGIN: 'chefe' }],
  ['ADMIN_LOGIN', 'senha-do-chefe', { ADMIN_PASSWORD: 'senha-do-chefe' }],
] as const)('%s is refused without saying «%s»', (variable, secret, environment) => {
  const refusal = refused(environment as Readonly<Record<string, string>>);
  expect([refusal.code, refusal.params]).toEqual(['START_CONFIGURATION', { variable, problem: expect.any(String) }]);
  const said = JSON.stringify([refusal.message, refusal.params, refusal.stack, refusal.cause ?? null]);
  // a number of one digit stands in any stack
  if (secret.length > 2) expect(said).not.toContain(secret);
});
