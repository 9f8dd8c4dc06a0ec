import { describe, expect, it } from 'vitest';
import { briefLabel, writeLabel } from '../../../engine/contract/write-label.ts';
import { parseRecordLabel, writeLabelParts } from '../../../engine/model/passes/parse-label.ts';
import { countedTitle } from '../../../engine/ui/runtime/counted-title.ts';
import { plural } from '../../../engine/ui/runtime/plural.ts';
import { parsePeek, parseRecordAddress, writeRecordAddress } from '../../../engine/ui/runtime/record-address.ts';
import { relativeTime } from '../../../engine/ui/runtime/relative-time.ts';
import { createTexts } from '../../../engine/ui/runtime/texts.ts';
import { createMenu } from '../../../engine/ui/runtime/use-menu.ts';
import messages from '../../../schemas/messages/pt-BR.json' with { type: 'json' };
import { realScreen } from './real-screen.ts';

describe('the plural of a word', () => {
  it.each([
    ['banco', 'bancos'],
    ['situação', 'situações'],
    ['indexador', 'indexadores'],
    ['imagem', 'imagens'],
    ['canal', 'canais'],
    ['papel', 'papéis'],
    ['país', undefined],
    ['estado civil', undefined],
  ])('%s is %s', (one, many) => {
    expect(plural(one)).toBe(many);
  });
});

describe('a question about so many records', () => {
  it.each([
    ['/bancos', 1, 'Apagar banco?'],
    ['/bancos', 12, 'Apagar 12 bancos?'],
    ['/estados-civis', 1200, 'Apagar 1.200 registros de estado civil?'],
  ])('of %s, %s of them, is %s', async (path, count, title) => {
    expect(countedTitle(createTexts(messages.texts), await realScreen(path), 'delete.title', count)).toBe(title);
  });
});

describe('a label in brief', () => {
  it.each([
    ['[{codigo} - ]{nome}', '{nome}'],
    ['{nome}[ ({conselho} {numero})]', '{nome}'],
    ['{codigo} - {nome}', undefined],
    // Of the field that says the rest the user reads nothing.
    ['[{codigo}]', undefined],
    ['', undefined],
  ])('of %j is %j', (label, brief) => {
    const parts = briefLabel(parseRecordLabel(label));
    expect(parts && writeLabelParts(parts)).toBe(brief);
  });
});

describe('the drawer in the address', () => {
  it.each(['new', 'view.5', 'edit.12', 'history.7'])('%s is read and written again', (text) => {
    const address = parseRecordAddress(text);
    expect(address && writeRecordAddress(address)).toBe(text);
  });
  it.each([null, '', 'edit', 'edit.x', 'drop.5'])('%j opens none', (text) => {
    expect(parseRecordAddress(text)).toBeUndefined();
  });
  it('knows a related record by route and id', () => {
    expect(parsePeek('/unidades-de-medida.12')).toEqual({ path: '/unidades-de-medida', id: 12 });
    expect(parsePeek('//x.12/y')).toBeUndefined();
  });
});

describe('the menu', () => {
  const entry = (path: string, parent: string, hidden = false) => ({
    path,
    parent,
    hidden,
    title: `${path} de {cliente}`,
    icon: 'map',
    kind: 'group' as const,
  });
  const menu = createMenu(
    { entries: [entry('/a', '/'), entry('/b', '/a'), entry('/c', '/a', true), entry('/d', '/d')] },
    'Copass',
  );
  it('shows children in their order, hidden ones nowhere', () => {
    expect(menu.childrenOf('/a').map(({ path }) => path)).toEqual(['/b']);
  });
  it('gives the way from the top, and stops at a circle', () => {
    expect(menu.trail('/b').map(({ path }) => path)).toEqual(['/a', '/b']);
    expect(menu.trail('/d')).toHaveLength(1);
  });
  it('writes the client into titles', () => {
    expect(menu.titled('Portal {cliente}')).toBe('Portal Copass');
  });
});

describe('texts of records', () => {
  it('leave no separator before an empty field', () => {
    const label = [{ field: 'nome' }, { text: ' - ' }, { field: 'uf' }];
    expect(writeLabel(label, { nome: 'Betim', uf: 'MG' }, [])).toBe('Betim - MG');
    expect(writeLabel(label, { nome: 'Betim', uf: null }, [])).toBe('Betim');
  });

  it('say how long ago for a week, then the moment itself', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(relativeTime('2026-11-21T11:30:00Z', 'x', now)).toBe('há 30 minutos');
    expect(relativeTime('2026-11-20T12:00:00Z', 'x', now)).toBe('ontem');
    expect(relativeTime('2026-11-01T12:00:00Z', '01/11/2026 09:00', now)).toBe('01/11/2026 09:00');
  });
});
