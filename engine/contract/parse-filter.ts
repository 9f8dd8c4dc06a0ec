import { Refusal } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { OperatorName, SearchConfiguration } from '../fields/operators.ts';
import { keywords, operators, refusedOperators, searchConfigurations, searchOperators } from '../fields/operators.ts';
import type { FilterNode, FilterValue, Quantifier } from './request.ts';
import { checkLimit } from './request-limits.ts';
import { parsePath, Reader } from './request-reader.ts';

type Comparison = Extract<FilterNode, { kind: 'compare' }>;
type Group = Extract<FilterNode, { kind: 'and' | 'or' }>;

const isOperator = (name: string): name is OperatorName => Object.hasOwn(operators, name);

/** Reads all the filters of one request, keeping their values apart. */
export class FilterReader {
  readonly values: FilterValue[] = [];
  private count = 0;

  /** `nome=not.eq.5`. */
  filter(name: string, value: string): Comparison {
    const reader = new Reader(value, name);
    const comparison = this.comparison(reader, parsePath(name, name), false);
    reader.end();
    return comparison;
  }

  /** `or=(a.eq.1,b.eq.2)`, `distritos.not.and=(...)`; `words` is the name of the parameter, cut at its dots. */
  tree(name: string, words: readonly string[], value: string): Group {
    const reader = new Reader(value, name);
    const negated = words.at(-2) === 'not';
    const at = words.slice(0, negated ? -2 : -1).join('.');
    reader.space();
    const group = this.group(reader, words.at(-1) === 'and' ? 'and' : 'or', negated, 0);
    reader.space();
    reader.end();
    return at === '' ? group : { ...group, at: parsePath(at, name) };
  }

  private slot(value: FilterValue): number {
    return this.values.push(value) - 1;
  }

  /** `not.eq.5`, after the column. `grouped`: inside `or=(...)`, where a comma or a parenthesis ends the value. */
  private comparison(reader: Reader, path: readonly string[], grouped: boolean): Comparison {
    this.count += 1;
    checkLimit('filters', this.count);
    const negated = reader.take('not.');
    const operator = this.operator(reader, grouped);
    const { quantifier, configuration } = this.modifier(reader, operator);
    reader.expect('.');
    const common = { kind: 'compare', path, operator, negated, quantifier, configuration, keyword: undefined } as const;
    const kind = operators[operator].value;
    if (kind === 'list') return { ...common, slot: this.slot(this.list(reader)) };
    if (quantifier !== undefined) return { ...common, slot: this.slot(this.array(reader)) };
    if (kind !== 'keyword') return { ...common, slot: this.slot(this.value(reader, grouped)) };
    const value = this.value(reader, grouped);
    const keyword = keywords.find((one) => one === value.toLowerCase());
    if (!keyword) return reader.fail(`'is' aceita ${keywords.join(', ')}, não '${value}'`);
    return { ...common, slot: -1, keyword };
  }

  private operator(reader: Reader, grouped: boolean): OperatorName {
    const name = reader.until('.(');
    if (isOperator(name)) return name;
    const refused = Object.hasOwn(refusedOperators, name) ? refusedOperators[name] : undefined;
    if (refused) throw new Refusal('REQUEST_OPERATOR_REFUSED', { operator: name, ...refused });
    // `uf=MG`: a value and no more, by a caller who does not know of operators, or of this parameter.
    if (reader.done && !grouped)
      throw new Refusal('REQUEST_OPERATOR_MISSING', { parameter: reader.parameter, value: name.slice(0, 60) });
    throw new Refusal(
      'REQUEST_OPERATOR_UNKNOWN',
      { operator: name },
      { suggestion: nearest(name, Object.keys(operators)) },
    );
  }

