import type { PageClient } from '../../engine/contract/session.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** What the server wrote into the page; undefined where it serves no client, or the page is not one of its own. */
export const parsePageClient = (content: string | undefined): PageClient | undefined => {
  let told: unknown;
  try {
    told = JSON.parse(content ?? '');
  } catch {
    return undefined;
  }
  const { title, accent, logo } = (told ?? {}) as Readonly<Record<string, unknown>>;
  return isText(title) && isText(accent) && isText(logo) ? { title, accent, logo } : undefined;
};

/** Whose staff the page is served to, known before anybody has signed in. */
export const pageClient = parsePageClient(document.querySelector<HTMLMetaElement>('meta[name="client"]')?.content);
