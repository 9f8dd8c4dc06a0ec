/**
 * syntax of CEL -> tree. Every name is found, every operand is of a type that its operator takes, every text that is
 * compared with a code is one of its values: what passes here cannot go wrong later.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { expressionWords as words } from '../core/expression-words.ts';
import { nearest } from '../core/nearest.ts';
import { dayParts } from './calendar.ts';
import type { FunctionName, Parameter } from './functions.ts';
import { functionRow, functions, isFunction } from './functions.ts';
import { joinKeys } from './keys-in.ts';
import { parse } from './parse.ts';
import { expressionOf } from './targets-in.ts';
import type { Expression, ExpressionProblem, MacroName, Names, ScalarKind, Tree, ValueType } from './types.ts';

/** What an expression may read. */
export interface Vocabulary {
  readonly names: Names;
  /** Of the record that owns the row; undefined outside of rows. */
  readonly parent: Names | undefined;
  /** Secrets, which have a message of their own. */
  readonly secrets?: ReadonlySet<string>;
  /** The value is set once, by the server: it may be the moment of that, or the same for all. */
  readonly once?: true;
  /** Somebody asks for what it speaks of: the entity of the logins, undefined where there is none. Absent: nobody does. */
  readonly askedBy?: { readonly users: string | undefined };
}

interface Typed {
  readonly tree: Tree;
  readonly type: ValueType;
}

/** A macro around the place: the name of its item, and what that is. */
interface Loop {
  readonly name: string;
  readonly type: ValueType;
}

interface Scope extends Vocabulary {
  readonly loops: readonly Loop[];
}

class Fault extends Error {
  readonly problem: ExpressionProblem;
  constructor(problem: ExpressionProblem) {
    super(problem.problem);
    this.problem = problem;
  }
}

const fail = (node: ASTNode, problem: string, suggestion?: string): never => {
  throw new Fault({ start: node.range.start, end: node.range.end, problem, suggestion });
};

const textOf = (node: ASTNode): string => node.input.slice(node.range.start, node.range.end);

const macros: readonly MacroName[] = ['all', 'exists', 'filter', 'map'];
const maximumLoops = 2;
const boolean: ValueType = { kind: 'boolean' };
const text: ValueType = { kind: 'text' };

const isNumeric = ({ kind }: ValueType): boolean => kind === 'integer' || kind === 'decimal';
const isList = (type: ValueType): type is Extract<ValueType, { kind: 'list' }> => type.kind === 'list';

/** What both may be said to be; undefined where they have nothing in common. */
const common = (a: ValueType, b: ValueType): ValueType | undefined => {
  if (a.kind === 'null') return b;
  if (b.kind === 'null') return a;
  if (isNumeric(a) && isNumeric(b)) return a.kind === b.kind ? a : { kind: 'decimal' };
  if (a.kind === 'text' && b.kind === 'text') return a.codes === b.codes ? a : text;
  if (a.kind === 'relation' && b.kind === 'relation') return a.entity === b.entity ? a : undefined;
  if (isList(a) && isList(b)) {
    const of = common(a.of, b.of);
    return of && { kind: 'list', of };
  }
  return a.kind === b.kind && a.kind !== 'row' && a.kind !== 'opaque' ? a : undefined;
};

const literal = (node: ASTNode & { op: 'value' }): Typed => {
  const { args } = node;
  if (args === null) return { tree: ['value', null], type: { kind: 'null' } };
  if (typeof args === 'boolean') return { tree: ['value', args], type: boolean };
  if (typeof args === 'string') return { tree: ['value', args], type: text };
  if (typeof args === 'bigint') {
    const value = Number(args);
    return Number.isSafeInteger(value)
      ? { tree: ['value', value], type: { kind: 'integer' } }
      : fail(node, words.number);
  }
  if (typeof args === 'number')
    return Math.abs(args) < 1e21 ? { tree: ['value', args], type: { kind: 'decimal' } } : fail(node, words.number);
  return fail(node, words.unsupported(textOf(node)));
};

