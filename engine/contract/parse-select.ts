import { Refusal } from '../core/errors.ts';
import { isAggregateFunction } from './aggregate.ts';
import type { SelectItem } from './request.ts';
import { checkLimit } from './request-limits.ts';
import { Reader } from './request-reader.ts';

type Embed = Extract<SelectItem, { kind: 'embed' }>;

/** Reads one `select`, counting all that it asks for. */
class SelectReader {
  private readonly reader: Reader;
  private items = 0;
  private embeds = 0;
  constructor(text: string) {
    this.reader = new Reader(text, 'select');
  }

  read(): SelectItem[] {
    const items = this.list(0);
    this.reader.end();
    return items;
  }

  private list(depth: number): SelectItem[] {
    const { reader } = this;
    checkLimit('depth', depth);
    const items: SelectItem[] = [];
    reader.space();
    if (reader.done || reader.peek(')')) return items;
    do {
      this.items += 1;
      checkLimit('items', this.items);
      items.push(this.item(depth));
    } while (reader.separator(','));
    reader.space();
    return items;
  }

  private item(depth: number): SelectItem {
    const { reader } = this;
    if (reader.take('*')) return { kind: 'all' };
    if (reader.take('...')) return this.embed({ relation: reader.name(), alias: undefined, spread: true }, depth);
    let name = reader.column();
    let alias: string | undefined;
    if (!reader.peek('::') && reader.take(':')) {
      alias = name;
      name = reader.column();
    }
    if (name === 'count' && reader.take('()'))
      return { kind: 'aggregate', name: undefined, of: 'count', alias, cast: this.castOf(name) };
    if (reader.take('.')) return this.aggregate(name, alias);
    if (reader.peek('!') || reader.peek('(')) return this.embed({ relation: name, alias, spread: false }, depth);
    return { kind: 'column', name, alias, cast: this.castOf(name) };
  }

  /** From the dot after the column on. */
  private aggregate(name: string, alias: string | undefined): SelectItem {
    const { reader } = this;
    const of = reader.match(/^[A-Za-z_]+/) ?? '';
    if (!isAggregateFunction(of) || !reader.take('()'))
      throw new Refusal('REQUEST_AGGREGATE', { item: `${name}.${of}${reader.until(',')}` });
    return { kind: 'aggregate', name, of, alias, cast: this.castOf(`${name}.${of}()`) };
  }

  private castOf(item: string): string | undefined {
    return this.reader.take('::') ? this.cast(item) : undefined;
  }

  /** The name of a type; some are of several words. */
  private cast(column: string): string {
    const cast = this.reader.match(/^[A-Za-z_][A-Za-z0-9_ ]*/);
    if (cast === undefined) return this.reader.fail(`esperado um tipo depois de '${column}::'`);
    if (this.reader.peek('.')) throw new Refusal('REQUEST_AGGREGATE', { item: `${column}::${cast}` });
    return cast.trim().toLowerCase();
  }

  /** From the `!` or the parenthesis after the name on. */
  private embed(parts: Pick<Embed, 'relation' | 'alias' | 'spread'>, depth: number): Embed {
    const { reader } = this;
    this.embeds += 1;
    checkLimit('embeds', this.embeds);
    let inner = false;
    let hint: string | undefined;
    while (reader.take('!')) {
      const word = reader.name();
      if (word === 'inner') inner = true;
      else if (word !== 'left') {
        if (hint !== undefined)
          reader.fail(`'!${word}' vem depois de '!${hint}', e só um dos dois pode indicar a relação`);
        hint = word;
      }
    }
    reader.expect('(');
    const items = this.list(depth + 1);
    reader.expect(')');
    return { kind: 'embed', ...parts, hint, inner, items };
  }
}

/** Raises REQUEST_QUERY_INVALID, REQUEST_JSON_PATH, REQUEST_AGGREGATE, REQUEST_TOO_COMPLEX. */
export const parseSelect = (text: string): readonly SelectItem[] =>
  text.trim() === '' ? [{ kind: 'all' }] : new SelectReader(text).read();
