/** The total of a `Content-Range` header: `0-49/5571` is 5571; null where the server did not count. */
export const readTotal = (
  contentRange: string | undefined,
  estimated: boolean,
): { readonly total: number; readonly estimated: boolean } | null => {
  const match = /\/(\d+)$/.exec(contentRange ?? '');
  return match ? { total: Number(match[1]), estimated } : null;
};
