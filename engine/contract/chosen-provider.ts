/** The header by which whoever belongs to the operator says which provider the work is for: an id. */
export const providerHeader = 'fichario-provider';
