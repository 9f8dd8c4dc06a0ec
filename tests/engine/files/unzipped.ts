/** The parts of a ZIP, unpacked by what reads nothing of ours. */
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

export const unzipped = async (bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return parts;
};
