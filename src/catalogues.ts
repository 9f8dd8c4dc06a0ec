/** What this product hands to the compiler: its version, field types, icons and screen kinds. */

import { formats } from '../engine/fields/formats.ts';
import { fieldTypes, typeOf } from '../engine/fields/index.ts';
import type { Catalogues } from '../engine/model/contracts.ts';
import product from '../package.json' with { type: 'json' };
import { rightRows } from './access/right-rows.ts';
import { iconNames } from './icon-names.ts';
import { screenViews } from './screens/index.ts';

export const catalogues: Catalogues = {
  version: product.version,
  fieldTypes,
  typeOf,
  formats,
  icons: iconNames(),
  screenKinds: new Set(['registry']),
  views: new Set(Object.keys(screenViews)),
  rightRows,
};
