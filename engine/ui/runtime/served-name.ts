import { parse } from 'content-disposition';

/** The name that the server gives a file; undefined where it gives none. */
export const servedName = ({ headers }: Response): string | undefined => {
  const disposition = headers.get('content-disposition');
  return disposition === null ? undefined : parse(disposition).parameters['filename'];
};
