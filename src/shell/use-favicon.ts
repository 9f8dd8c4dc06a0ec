import { useEffect } from 'react';
import type { PageClient } from '../../engine/contract/session.ts';
import { isAccent } from '../../engine/ui/theme/mantine-theme.ts';
import { accents } from '../../engine/ui/theme/tokens.ts';

/** The mark of the client as a picture of its own: its letters on its accent. */
export const drawMark = (letters: string, accent: string): string => {
  const fill = accents[isAccent(accent) ? accent : 'teal'][7];
  const text = letters.replace(/[<>&]/g, '');
  const size = text.length > 1 ? 15 : 19;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${fill}"/><text x="16" y="${16 + size * 0.36}" font-family="Inter,system-ui,sans-serif" font-size="${size}" font-weight="600" fill="#fff" text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/** Tabs of two clients are told apart. */
export const useFavicon = (client: PageClient | null | undefined): void => {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null || !client) return;
    const own = link.href;
    link.href = drawMark(client.logo, client.accent);
    return () => {
      link.href = own;
    };
  }, [client]);
};
