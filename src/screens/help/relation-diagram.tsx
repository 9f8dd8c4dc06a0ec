import { ActionIcon, Checkbox, Tooltip } from '@mantine/core';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { HelpModule } from '../../../engine/contract/calls/help-calls.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { Diagram } from './diagram-of.ts';
import { boxHeight, diagramOf } from './diagram-of.ts';
import classes from './help.module.css';
import { entityQuery } from './help-address.ts';

const scales = [0.5, 0.65, 0.8, 1, 1.25, 1.5] as const;
const plain = 3;

/** Of the record that is pointed at: which fields lead from it and to it, in words. */
const Caption = ({ diagram, entity }: { readonly diagram: Diagram; readonly entity: string | undefined }) => {
  const texts = useTexts();
  const box = diagram.boxes.find((one) => one.entity === entity);
  if (box === undefined) return <p className={classes.caption}>{texts('manual.diagram.hint')}</p>;
  const titleOf = (name: string) => diagram.boxes.find((one) => one.entity === name)?.title ?? name;
  const out = diagram.lines.filter(({ from }) => from === entity);
  const into = diagram.lines.filter(({ from, to }) => to === entity && from !== entity);
  const list = (some: readonly string[]) => new Intl.ListFormat('pt-BR').format(some);
  return (
    <p className={classes.caption}>
      <b>{box.title}</b>{' '}
      {out.length > 0 &&
        texts('manual.diagram.pointsAt', {
          names: list(out.map(({ to, fields }) => `${titleOf(to)} (${fields.join(', ')})`)),
        })}{' '}
      {into.length > 0 && texts('manual.diagram.pointedAt', { names: list(into.map(({ from }) => titleOf(from))) })}
    </p>
  );
};

/** The records of a module as boxes, each a way to its page, and their relations as lines. */
export const RelationDiagram = ({ module }: { readonly module: HelpModule }) => {
  const texts = useTexts();
  const near = useMemo(() => diagramOf(module, false), [module]);
  const far = useMemo(() => diagramOf(module, true), [module]);
  const [wide, setWide] = useState(near.boxes.length === 0);
  const [step, setStep] = useState(plain);
  const [pointed, setPointed] = useState<string>();
  const arrow = useId();
  if (far.boxes.length === 0) return null;
  const diagram = wide ? far : near;
  const scale = scales[step] ?? 1;
  const leave = () => setPointed(undefined);
  return (
    <section className={classes.diagram}>
      <header>
        <h2>{texts('manual.diagram.title')}</h2>
        {near.boxes.length > 0 && far.boxes.length > near.boxes.length && (
          <Checkbox
            size="xs"
            label={texts('manual.diagram.far')}
            checked={wide}
            onChange={(event) => setWide(event.currentTarget.checked)}
          />
        )}
        <ActionIcon.Group>
          <Tooltip label={texts('manual.diagram.smaller')}>
            <ActionIcon
              variant="default"
              size={28}
              aria-label={texts('manual.diagram.smaller')}
              disabled={step === 0}
              onClick={() => setStep(step - 1)}
            >
              <ZoomOut size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={texts('manual.diagram.larger')}>
            <ActionIcon
              variant="default"
              size={28}
              aria-label={texts('manual.diagram.larger')}
              disabled={step === scales.length - 1}
              onClick={() => setStep(step + 1)}
            >
              <ZoomIn size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </ActionIcon.Group>
      </header>
      <div className={classes.drawing}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing of links has no element of its own */}
        <svg
          role="group"
          aria-label={texts('manual.diagram.title')}
          viewBox={`0 0 ${diagram.width} ${diagram.height}`}
          width={diagram.width * scale}
          height={diagram.height * scale}
        >
          <defs>
            <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path d="M0 0L8 4L0 8z" />
            </marker>
          </defs>
          {diagram.lines.map(({ from, to, path, fields }) => (
            <path
              key={`${from} ${to}`}
              d={path}
              className={classes.line}
              data-near={pointed === from || pointed === to || undefined}
              markerEnd={`url(#${arrow})`}
            >
              <title>{fields.join(', ')}</title>
            </path>
          ))}
          {diagram.boxes.map(({ entity, title, module: home, left, top, width }) => (
            <Link
              key={entity}
              to={{ search: entityQuery(home, entity) }}
              className={classes.box ?? ''}
              data-foreign={home !== module.name || undefined}
              onMouseEnter={() => setPointed(entity)}
              onMouseLeave={leave}
              onFocus={() => setPointed(entity)}
              onBlur={leave}
            >
              <rect x={left} y={top} width={width} height={boxHeight} rx={6} />
              <text x={left + width / 2} y={top + boxHeight / 2}>
                {title}
              </text>
            </Link>
          ))}
        </svg>
      </div>
      <Caption diagram={diagram} entity={pointed} />
    </section>
  );
};
