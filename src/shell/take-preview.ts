/** A preview of the workbench is entered by its address, `#previa=<token>`, in development alone. */
import { frameKey, sessionKey } from '../../engine/ui/store/persistence.ts';

const given = /^#previa=([\w-]{20,200})$/;

/** Takes the token out of the address and begins its session; without a token nothing is done. */
export const takePreview = async (): Promise<void> => {
  const token = given.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  const answer = await fetch('/api/auth/me', { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) return;
  localStorage.setItem(sessionKey, JSON.stringify({ token, ...(await answer.json()) }));
  // There is little room beside the editor.
  if (localStorage.getItem(frameKey) === null) localStorage.setItem(frameKey, JSON.stringify({ treeFolded: true }));
};
