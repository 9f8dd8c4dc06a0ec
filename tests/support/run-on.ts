import pg from 'pg';

/** Name of the database on the server that has the engine's base schema and is copied for each test. */
export const postgresTemplate = 'fichario_template';
/** The same with the tables of the product, without rows. */
export const productTemplate = 'fichario_product';

/** Runs one statement, or several without parameters, on a connection of its own. */
export const runOn = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
