/** Text of bytes that nobody says the encoding of, as spreadsheets in Portuguese save them. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

/**
 * UTF-16 where its byte order mark says so, UTF-8 where the bytes are sound UTF-8 (its mark taken away), else
 * Windows-1252, which every byte string is: Excel saves CSV so in Brazil.
 */
export const decodeText = (bytes: Uint8Array): DecodedText => {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
};