  /** `(any)`, `(all)`, or the configuration of a text search. */
  private modifier(
    reader: Reader,
    operator: OperatorName,
  ): { quantifier: Quantifier | undefined; configuration: SearchConfiguration | undefined } {
    const searches = searchOperators.some((one) => one === operator);
    if (!reader.take('('))
      return { quantifier: undefined, configuration: searches ? searchConfigurations[0] : undefined };
    const word = reader.until(')');
    reader.expect(')');
    const quantifier = word === 'any' || word === 'all' ? word : undefined;
    if (operators[operator].quantified && quantifier) return { quantifier, configuration: undefined };
    const configuration = searches ? searchConfigurations.find((one) => one === word.trim()) : undefined;
    if (configuration) return { quantifier: undefined, configuration };
    return reader.fail(
      searches
        ? `a configuração de busca '${word}' não existe; use ${searchConfigurations.join(', ')}`
        : operators[operator].quantified
          ? `'${operator}(${word})' não existe; use '${operator}(any)' ou '${operator}(all)'`
          : `'${operator}' não aceita '(${word})'`,
    );
  }

  /** A single value: outside of groups all that follows. */
  private value(reader: Reader, grouped: boolean): string {
    if (!grouped) return reader.rest();
    // A list in braces holds commas of its own.
    return reader.match(/^\{[^{}]*\}(?=\s*[,)])/) ?? reader.element();
  }

  /** `(1,"a,b")`; nothing between the parentheses is no value. */
  private list(reader: Reader): string[] {
    reader.space();
    reader.expect('(');
    reader.space();
    const values: string[] = [];
    if (!reader.take(')')) {
      do {
        values.push(reader.element());
        checkLimit('list', values.length);
      } while (reader.take(','));
      reader.expect(')');
    }
    reader.space();
    return values;
  }

  /** PostgreSQL's `{a,"b,c"}`. */
  private array(reader: Reader): string[] {
    reader.expect('{');
    reader.space();
    const values: string[] = [];
    if (reader.take('}')) return values;
    do {
      reader.space();
      const value = reader.take('"') ? reader.quoted() : this.bare(reader);
      values.push(value);
      checkLimit('list', values.length);
      reader.space();
    } while (reader.take(','));
    reader.expect('}');
    return values;
  }

  private bare(reader: Reader): string {
    const text = (reader.match(/^(?:\\.|[^\\,{}"])+/s) ?? '').trim().replace(/\\(.)/gs, '$1');
    if (text === '') reader.fail('falta um valor na lista entre chaves; um texto vazio se escreve ""');
    if (text.toUpperCase() === 'NULL') reader.fail("NULL não vai na lista entre chaves; use 'is.null'");
    return text;
  }

  /** `(a.eq.1,or(b.gt.2,c.is.null))`, from the opening parenthesis on. */
  private group(reader: Reader, kind: Group['kind'], negated: boolean, depth: number): Group {
    checkLimit('depth', depth);
    reader.expect('(');
    reader.space();
    const items: FilterNode[] = [];
    do {
      const name = ['not.and', 'not.or', 'and', 'or'].find((word) => reader.take(`${word}(`, 1));
      if (name === undefined) items.push(this.inGroup(reader));
      else items.push(this.group(reader, name.endsWith('and') ? 'and' : 'or', name.startsWith('not.'), depth + 1));
    } while (reader.separator(','));
    reader.space();
    reader.expect(')');
    return { kind, negated, items, at: undefined };
  }

  /** An operator that is not served has the name of a column where an operator follows it. */
  private beginsOperator(reader: Reader): boolean {
    const word = reader.ahead(/^[a-z]+(?=[.(])/) ?? '';
    if (isOperator(word) || !Object.hasOwn(refusedOperators, word)) return isOperator(word);
    const next =
      reader
        .ahead(/^[a-z]+\.(?:not\.)?[a-z]+(?=[.(])/)
        ?.split('.')
        .at(-1) ?? '';
    return !isOperator(next);
  }

  /** `nome.not.eq.x` or `cidade.uf.eq.MG`: the path ends where an operator (or `not`) begins. */
  private inGroup(reader: Reader): Comparison {
    const path = [reader.column()];
    while (true) {
      reader.expect('.');
      if (reader.peek('not.')) break;
      if (this.beginsOperator(reader)) break;
      path.push(reader.column());
    }
    return this.comparison(reader, path, true);
  }
}
