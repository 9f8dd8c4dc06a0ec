/** The commands, in the order of the help. */
import { apply } from './apply.ts';
import type { Command } from './contract.ts';
import { demo } from './demo.ts';
import { diff } from './diff.ts';
import { explain } from './explain.ts';
import { history } from './history.ts';
import { impact } from './impact.ts';
import { language } from './language.ts';
import { matrix } from './matrix.ts';
import { model } from './model.ts';
import { newRegistry } from './new.ts';
import { onboard } from './onboard.ts';
import { openapi } from './openapi.ts';
import { overlay } from './overlay.ts';
import { plan } from './plan.ts';
import { rename } from './rename.ts';
import { replay } from './replay.ts';
import { routes } from './routes.ts';
import { validate } from './validate.ts';

export const commands: readonly Command[] = [
  newRegistry,
  validate,
  diff,
  impact,
  routes,
  explain,
  overlay,
  onboard,
  model,
  matrix,
  openapi,
  language,
  plan,
  apply,
  rename,
  replay,
  history,
  demo,
];
