import { Refusal } from '../../core/errors.ts';
import type { FileLimits } from '../file-limits.ts';
import { SharedTexts } from './shared-texts.ts';
import { readXml } from './xml.ts';

/** `_x000D_` is how a workbook writes a letter that XML cannot hold. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Raises FILE_TEXTS, FILE_CELL_LONG, and what reading XML raises. Whoever is given the texts closes them. */
export const readSharedTexts = async (
  part: string,
  chunks: AsyncGenerator<Uint8Array>,
  limits: FileLimits,
): Promise<SharedTexts> => {
  const texts = new SharedTexts(part, limits);
  let text = '';
  let inText = false;
  let phonetic = false;
  const handler = {
    open: (name: string): void => {
      if (name === 'si') text = '';
      // How a text is spoken, which Japanese workbooks hold beside it.
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') inText = !phonetic;
    },
    close: (name: string): void => {
      if (name === 't') inText = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') texts.add(unescapeText(text));
    },
    text: (piece: string): void => {
      if (!inText) return;
      text += piece;
      if (text.length > limits.cell) throw new Refusal('FILE_TEXT_LONG', { part, maximum: limits.cell });
    },
  };
  try {
    await readXml(part, chunks, handler, limits);
    texts.seal();
  } catch (thrown) {
    texts.close();
    throw thrown;
  }
  return texts;
};
