/**
 * Makes the tables of the product of the folder given: in DATABASE_URL, or in DATA_FOLDER from TEMPLATE on where it is
 * new. With WITH_USERS the demonstration logins too.
 */
import { argv, env } from 'node:process';
import { applySchema } from '../../engine/data/ddl/apply-schema.ts';
import { fillComputed } from '../../engine/data/fill-computed.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import { openPglite } from '../../engine/data/pglite/open-pglite.ts';
import { openJobs } from '../../engine/jobs/open-jobs.ts';
import { readParsedFiles } from '../../engine/metadata/load-files.ts';
import { loadProduct } from '../../src/load-product.ts';
import { installAccessTriggers } from '../../src/session/access-triggers.ts';
import { createFirstUsers, demonstrationUsers } from '../../src/session/first-users.ts';
import { cheapHash } from './cheap-hash.ts';

const timeZone = 'America/Sao_Paulo';
const [root = '.'] = argv.slice(2);
const { DATABASE_URL: url, DATA_FOLDER: folder = '', TEMPLATE: template, WITH_USERS: users } = env;
const database =
  url === undefined
    ? await openPglite({ folder, ...(template === undefined ? {} : { template }) })
    : await openDatabase({ url, folder: '', poolSize: 1 });
const { model } = loadProduct(await readParsedFiles(root), 'copass');
await applySchema(database, model);
// What every first start finds to do, and then no other.
await installAccessTriggers(database);
await fillComputed(database, model, timeZone);
// The tables of the queue, which it makes itself.
const jobs = openJobs({
  database,
  timeZone,
  kinds: [],
  accessOf: async () => undefined,
  tell: ({ code }) => code,
  fail: (error) => {
    throw error;
  },
});
await jobs.ready;
await jobs.close();
if (users !== undefined) {
  await createFirstUsers(database, model, { demonstration: true, administrator: undefined });
  // Without triggers: who looks into the history finds what the product itself would have written.
  await database.transaction(async (transaction) => {
    await transaction.execute('set local session_replication_role = replica');
    for (const { login, password } of demonstrationUsers)
      await transaction.query({
        text: 'update usuario set senha_hash = $2::text where login = $1::text',
        values: [login, cheapHash(password)],
      });
  });
}
await database.close();
