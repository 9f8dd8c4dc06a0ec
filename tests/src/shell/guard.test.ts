import { describe, expect, it } from 'vitest';
import { safeRedirect, signInWith } from '../../../src/shell/guard.ts';
import { matchesWords } from '../../../src/shell/matches-words.ts';

describe('the way back after signing in', () => {
  it.each(['/', '/bancos', '/bancos?nome=has.são&limit=25'])('leads to %s', (path) => {
    const target = new URL(signInWith(path), 'http://x').searchParams.get('redirect');
    expect(safeRedirect(target)).toBe(path);
  });
  it.each([null, '', 'bancos', '//elsewhere', '/\\elsewhere', 'https://elsewhere', '/auth', '/auth?redirect=/x'])(
    'never leads to %s',
    (target) => {
      expect(safeRedirect(target)).toBe('/');
    },
  );
});

describe('finding a screen by its words', () => {
  it.each([
    ['Classificações de estabelecimentos', 'estab classificacoes', true],
    ['Órgão', 'orgao', true],
    ['Bancos', 'bancos cidade', false],
  ])('%s by "%s": %s', (title, words, found) => {
    expect(matchesWords(title, words)).toBe(found);
  });
});
