/** PostgreSQL's text form of an array of texts, for a parameter that is one: `{"a","b"}`. */
export const textArray = (texts: Iterable<string>): string =>
  `{${[...texts].map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
