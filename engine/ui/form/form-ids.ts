/** Ids of what stands around a control. RJSF's ids are the prefix, an underscore and the wire name. */
export const formPrefix = 'fi-form';
export const fieldId = (column: string): string => `${formPrefix}_${column}`;
export const errorId = (id: string): string => `${id}__error`;
export const helpId = (id: string): string => `${id}__help`;
