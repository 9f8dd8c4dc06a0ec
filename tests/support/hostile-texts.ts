/** Texts that break what takes text for something else: markup, code, patterns, directions of writing, odd characters. */
export const hostileTexts: Readonly<Record<string, string>> = {
  markup: '<b>negrito</b>&amp;<img src=x onerror="alert(1)">',
  script: '</title></textarea></script><script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template would fill in
  template: '${7*7} {{7*7}} {nome} {field} %s',
  quotes: `' " \` \\ '' "" \\"`,
  sql: `'; drop table modelo; --`,
  pattern: '%_*?[a-z]\\d(.*)',
  formula: '=HYPERLINK("https://exemplo.com.br";"clique")',
  'right to left': '\u202eovitartsuli\u202c \u2067עברית\u2069 مرحبا',
  'zero width': 'a\u200b\u200d\u2060\ufeffb',
  emoji: '👩‍👩‍👧‍👦🇧🇷✊🏿 e 𝒻𝓊𝓃',
  composed: 'ação'.normalize('NFC'),
  decomposed: 'ação'.normalize('NFD'),
  'combining marks': `Z${'\u0300\u0489'.repeat(60)}`,
  spaces: ' \u00a0com\u2003espaços\u3000 ',
  'control characters': 'a\u0001\u001b[31mb\u007f\u0085c',
  noncharacters: '\ufffe\uffff\u{1ffff}',
  prototype: '__proto__',
  long: 'ç'.repeat(10_000),
  'long word': 'W'.repeat(10_000),
};

/** Texts that PostgreSQL cannot hold: they are refused, never changed. */
export const unstorableTexts: Readonly<Record<string, string>> = {
  'null byte': 'a\u0000b',
  'half a surrogate pair': 'a\ud800b',
  'other half': 'a\udfffb',
};