const scalarOf = (type: ValueType): ScalarKind =>
  type.kind === 'list' || type.kind === 'row' || type.kind === 'null' ? 'opaque' : type.kind;

/** The names that may stand at a place, for the hint. */
const namesIn = ({ names, loops, parent }: Scope): readonly string[] => [
  ...loops.map(({ name }) => name),
  ...names.keys(),
  ...(parent === undefined ? [] : ['parent']),
  ...Object.keys(functions),
];

const ofName = (node: ASTNode & { op: 'id' }, scope: Scope): Typed => {
  const name = node.args;
  const depth = scope.loops.findIndex((loop) => loop.name === name);
  const loop = scope.loops[depth];
  if (loop) return { tree: ['each', depth], type: loop.type };
  const found = scope.names.get(name);
  if (found)
    return found.type.kind === 'list'
      ? { tree: ['rows', found.key], type: found.type }
      : { tree: ['field', found.key, scalarOf(found.type)], type: found.type };
  if (name === 'parent' && scope.parent !== undefined) return fail(node, words.parentBare);
  if (scope.secrets?.has(name)) return fail(node, words.secret(name));
  if (isFunction(name)) return fail(node, words.functionBare(name));
  return fail(node, words.nameUnknown(name), nearest(name, namesIn(scope)));
};

const ofMember = (node: ASTNode & { op: '.' }, scope: Scope): Typed => {
  const [owner, member] = node.args;
  const lookUp = (names: Names, make: (key: string, kind: ScalarKind) => Tree): Typed => {
    const found = names.get(member);
    if (!found || found.type.kind === 'list')
      return fail(node, words.nameUnknown(`${textOf(owner)}.${member}`), nearest(member, names.keys()));
    return { tree: make(found.key, scalarOf(found.type)), type: found.type };
  };
  if (owner.op === 'id' && owner.args === 'parent' && scope.parent !== undefined)
    return lookUp(scope.parent, (key, kind) => ['parent', key, kind]);
  const { tree, type } = typed(owner, scope, true);
  if (type.kind === 'row' && tree[0] === 'each') return lookUp(type.names, (key, kind) => ['item', tree[1], key, kind]);
  if (type.kind === 'relation' && type.names !== undefined && (tree[0] === 'field' || tree[0] === 'parent')) {
    const [base, above] = tree;
    return lookUp(type.names(), (key, kind) => [base, joinKeys(above, key), kind]);
  }
  if (tree[0] === 'call' && tree[1] === 'caller') return fail(node, words.callerDotted);
  return fail(node, (type.kind === 'relation' ? words.behind : words.dotted)(textOf(owner)));
};

/** A text that is compared with a code must be one of its values. */
const checkCodes = (node: ASTNode, type: ValueType, other: ValueType): void => {
  if (type.kind !== 'text' || type.codes === undefined) return;
  const nodes = node.op === 'list' ? node.args : [node];
  for (const one of nodes)
    if (one.op === 'value' && typeof one.args === 'string' && !type.codes.includes(one.args))
      fail(one, words.code(one.args, type.codes), nearest(one.args, type.codes));
  if (other.kind === 'list') checkCodes(node, type, other.of);
};

const isDayAndMoment = (a: ValueType, b: ValueType): boolean =>
  (a.kind === 'date' && b.kind === 'moment') || (a.kind === 'moment' && b.kind === 'date');

const ofEquality = (node: ASTNode & { op: '==' | '!=' }, scope: Scope): Typed => {
  const [left, right] = node.args;
  const [a, b] = [typed(left, scope), typed(right, scope)];
  const shared = common(a.type, b.type);
  if (isDayAndMoment(a.type, b.type)) return fail(node, words.dayAndMoment);
  if (!shared || shared.kind === 'list' || a.type.kind === 'opaque' || b.type.kind === 'opaque')
    return fail(node, words.operands(node.op, a.type.kind, b.type.kind));
  checkCodes(right, a.type, b.type);
  checkCodes(left, b.type, a.type);
  return { tree: ['call', node.op, [a.tree, b.tree]], type: boolean };
};

