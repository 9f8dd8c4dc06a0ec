/** What `npm start` says to Node, which a server that is measured is told too. */
import packageFile from '../../package.json' with { type: 'json' };

export const nodeFlags: readonly string[] = packageFile.scripts.start.match(/--[\w-]+=\d+/g) ?? [];
