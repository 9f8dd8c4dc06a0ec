/**
 * Files that were sent from here, by the ids they got: until a record is saved with them nobody gets them back from the
 * server, yet who attached them wants to see what it was. The browser holds their place on the disk, not their content.
 */
const most = 100;

const kept = new Map<string, File>();

export const keepSentFile = (id: string, file: File): void => {
  kept.set(id, file);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
};

export const findSentFile = (id: string): File | undefined => kept.get(id);
