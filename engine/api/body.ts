/** The bodies that requests may have: JSON for every resource, CSV for new rows of a registry. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../core/errors.ts';
import { CsvText } from '../data/csv-rows.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const known = new WeakMap<FastifyRequest, Buffer>();

/** The body as it came, uncompressed; undefined where there was none. */
export const bytesOf = (request: FastifyRequest): Buffer | undefined => known.get(request);

/** undefined: not UTF-8. With replaced characters it would be stored as if it were meant. */
const decode = (body: Buffer): string | undefined => {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
};

/** Refuses with REQUEST_BODY_INVALID and REQUEST_CONTENT_TYPE. A body without a type is JSON, as in PostgREST. */
export const installBodyParsers = (app: FastifyInstance): void => {
  // A key that would write into the prototype of every object is refused as no JSON.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  for (const type of ['application/json', 'text/csv', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body, done) => {
      // Clients name the type of a body even where they send none.
      if (body.length === 0) return done(null, undefined);
      const said = request.headers['content-type'];
      if (type === '*' && said !== undefined) return done(new Refusal('REQUEST_CONTENT_TYPE', { type: said }));
      known.set(request, body as Buffer);
      const text = decode(body as Buffer);
      if (text === undefined) {
        return done(new Refusal('REQUEST_BODY_INVALID', { problem: 'o texto não está em UTF-8' }));
      }
      return type === 'text/csv' ? done(null, new CsvText(text)) : parseJson(request, text, done);
    });
};
