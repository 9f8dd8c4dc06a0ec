import type { ErrorCode, IssueCode } from './errors.ts';

/** Text of one code. All parts may hold `{parameter}` placeholders; `hint` says the next step. */
interface MessageText {
  readonly message: string;
  /** What foreign clients read as `details`. */
  readonly details?: string;
  readonly hint?: string;
}

/** `schemas/messages/pt-BR.json`: every text that the engine itself says. */
export interface Messages {
  readonly errors: Readonly<Record<ErrorCode, MessageText>>;
  readonly issues: Readonly<Record<IssueCode, MessageText>>;
  /** Words of the screens, by dotted key (`list.new`, `session.logout.title` ...). */
  readonly texts: Readonly<Record<string, string>>;
  /** «Você quis dizer '{name}'?» */
  readonly suggestion: string;
}

/** Letters that are written from right to left, and marks that turn the direction. */
const directed = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A value that turns the direction of writing does so inside the sentence and not to the sentence. */
const isolated = (value: string): string => (directed.test(value) ? `\u2068${value}\u2069` : value);

/** The parameters of a refusal as people read them: a right by its words in the matrix (Ver histórico), not by its code (audit). */
export const inWords = (
  params: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> => {
  const words = texts[`permissions.action.${String(params['action'])}`];
  return words === undefined ? params : { ...params, action: words };
};

const numbers = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 20 });

/** Fills `{name}` placeholders, `{name, number}` with a number as pt-BR writes it; a name without a value stays as written, so that a gap is seen and not hidden. */
export const fillText = (text: string, params: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)(, number)?\}/g, (whole, name: string, number: string | undefined) => {
    const given = params[name];
    const value = number !== undefined && typeof given === 'number' ? numbers.format(given) : given;
    return value === undefined ? whole : isolated(Array.isArray(value) ? value.join(', ') : String(value));
  });
