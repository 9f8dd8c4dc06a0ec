import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names of the icon package, in kebab-case: one file each there, so that listing them loads none of them. */
export const iconNames = (): ReadonlySet<string> => {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('lucide-react/dynamicIconImports'))), 'dist/esm/icons');
  return new Set(
    readdirSync(folder)
      .filter((name) => /^[a-z0-9-]+\.m?js$/.test(name) && !name.startsWith('index.'))
      .map((name) => name.replace(/\.m?js$/, '')),
  );
};
