/** Makes the tables of the product of the folder given, without rows: in DATABASE_URL, or in DATA_FOLDER from TEMPLATE on. */
import { applySchema } from '../../engine/data/ddl/apply-schema.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import { openPglite } from '../../engine/data/pglite/open-pglite.ts';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import { loadProduct } from '../../src/load-product.ts';

const [root = '.'] = process.argv.slice(2);
const { DATABASE_URL: url, DATA_FOLDER: folder = '', TEMPLATE: template = '' } = process.env;
const database =
  url === undefined ? await openPglite({ folder, template }) : await openDatabase({ url, folder: '', poolSize: 1 });
await applySchema(database, loadProduct(await readSourceFiles(root), 'copass').model);
await database.close();
