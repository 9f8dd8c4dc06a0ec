import type { ResolvedFiles } from '../../overlay/resolved.ts';
import type { Passed } from '../report.ts';
import { collect } from '../report.ts';
import type { Model } from '../types.ts';

/** The code lists by name, options in the order of the file. */
export const compileCodeLists = (files: ResolvedFiles): Passed<Model['codeLists']> =>
  collect((report) =>
    Object.fromEntries(
      files.codeLists.map((document) => {
        const { title, options } = document.value;
        const seen = new Set<string>();
        for (const [index, option] of options.entries()) {
          if (seen.has(option.value))
            report('MODEL_CODE_LIST_DUPLICATE', document.origin(`/options/${index}/value`), {
              list: document.name,
              value: option.value,
            });
          seen.add(option.value);
        }
        return [
          document.name,
          {
            title,
            options: options.map(({ value, label, tone }) => ({ value, label, tone: tone ?? ('neutral' as const) })),
          },
        ];
      }),
    ),
  );
