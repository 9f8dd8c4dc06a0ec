/** Where texts of the files name a field, and how they read once it has another name. In: a text, and of which entity it speaks. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { parse } from '../../expressions/parse.ts';
import type { Entity, Model } from '../types.ts';

/** A field, or the same field of several entities that one part describes. */
export interface Renaming {
  readonly entities: ReadonlySet<string>;
  readonly from: string;
  readonly to: string;
}

export interface Names {
  /** `cidade.nome`, or `itens.valor` of the rows that it owns, from an entity on. */
  readonly path: (entity: string, text: string) => string;
  /** `{codigo} - {cidade.nome}`. */
  readonly template: (entity: string, text: string) => string;
  /** An expression over records of the entity; of rows also of their owner. */
  readonly expression: (entity: string, parent: string | undefined, text: string) => string;
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'range' in value;

const macros: ReadonlySet<unknown> = new Set(['all', 'exists', 'filter', 'map']);

export const renameNames = (model: Model, { entities, from, to }: Renaming): Names => {
  const entityOf = (name: string | undefined): Entity | undefined =>
    name !== undefined && Object.hasOwn(model.entities, name) ? model.entities[name] : undefined;

  const path = (entity: string, text: string): string => {
    let owner: string | undefined = entity;
    return text
      .split('.')
      .map((segment) => {
        const own = owner;
        const at = entityOf(own);
        owner =
          at?.fields.find(({ name }) => name === segment)?.relation?.entity ??
          at?.children.find(({ name }) => name === segment)?.entity.name;
        return own !== undefined && entities.has(own) && segment === from ? to : segment;
      })
      .join('.');
  };

  const expression = (entity: string, parent: string | undefined, text: string): string => {
    const parsed = parse(text);
    if ('problem' in parsed) return text;
    const ends: number[] = [];
    const childOf = (array: string): string | undefined =>
      entityOf(entity)?.children.find(({ name }) => name === array)?.entity.name ??
      entityOf(entity)?.states?.linked?.find(({ name }) => name === array)?.entity;
    /** The entity of the rows that a list holds. */
    const rowsOf = (node: ASTNode, loops: ReadonlyMap<string, string | undefined>): string | undefined => {
      if (node.op === 'id') return loops.has(node.args) ? undefined : childOf(node.args);
      return node.op === 'rcall' ? rowsOf(node.args[1], loops) : undefined;
    };
    /** The entity of what stands before a dot: of a row, of the owner, of what a relation points at. */
    const ownerOf = (node: ASTNode, loops: ReadonlyMap<string, string | undefined>): string | undefined => {
      const behind = (from: string | undefined, name: string): string | undefined =>
        entityOf(from)?.fields.find((field) => field.name === name)?.relation?.entity;
      if (node.op === '.') return behind(ownerOf(node.args[0], loops), node.args[1]);
      if (node.op !== 'id') return undefined;
      if (loops.has(node.args)) return loops.get(node.args);
      return node.args === 'parent' && parent !== undefined ? parent : behind(entity, node.args);
    };
    const isRecord = (node: ASTNode, loops: ReadonlyMap<string, string | undefined>): boolean =>
      node.op === 'id' && (loops.has(node.args) || (node.args === 'parent' && parent !== undefined));
    const visit = (node: ASTNode, loops: ReadonlyMap<string, string | undefined>): void => {
      if (node.op === 'id') {
        if (node.args === from && entities.has(entity) && !loops.has(from)) ends.push(node.range.end);
        return;
      }
      if (node.op === '.') {
        const [owner, member] = node.args;
        const of = ownerOf(owner, loops);
        if (of !== undefined && entities.has(of) && member === from) ends.push(node.range.end);
        if (!isRecord(owner, loops)) visit(owner, loops);
        return;
      }
      if (node.op === 'rcall' && macros.has(node.args[0])) {
        const [, receiver, [variable, ...rest]] = node.args;
        visit(receiver, loops);
        if (variable?.op !== 'id') return;
        const inside = new Map([...loops, [variable.args, rowsOf(receiver, loops)]]);
        for (const one of rest) visit(one, inside);
        return;
      }
      const walk = (value: unknown): void => {
        if (isNode(value)) visit(value, loops);
        else if (Array.isArray(value)) value.forEach(walk);
      };
      walk(node.args);
    };
    visit(parsed.syntax, new Map());
    return [...new Set(ends)]
      .toSorted((a, b) => b - a)
      .reduce((source, end) => source.slice(0, end - from.length) + to + source.slice(end), text);
  };

  return {
    path,
    expression,
    template: (entity, text) => text.replace(/\{([^{}]*)\}/g, (_, name: string) => `{${path(entity, name)}}`),
  };
};
