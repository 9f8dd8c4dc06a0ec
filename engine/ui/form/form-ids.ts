/** Ids of what stands around a control. RJSF's ids are the prefix and the parts of the wire path, with underscores between. */
export const formPrefix = 'fi-form';
export const fieldId = (path: string): string => `${formPrefix}_${path.replaceAll('.', '_')}`;
export const errorId = (id: string): string => `${id}__error`;
export const helpId = (id: string): string => `${id}__help`;
