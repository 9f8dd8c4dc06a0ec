import type { CodeListModel, Model } from './types.ts';

/** The code list of that name; undefined where there is none, also where the name is one that every object has. */
export const codeListNamed = (codeLists: Model['codeLists'], name: string | undefined): CodeListModel | undefined =>
  name !== undefined && Object.hasOwn(codeLists, name) ? codeLists[name] : undefined;
