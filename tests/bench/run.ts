/** `npm run bench [-- name ...]`: figures beside their bars. Nothing fails here; a person reads it. */
import { benchCompile } from './compile.ts';
import { benchDurability } from './durability.ts';
import { benchList } from './list.ts';
import { benchStart } from './start.ts';

const benches: Readonly<Record<string, () => unknown>> = {
  compile: benchCompile,
  start: benchStart,
  list: () => benchList(),
  durability: benchDurability,
};

const chosen = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length === 0 || chosen.includes(name)) await bench();
}
