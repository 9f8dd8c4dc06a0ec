/** JSON as PostgreSQL wrote it, taken apart without reading its numbers, which JavaScript would round. */

/** What stands between the outer brackets, cut at the commas of that depth. */
const parts = (text: string, separator: ',' | ':'): readonly string[] => {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at += 1;
      while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === separator && depth === 0) {
      found.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === '' && found.length === 0 ? [] : [...found, last];
};

const inner = (text: string): string => text.trim().slice(1, -1);

/** The items of an array. */
export const itemsOf = (array: string): readonly string[] => parts(inner(array), ',');

/** Key and value of each member of an object, both as JSON. */
export const membersOf = (object: string): readonly (readonly [key: string, value: string])[] =>
  parts(inner(object), ',').map((member) => {
    const [key = '', ...value] = parts(member, ':');
    return [key, value.join(':')];
  });

/** Without the members of objects that are null, at any depth; nulls of arrays stay. */
export const stripNulls = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) return `[${itemsOf(trimmed).map(stripNulls).join(',')}]`;
  if (!trimmed.startsWith('{')) return trimmed;
  const members = membersOf(trimmed).filter(([, value]) => value !== 'null');
  return `{${members.map(([key, value]) => `${key}:${stripNulls(value)}`).join(',')}}`;
};
