/**
 * The token of a link out of a mail, `/redefinir-senha#<token>`. A fragment reaches no server and no log; it leaves the
 * address, and with it the history of the tab, before anything is drawn, and lives as long as the page.
 */
export const resetPath = '/redefinir-senha';

let taken: string | undefined;

/** Takes the token out of the address, if there is one. */
export const takeResetToken = (): void => {
  const { pathname, hash } = location;
  if (pathname !== resetPath || hash.length < 2) return;
  taken = hash.slice(1);
  history.replaceState(history.state, '', resetPath);
};

export const readResetToken = (): string | undefined => taken;
export const dropResetToken = (): void => {
  taken = undefined;
};
