import pg from 'pg';

/** Name of the database on the server that has the engine's base schema and is copied for each test. */
export const postgresTemplate = 'fichario_template';
/** The same with the tables of the product, without rows. */
export const productTemplate = 'fichario_product';

/** The rows of one statement, on a connection of its own. */
export const askOn = async <Row extends object>(url: string, sql: string): Promise<readonly Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};

/** Runs one statement, or several without parameters, in the same way. */
export const runOn = async (url: string, sql: string): Promise<void> => {
  await askOn(url, sql);
};