const ordered: ReadonlySet<ValueType['kind']> = new Set([
  'integer',
  'decimal',
  'date',
  'month',
  'time',
  'moment',
  'null',
]);

const ofOrder = (node: ASTNode & { op: '<' | '<=' | '>' | '>=' }, scope: Scope): Typed => {
  const [a, b] = [typed(node.args[0], scope), typed(node.args[1], scope)];
  const shared = common(a.type, b.type);
  if (isDayAndMoment(a.type, b.type)) return fail(node, words.dayAndMoment);
  if (!shared || !ordered.has(shared.kind)) return fail(node, words.operands(node.op, a.type.kind, b.type.kind));
  return { tree: ['call', node.op, [a.tree, b.tree]], type: boolean };
};

const ofArithmetic = (node: ASTNode & { op: '+' | '-' | '*' | '/' | '%' }, scope: Scope): Typed => {
  const [a, b] = [typed(node.args[0], scope), typed(node.args[1], scope)];
  const { op } = node;
  const shared = common(a.type, b.type);
  if (op === '+' && shared?.kind === 'text') return { tree: ['call', 'join', [a.tree, b.tree]], type: text };
  if (a.type.kind === 'date' || b.type.kind === 'date') return fail(node, words.dates);
  if (!shared || !isNumeric(shared)) return fail(node, words.operands(op, a.type.kind, b.type.kind));
  const type: ValueType = op === '/' ? { kind: 'decimal' } : shared;
  return { tree: ['call', op, [a.tree, b.tree]], type };
};

const ofLogic = (node: ASTNode & { op: '&&' | '||' }, scope: Scope): Typed => {
  const [a, b] = node.args.map((side) => {
    const found = typed(side, scope);
    return found.type.kind === 'boolean' ? found.tree : fail(side, words.operand(node.op, found.type.kind));
  });
  return { tree: ['call', node.op, [a, b].flatMap((side) => (side ? [side] : []))], type: boolean };
};

const ofChoice = (node: ASTNode & { op: '?:' }, scope: Scope): Typed => {
  const [condition, yes, no] = node.args;
  const test = typed(condition, scope);
  if (test.type.kind !== 'boolean') return fail(condition, words.operand('?:', test.type.kind));
  const [a, b] = [typed(yes, scope), typed(no, scope)];
  const type = common(a.type, b.type);
  return type
    ? { tree: ['call', '?:', [test.tree, a.tree, b.tree]], type }
    : fail(node, words.branches(a.type.kind, b.type.kind));
};

const ofIn = (node: ASTNode & { op: 'in' }, scope: Scope): Typed => {
  const [left, right] = node.args;
  const [value, list] = [typed(left, scope), typed(right, scope)];
  if (!isList(list.type) || !common(value.type, list.type.of))
    return fail(node, words.operands('in', value.type.kind, list.type.kind));
  checkCodes(right, value.type, list.type);
  return { tree: ['call', 'in', [value.tree, list.tree]], type: boolean };
};

const ofList = (node: ASTNode & { op: 'list' }, scope: Scope): Typed => {
  const items = node.args.map((item) => typed(item, scope));
  const of = items.reduce<ValueType | undefined>((type, item) => type && common(type, item.type), { kind: 'null' });
  return of ? { tree: ['list', items.map(({ tree }) => tree)], type: { kind: 'list', of } } : fail(node, words.items);
};

const fits = (parameter: Parameter, type: ValueType, before: ValueType | undefined): ValueType | undefined => {
  if (parameter === 'any') return type;
  if (parameter === 'same') return before && common(before, type);
  return type.kind === 'null' || parameter.includes(type.kind) ? type : undefined;
};

