import { create, parse } from 'content-disposition';
import { expect, it } from 'vitest';
import { plainFileName, safeFileName } from '../../../engine/api/attachment-file.ts';
import fc from '../../support/laws.ts';

const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(fc.constantFrom('\u202e', '/', '\\', '..', '.pdf', '"', '%', ' ', 'con', 'é', '😀', '\0', ';'), {
      maxLength: 40,
    })
    .map((parts) => parts.join('')),
);

it('a name of any text is safe, short, and stays as it is when it comes again', () => {
  fc.assert(
    fc.property(anyName, (given) => {
      const name = safeFileName(given);
      expect(name).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}/\\<>:"|?*]+$/u);
      expect(name).not.toMatch(/^[. ]|[. ]$/);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(safeFileName(name)).toBe(name);
    }),
    { numRuns: 2000 },
  );
});

it('the header of a name says that name and nothing else', () => {
  fc.assert(
    fc.property(anyName.map(safeFileName), (name) => {
      const header = create(name, { fallback: plainFileName(name) });
      expect(header).toMatch(/^[\x20-\x7e]+$/);
      expect(parse(header)).toEqual({ type: 'attachment', parameters: expect.objectContaining({ filename: name }) });
    }),
    { numRuns: 2000 },
  );
});
