import type { RawDocument } from '../metadata/documents.ts';
import type { ClientIdentity } from './types.ts';

/** Document 1 section 3: what holds where the client says nothing. */
const defaults: ClientIdentity['defaults'] = {
  conselho: 'CRM',
  uf: 'MG',
  percentualAutorizacao: 100,
  formatoData: 'DD/MM/YYYY',
  formatoDataHora: 'DD/MM/YYYY HH:mm',
};
const defaultAccent = 'teal';

/** Who the client is: name, look and defaults. undefined for the base. */
export const identify = (client: RawDocument<'client'> | undefined): ClientIdentity | undefined => {
  if (client === undefined) return undefined;
  const { title, theme } = client.value;
  return {
    name: client.name,
    title,
    accent: theme?.accent ?? defaultAccent,
    logo: theme?.logo ?? title.slice(0, 1).toUpperCase(),
    defaults: { ...defaults, ...client.value.defaults },
  };
};
