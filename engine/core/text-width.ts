/**
 * About how wide a text is drawn: for columns that are laid out before anything is drawn. In: a text. Out: pixels at the
 * size of the lists (13 px), of the interface's typeface (Inter), whose advances these are, to half a pixel.
 */
const advances: Readonly<Record<string, string>> = {
  '3': "ijlíìïî'|",
  '3.5': ' ,.:;IÍÌ',
  '4.5': '/ftº',
  '5': '()[]r',
  '6': '"ª',
  '6.5': '–',
  '7': 'ksxzv',
  '7.5': 'FJLacehnuyàáâãäçéêèíúüñ',
  '8': 'EZbdgopqóôõöÉÊ',
  '8.5': '*0123456789BKPRST+=?',
  '9': 'AVXYÀÁÂÃ&',
  '9.5': 'CDGHUÚÇ',
  '10': 'NOQÓÔÕ',
  '11.5': 'MmwW%@',
};

const byCharacter: ReadonlyMap<string, number> = new Map(
  Object.entries(advances).flatMap(([pixels, characters]) =>
    [...characters].map((character): [string, number] => [character, Number(pixels)]),
  ),
);

/** Of a character that is not among them. */
const middling = 8.5;

export const textWidth = (text: string): number =>
  [...text].reduce((sum, character) => sum + (byCharacter.get(character) ?? middling), 0);
