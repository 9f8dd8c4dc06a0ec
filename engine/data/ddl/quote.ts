/** The only two ways by which text of the model becomes SQL. Values of requests are parameters and never come here. */

/** `"nome"`. PostgreSQL would silently cut longer names off: the engine's own are made to fit by `constraintName`. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `'D''Ávila'`; a backslash is an ordinary character (standard_conforming_strings). */
export const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;
