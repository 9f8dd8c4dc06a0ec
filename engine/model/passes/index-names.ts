import type { RawScreen } from '../../metadata/documents.ts';
import type { Declaration } from '../../overlay/base-index.ts';
import { declarationsOf, declares } from '../../overlay/base-index.ts';
import type { ResolvedFiles } from '../../overlay/resolved.ts';
import type { Passed } from '../report.ts';
import { collect } from '../report.ts';

/** What exists, by name. */
export interface Names {
  /** The folders that declare an entity, by entity; of two the first. */
  readonly entities: ReadonlyMap<string, Declaration>;
  /** The folders with a route, by folder name; of two the first. */
  readonly screens: ReadonlyMap<string, RawScreen>;
  /** Names of the flags. */
  readonly flags: ReadonlySet<string>;
  readonly clients: ReadonlySet<string>;
  /** The entity whose records are the users; undefined where nobody signs in. */
  readonly users: string | undefined;
}

/** First pass: who is called what. Reports names taken twice. */
export const indexNames = (files: ResolvedFiles): Passed<Names> =>
  collect((report) => {
    const entities = declarationsOf(files.screens);
    const screens = new Map<string, RawScreen>();
    for (const screen of files.screens) {
      const { entity, path } = screen.registry.value;
      if (declares(screen)) {
        const other = entities.get(entity);
        // Of two owners with one name that is said of them.
        const sameOwner = screen.owner !== undefined && other?.owner?.entity === screen.owner.entity;
        if (other !== undefined && other !== screen && !sameOwner)
          report('MODEL_ENTITY_DUPLICATE', screen.registry.origin('/entity'), { entity, other: other.registry.file });
      }
      if (path === undefined) continue;
      const other = screens.get(screen.folder);
      if (other === undefined) screens.set(screen.folder, screen);
      else
        report('MODEL_FOLDER_DUPLICATE', screen.registry.origin('/path'), {
          folder: screen.folder,
          other: other.registry.file,
        });
    }
    return {
      entities,
      screens,
      flags: new Set(Object.keys(files.flags?.value.flags ?? {})),
      clients: new Set(files.clientNames),
      users: [...entities].find(([, { registry }]) => registry.value.login !== undefined)?.[0],
    };
  });
