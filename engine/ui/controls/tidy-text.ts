/** What is stored of a typed text: blanks that nobody sees would part what is one, in searches and in what must be unique. */

/** One line: no blanks around it, and one at a time within. */
export const tidyLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Several lines: how they begin and what they leave between them is meant. */
export const tidyLines = (text: string): string => text.trimEnd();
