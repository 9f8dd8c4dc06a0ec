/** The commands that any product has; `src/cli.ts` adds its own. */
import type { Command } from './contract.ts';
import { explain } from './explain.ts';
import { language } from './language.ts';
import { routes } from './routes.ts';
import { validate } from './validate.ts';

export const commands: readonly Command[] = [validate, routes, explain, language];
