/** A value inside a list or a group of the dialect: quoted where it holds a character of the syntax. */
export const writeValue = (value: string): string =>
  /^[^",()\\\s]+$/.test(value) ? value : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
