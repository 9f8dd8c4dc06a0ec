/**
 * Records that the engine keeps of itself, and that a registry may show: which fields each has, and of what kind their
 * values are. Their rows are read like any others and written by nobody.
 */

type LogValue = 'text' | 'integer' | 'date-time';

export const logs = {
  access: {
    momento: 'date-time',
    evento: 'text',
    login: 'text',
    autor: 'text',
    motivo: 'text',
    entidade: 'text',
    operacao: 'text',
    quantidade: 'integer',
    registros: 'text',
    endereco: 'text',
    dispositivo: 'text',
  },
  'sensitive-reads': {
    momento: 'date-time',
    login: 'text',
    porta: 'text',
    rota: 'text',
    registro: 'integer',
    linhas: 'integer',
    campos: 'text',
    filtro: 'text',
    origem: 'text',
    endereco: 'text',
    requisicao: 'text',
  },
  sessions: {
    inicio: 'date-time',
    ultimo_uso: 'date-time',
    expiracao: 'date-time',
    login: 'text',
    endereco: 'text',
    dispositivo: 'text',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, LogValue>>>>;

export type LogName = keyof typeof logs;

export const logNames = Object.keys(logs) as readonly LogName[];

/** The kind of a field's values; undefined where the log has no such field. */
export const logValue = (log: LogName, field: string): LogValue | undefined =>
  Object.entries(logs[log]).find(([name]) => name === field)?.[1];

const meant: Readonly<Record<LogName, string>> = {
  access: 'who came in, was refused, changed a password or a right',
  'sensitive-reads': 'who was given sensitive values, and of which fields',
  sessions: 'the open sessions, of whom and where from',
};

/** What each is and has, for the reference of the language. */
export const logWords = logNames
  .map((log) => {
    const fields = Object.entries(logs[log]).map(([field, value]) => `${field} (${value})`);
    return `\`${log}\`: ${meant[log]}; ${fields.join(', ')}.`;
  })
  .join(' ');
