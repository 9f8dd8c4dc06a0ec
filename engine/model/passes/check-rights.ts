import type { Catalogues } from '../contracts.ts';
import type { Passed } from '../report.ts';
import { collect } from '../report.ts';
import type { Model } from '../types.ts';
import { cellColumn } from './check-rows.ts';
import type { LinkedEntity } from './link-entities.ts';

/** Initial rows that give or limit a right on what the model does not have: they would be stored and mean nothing. */
export const checkRights = (linked: Iterable<LinkedEntity>, model: Model, catalogues: Catalogues): Passed<undefined> =>
  collect((report) => {
    for (const { entity, draft } of linked) {
      const { rows } = draft.screen;
      const { rightRows } = catalogues;
      const problem = Object.hasOwn(rightRows, entity.name) ? rightRows[entity.name] : undefined;
      if (rows === undefined || problem === undefined) continue;
      for (const [at, row] of rows.rows.entries()) {
        const found = problem(new Map(rows.header.map((name, index) => [name, row[index] ?? ''])), model);
        if (found === undefined) continue;
        const { field, right, suggestion } = found;
        const column = cellColumn(row, rows.header.indexOf(field));
        const origin = { file: rows.file, pointer: `/${at}/${field}`, line: rows.lines[at] ?? 1, column };
        report('MODEL_RIGHT_UNKNOWN', origin, { entity: entity.name, right }, suggestion);
      }
    }
    return undefined;
  });
