/** Resident memory of the product after all the load, beside its bare twin's. */
import { subjectOf } from './compare-sides.ts';
import type { Report } from './report.ts';
import { find, number } from './report.ts';
import type { Site } from './site.ts';

export const benchMemory = async (report: Report, site: Site): Promise<void> => {
  const [product, bare] = await Promise.all([site.product.memory(), site.bare.memory()]);
  if (product === undefined || bare === undefined) return;
  find(report, {
    what: `Memory of the process, ${subjectOf(site)}${site.kind === 'pglite' ? ', database included' : ''}`,
    measured: `${number(product)} MB; bare ${number(bare)} MB`,
    bar: undefined,
    met: true,
  });
};
