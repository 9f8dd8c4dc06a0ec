/**
 * The records of a module and what they point at, laid out. In: the help of the module. Out: boxes and lines in pixels,
 * from the top left. Records of other modules that are pointed at stand among them, as neighbours.
 */
import { Graph, layout } from '@dagrejs/dagre';
import type { HelpModule } from '../../../engine/contract/calls/help-calls.ts';

export interface DiagramBox {
  readonly entity: string;
  readonly title: string;
  readonly module: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

export interface DiagramLine {
  readonly from: string;
  readonly to: string;
  /** Titles of the fields that point there. */
  readonly fields: readonly string[];
  /** Path of an SVG line. */
  readonly path: string;
}

export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly DiagramBox[];
  readonly lines: readonly DiagramLine[];
}

export const boxHeight = 34;
const margin = 16;
const widthOf = (title: string): number => Math.max(96, Math.round(title.length * 7.2) + 28);

interface Ends {
  readonly from: string;
  readonly to: string;
  readonly fields: string[];
}

/** Every relation of the records and of their rows, those between the same two together. */
const linesOf = ({ entities }: HelpModule): readonly Ends[] => {
  const lines = new Map<string, Ends>();
  for (const entity of entities)
    for (const { title, target } of [...entity.fields, ...entity.rows.flatMap(({ fields }) => fields)]) {
      if (target === undefined) continue;
      const key = `${entity.name} ${target.entity}`;
      const line = lines.get(key) ?? { from: entity.name, to: target.entity, fields: [] };
      line.fields.push(title);
      lines.set(key, line);
    }
  return [...lines.values()];
};

const targetsOf = ({ entities }: HelpModule) =>
  entities.flatMap(({ fields, rows }) =>
    [...fields, ...rows.flatMap((part) => part.fields)].flatMap(({ target }) => target ?? []),
  );

/** A record that points at its own kind: out at the top, in at the side. */
const loopAt = ({ left, top, width }: DiagramBox): string => {
  const [x, y] = [left + width, top];
  return `M${round(x - 24)} ${round(y)}C${round(x - 24)} ${round(y - 18)} ${round(x + 18)} ${round(y - 8)} ${round(x)} ${round(y + 12)}`;
};

/** `far`: with the records of other modules that are pointed at. Records that are in no relation are not in it. */
export const diagramOf = (module: HelpModule, far: boolean): Diagram => {
  const known = new Map<string, { readonly title: string; readonly module: string }>();
  if (far) for (const { entity, ...target } of targetsOf(module)) known.set(entity, target);
  for (const { name, title } of module.entities) known.set(name, { title, module: module.name });
  const lines = linesOf(module).filter(({ to }) => known.has(to));
  const joined = new Set(lines.flatMap(({ from, to }) => [from, to]));

  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 72, edgesep: 8, marginx: margin, marginy: margin });
  for (const [entity, { title }] of known)
    if (joined.has(entity)) graph.setNode(entity, { width: widthOf(title), height: boxHeight });
  for (const { from, to } of lines) if (from !== to) graph.setEdge(from, to, {});
  layout(graph);

  const size = graph.graph() as { readonly width?: number; readonly height?: number };
  const boxes = [...joined].flatMap((entity): DiagramBox[] => {
    const node = graph.node(entity) as { readonly x: number; readonly y: number; readonly width: number };
    const about = known.get(entity);
    if (about === undefined) return [];
    return [
      {
        entity,
        title: about.title,
        module: about.module,
        left: node.x - node.width / 2,
        top: node.y - boxHeight / 2,
        width: node.width,
      },
    ];
  });
  return {
    width: Math.ceil(size.width ?? 0),
    height: Math.ceil(size.height ?? 0),
    boxes,
    lines: lines.map(({ from, to, fields }) => {
      const own = boxes.find(({ entity }) => from === to && entity === from);
      if (own) return { from, to, fields, path: loopAt(own) };
      const { points } = graph.edge(from, to) as {
        readonly points: readonly { readonly x: number; readonly y: number }[];
      };
      return { from, to, fields, path: pathThrough(points) };
    }),
  };
};

/** Round at the points between: each is the handle of a curve to the middle of the next stretch. */
const pathThrough = (points: readonly { readonly x: number; readonly y: number }[]): string => {
  const [first, ...others] = points;
  if (first === undefined) return '';
  const curves = others.slice(0, -1).map((point, index) => {
    const next = others[index + 1] ?? point;
    const isLast = index === others.length - 2;
    const [x, y] = isLast ? [next.x, next.y] : [(point.x + next.x) / 2, (point.y + next.y) / 2];
    return `Q${round(point.x)} ${round(point.y)} ${round(x)} ${round(y)}`;
  });
  const last = others.at(-1) ?? first;
  return `M${round(first.x)} ${round(first.y)}${curves.length > 0 ? curves.join('') : `L${round(last.x)} ${round(last.y)}`}`;
};

const round = (value: number): number => Math.round(value * 10) / 10;
