import { describe, expect, it } from 'vitest';
import type { HelpEntity, HelpModule } from '../../../engine/contract/calls/help-calls.ts';
import { boxHeight, diagramOf } from '../../../src/screens/help/diagram-of.ts';
import fc from '../../support/laws.ts';

const entity = (
  name: string,
  targets: readonly { readonly entity: string; readonly module: string }[],
): HelpEntity => ({
  name,
  title: `Cadastro ${name}`,
  screens: [],
  fields: targets.map((target) => ({
    name: `para_${target.entity}`,
    title: `Para ${target.entity}`,
    kind: '',
    required: false,
    readOnly: false,
    unique: false,
    target: { ...target, title: `Cadastro ${target.entity}` },
  })),
  rows: [],
  rules: [],
  usedBy: [],
});
const here = (name: string) => ({ entity: name, module: 'aqui' });
const moduleOf = (entities: readonly HelpEntity[]): HelpModule => ({
  name: 'aqui',
  title: 'Aqui',
  entities: [...entities],
});

describe('the diagram of a module', () => {
  const module = moduleOf([
    entity('a', [here('b'), here('b'), here('a')]),
    entity('b', [{ entity: 'longe', module: 'outro' }]),
    entity('so', []),
  ]);

  it('joins the relations between the same two, draws one to itself, and leaves out who is in none', () => {
    const { boxes, lines } = diagramOf(module, false);
    expect(boxes.map((box) => [box.entity, box.title, box.module])).toEqual([
      ['a', 'Cadastro a', 'aqui'],
      ['b', 'Cadastro b', 'aqui'],
    ]);
    expect(lines.map(({ from, to, fields }) => [from, to, fields])).toEqual([
      ['a', 'b', ['Para b', 'Para b']],
      ['a', 'a', ['Para a']],
    ]);
    for (const { path } of lines) expect(path).toMatch(/^M[\d. ]+[CLQ]/);
  });

  it('has the records of other modules where they are asked for', () => {
    const { boxes } = diagramOf(module, true);
    expect(boxes.map((box) => [box.entity, box.module])).toEqual([
      ['a', 'aqui'],
      ['b', 'aqui'],
      ['longe', 'outro'],
    ]);
  });

  it('lays no box over another, and all within the drawing', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
    const modules = fc.uniqueArray(fc.tuple(names, fc.array(names)), { selector: ([name]) => name, minLength: 1 });
    fc.assert(
      fc.property(modules, (parts) => {
        const { boxes, width, height } = diagramOf(
          moduleOf(parts.map(([name, targets]) => entity(name, targets.map(here)))),
          true,
        );
        for (const [index, one] of boxes.entries()) {
          expect(Math.min(one.left, one.top)).toBeGreaterThanOrEqual(0);
          expect(one.left + one.width).toBeLessThanOrEqual(width);
          expect(one.top + boxHeight).toBeLessThanOrEqual(height);
          for (const other of boxes.slice(index + 1))
            expect(
              one.left + one.width <= other.left ||
                other.left + other.width <= one.left ||
                Math.abs(one.top - other.top) >= boxHeight,
            ).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });
});
