import type { ResolvedFiles } from '../../overlay/resolved.ts';
import type { Passed } from '../report.ts';
import { collect } from '../report.ts';
import type { Model } from '../types.ts';

/** The code lists by name, options in the order of the file. */
export const compileCodeLists = (files: ResolvedFiles): Passed<Model['codeLists']> =>
  collect((report) => {
    const domains = new Map<string, string>();
    return Object.fromEntries(
      files.codeLists.map((document) => {
        const { title, domain, options } = document.value;
        const seen = new Set<string>();
        for (const [index, option] of options.entries()) {
          if (seen.has(option.value))
            report('MODEL_CODE_LIST_DUPLICATE', document.origin(`/options/${index}/value`), {
              list: document.name,
              value: option.value,
            });
          seen.add(option.value);
        }
        const other = domain === undefined ? undefined : domains.get(domain);
        if (domain !== undefined && other !== undefined)
          report('MODEL_DOMAIN_REPEATED', document.origin('/domain'), { domain, list: document.name, other });
        if (domain !== undefined) domains.set(domain, document.name);
        return [
          document.name,
          {
            title,
            domain,
            options: options.map(({ value, label, tone }) => ({ value, label, tone: tone ?? ('neutral' as const) })),
          },
        ];
      }),
    );
  });