const ofCall = (node: ASTNode, name: FunctionName, given: readonly ASTNode[], scope: Scope): Typed => {
  const row = functionRow(name);
  if (given.length !== row.takes.length) return fail(node, words.arity(name, row.takes.length, given.length));
  if (name === 'now' && scope.once === undefined) return fail(node, words.nowOutside);
  if (name === 'caller') return ofCaller(node, scope);
  if (name === 'date') return ofDay(given[0] ?? node, scope);
  const args = given.map((argument) => typed(argument, scope));
  let shared: ValueType | undefined;
  for (const [index, { type }] of args.entries()) {
    const parameter = row.takes[index] ?? 'any';
    const found = fits(parameter, type, shared);
    const place = given[index] ?? node;
    if (!found) {
      const expected = typeof parameter === 'string' ? [shared?.kind ?? 'null'] : parameter;
      return fail(place, words.argument(name, index + 1, expected, type.kind));
    }
    shared = shared === undefined ? found : (common(shared, found) ?? shared);
  }
  if (name === 'sum' || name === 'greatest' || name === 'least') {
    const list = args[0]?.type;
    const of = list !== undefined && isList(list) ? list.of : undefined;
    if (of === undefined || !(isNumeric(of) || of.kind === 'null'))
      return fail(given[0] ?? node, words.argument(name, 1, ['integer', 'decimal'], of?.kind ?? 'null'));
    return {
      tree: ['call', name, args.map(({ tree }) => tree)],
      type: of.kind === 'integer' ? of : { kind: 'decimal' },
    };
  }
  const type: ValueType =
    row.gives === 'arguments' || row.gives === 'items' || row.gives === 'user'
      ? (shared ?? { kind: 'null' })
      : { kind: row.gives };
  return { tree: ['call', name, args.map(({ tree }) => tree)], type };
};

/** Who asks, where somebody does. */
const ofCaller = (node: ASTNode, { askedBy }: Scope): Typed => {
  if (askedBy === undefined) return fail(node, words.callerOutside);
  if (askedBy.users === undefined) return fail(node, words.callerUnknown);
  return { tree: ['call', 'caller', []], type: { kind: 'relation', entity: askedBy.users } };
};

/** Only a day that is written out: one made of texts could be none. */
const ofDay = (node: ASTNode, scope: Scope): Typed => {
  const { tree, type } = typed(node, scope);
  if (type.kind !== 'text' || tree[0] !== 'value') return fail(node, words.dayLiteral);
  if (dayParts(String(tree[1])) === null) return fail(node, words.day(String(tree[1])));
  return { tree, type: { kind: 'date' } };
};

const ofMacro = (
  node: ASTNode,
  name: MacroName,
  source: ASTNode,
  [variable, body]: readonly ASTNode[],
  scope: Scope,
): Typed => {
  const list = typed(source, scope);
  if (!isList(list.type)) return fail(source, words.macroList(name, list.type.kind));
  if (variable?.op !== 'id' || body === undefined) return fail(node, words.macro(name));
  if (scope.loops.length >= maximumLoops) return fail(node, words.macroDepth);
  const item = variable.args;
  if (item === 'parent' || scope.names.has(item) || scope.loops.some((loop) => loop.name === item))
    return fail(variable, words.shadow(item));
  const inner = typed(body, { ...scope, loops: [...scope.loops, { name: item, type: list.type.of }] });
  const tree: Tree = ['macro', name, list.tree, inner.tree];
  if (name === 'map') return { tree, type: { kind: 'list', of: inner.type } };
  if (inner.type.kind !== 'boolean') return fail(body, words.result('boolean', inner.type.kind));
  return { tree, type: name === 'filter' ? list.type : boolean };
};

const isMacro = (name: string): name is MacroName => macros.some((one) => one === name);

