/** A product with fixture registries on one database, started before the tests of a file, and its administrator. */
import { beforeAll } from 'vitest';
import type { Database } from '../../engine/data/database.ts';
import type { OpenFresh } from './databases.ts';
import type { Caller, TestProduct } from './product.ts';
import { administrator, startTestProduct } from './product.ts';

interface Started {
  readonly database: Database;
  readonly product: TestProduct;
  readonly admin: Caller;
}

export interface FixtureStage extends Started {
  /** A name that no other record has. */
  readonly next: () => string;
}

/** To be called where the tests are declared; what is read of it before they run raises. */
export const fixtureStage = (open: OpenFresh, files: Readonly<Record<string, object>>): FixtureStage => {
  let started: Started | undefined;
  let numbers = 0;
  beforeAll(async () => {
    const database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
    started = { database, product, admin: await product.as(administrator.login, administrator.password) };
  });
  const now = (): Started => {
    if (started === undefined) throw new Error('the product is not started yet');
    return started;
  };
  return {
    get database() {
      return now().database;
    },
    get product() {
      return now().product;
    },
    get admin() {
      return now().admin;
    },
    next: () => {
      numbers += 1;
      return `n${numbers}`;
    },
  };
};