const ofFunction = (node: ASTNode, name: string, given: readonly ASTNode[], scope: Scope): Typed => {
  if (isFunction(name)) return ofCall(node, name, given, scope);
  if (isMacro(name)) return fail(node, words.macro(name));
  return fail(node, words.functionUnknown(name), nearest(name, [...Object.keys(functions), ...macros]));
};

/** `whole`: a row may stand here, for what follows names its field. */
const typed = (node: ASTNode, scope: Scope, whole = false): Typed => {
  const found = typedNode(node, scope);
  return found.type.kind === 'row' && !whole ? fail(node, words.rowBare(textOf(node))) : found;
};

const typedNode = (node: ASTNode, scope: Scope): Typed => {
  switch (node.op) {
    case 'value':
      return literal(node);
    case 'id':
      return ofName(node, scope);
    case '.':
      return ofMember(node, scope);
    case '==':
    case '!=':
      return ofEquality(node, scope);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ofOrder(node, scope);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return ofArithmetic(node, scope);
    case '&&':
    case '||':
      return ofLogic(node, scope);
    case '?:':
      return ofChoice(node, scope);
    case 'in':
      return ofIn(node, scope);
    case 'list':
      return ofList(node, scope);
    case '!_': {
      const { tree, type } = typed(node.args, scope);
      return type.kind === 'boolean'
        ? { tree: ['call', '!', [tree]], type }
        : fail(node, words.operand('!', type.kind));
    }
    case '-_': {
      const { tree, type } = typed(node.args, scope);
      return isNumeric(type) ? { tree: ['call', 'negate', [tree]], type } : fail(node, words.operand('-', type.kind));
    }
    case 'call':
      return ofFunction(node, node.args[0], node.args[1], scope);
    case 'rcall': {
      const [name, receiver, given] = node.args;
      return isMacro(name)
        ? ofMacro(node, name, receiver, given, scope)
        : ofFunction(node, name, [receiver, ...given], scope);
    }
    default:
      return fail(node, words.unsupported(textOf(node)));
  }
};

/** What an expression must give: true or false, what a field of that type holds, or what points at a record of the entity. */
export type Expected = Exclude<ScalarKind, 'relation' | 'opaque'> | { readonly entity: string };

const checkResult = (node: ASTNode, type: ValueType, expected: Expected): void => {
  if (type.kind === 'null') fail(node, words.resultNothing);
  if (typeof expected === 'object') {
    if (type.kind === 'relation' && type.entity === expected.entity) return;
    fail(node, words.resultRelation(expected.entity, type.kind === 'relation' ? type.entity : undefined, type.kind));
    return;
  }
  if (type.kind === expected || (expected === 'decimal' && type.kind === 'integer')) return;
  fail(node, expected === 'integer' && type.kind === 'decimal' ? words.roundHint : words.result(expected, type.kind));
};

/** Whether its value is another for each who asks. */
const asksCaller = (tree: Tree): boolean => {
  switch (tree[0]) {
    case 'call':
      return tree[1] === 'caller' || tree[2].some(asksCaller);
    case 'list':
      return tree[1].some(asksCaller);
    case 'macro':
      return asksCaller(tree[2]) || asksCaller(tree[3]);
    default:
      return false;
  }
};

/** The expression as the model keeps it, or the first thing wrong with it. */
export const check = (
  source: string,
  vocabulary: Vocabulary,
  expected: Expected,
): { readonly expression: Expression } | { readonly problem: ExpressionProblem } => {
  const parsed = parse(source);
  if ('problem' in parsed) return parsed;
  try {
    const { tree, type } = typed(parsed.syntax, { ...vocabulary, loops: [] });
    checkResult(parsed.syntax, type, expected);
    const expression = expressionOf(source, tree, vocabulary);
    const isConstant = expression.reads.length + expression.parentReads.length === 0 && !asksCaller(tree);
    if (isConstant && vocabulary.once === undefined) fail(parsed.syntax, words.constant);
    return { expression };
  } catch (error) {
    if (error instanceof Fault) return { problem: error.problem };
    throw error;
  }
};
