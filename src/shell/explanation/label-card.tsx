import { ActionIcon, CloseButton, Popover, Tooltip } from '@mantine/core';
import { ArrowUpRight, Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { ExplainedLayer, ExplainedPlace, ExplainedProperty } from '../../workbench/explanation.ts';
import { useExplanationQuery } from './explanation-api.ts';
import classes from './label-card.module.css';
import type { AskedLabel } from './use-asked-label.ts';

const nothing: readonly ExplainedProperty[] = [];

const write = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Where the files are at hand their place is opened, elsewhere it is copied. */
const files = import.meta.env.DEV;
const words = files
  ? { tip: 'explanation.open', label: 'explanation.openAt' }
  : { tip: 'explanation.copy', label: 'explanation.copyAt' };

const Place = ({
  origin,
  onOpen,
}: {
  readonly origin: ExplainedPlace;
  readonly onOpen: (origin: ExplainedPlace) => void;
}) => {
  const texts = useTexts();
  const place = `${origin.file}:${origin.line}:${origin.column}`;
  return (
    <span className={classes.place}>
      <code>{place}</code>
      <Tooltip label={texts(words.tip)} zIndex={410}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={20}
          aria-label={texts(words.label, { place: `${origin.file}:${origin.line}` })}
          onClick={() => onOpen(origin)}
        >
          {files ? <ArrowUpRight size={14} /> : <Copy size={14} />}
        </ActionIcon>
      </Tooltip>
    </span>
  );
};

interface LayerProps {
  readonly layer: ExplainedLayer;
  readonly onOpen: (origin: ExplainedPlace) => void;
}

const Layer = ({ layer: { origin, rule }, onOpen }: LayerProps) => {
  const texts = useTexts();
  return origin === null ? (
    <span className={classes.rule}>{texts('explanation.rule', { rule: rule ?? '' })}</span>
  ) : (
    <Place origin={origin} onOpen={onOpen} />
  );
};

const Value = ({ value }: { readonly value: unknown }) => {
  const texts = useTexts();
  return value === null ? <em>{texts('explanation.nothing')}</em> : write(value);
};

/** More is what `explain` is for. */
const shownInputs = 3;

const Inputs = ({
  places,
  onOpen,
}: {
  readonly places: readonly ExplainedPlace[];
  readonly onOpen: LayerProps['onOpen'];
}) => {
  const texts = useTexts();
  const rest = places.length - shownInputs;
  return (
    <>
      {places.slice(0, shownInputs).map((origin) => (
        <p key={`${origin.file}:${origin.line}:${origin.column}`} className={classes.lost}>
          <span>{texts('explanation.from')} </span>
          <Place origin={origin} onOpen={onOpen} />
        </p>
      ))}
      {rest > 0 && <p className={classes.lost}>{texts('explanation.more', { count: rest })}</p>}
    </>
  );
};

const Property = ({
  property,
  onOpen,
}: {
  readonly property: ExplainedProperty;
  readonly onOpen: LayerProps['onOpen'];
}) => {
  const texts = useTexts();
  return (
    <li className={classes.property}>
      <p className={classes.value}>
        <code className={classes.name}>{property.name}</code>
        <span>
          <Value value={property.value} />
        </span>
      </p>
      <Layer layer={property} onOpen={onOpen} />
      <Inputs places={property.inputs} onOpen={onOpen} />
      {property.because !== null && (
        <p className={classes.because}>
          {texts('explanation.because')} {property.because}
        </p>
      )}
      {property.lost.map((layer) => (
        <p key={`${layer.origin?.file} ${layer.origin?.line} ${layer.rule}`} className={classes.lost}>
          <span>{texts('explanation.lost')} </span>
          <s>
            <Value value={layer.value} />
          </s>
          <Layer layer={layer} onOpen={onOpen} />
        </p>
      ))}
    </li>
  );
};

/** A drawer below lets nothing scroll but itself. */
const useOwnScrolling = () => {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const own = (event: Event) => event.stopPropagation();
    const { current } = card;
    for (const name of ['wheel', 'touchmove']) current?.addEventListener(name, own);
    return () => {
      for (const name of ['wheel', 'touchmove']) current?.removeEventListener(name, own);
    };
  });
  return card;
};

interface Props {
  readonly label: AskedLabel;
  readonly onClose: () => void;
}

/** Who set what the label says: the values, their places, and the layers that lost. */
export const LabelCard = ({ label, onClose }: Props) => {
  const texts = useTexts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data, currentData, isError } = useExplanationQuery(label.target);
  const card = useOwnScrolling();
  const properties = (currentData ?? (data?.target === label.target ? data : undefined))?.properties ?? nothing;
  const began = useRef(pathname);
  useEffect(() => {
    if (began.current !== pathname) onClose();
  }, [pathname, onClose]);
  const open = ({ file, line }: ExplainedPlace): void => {
    const place = `${file}:${line}`;
    void navigator.clipboard.writeText(place).then(
      () => showAlert({ type: 'info', value: texts('explanation.copied', { place }) }),
      // Where the browser gives no clipboard the way there is all there is.
      () => undefined,
    );
    if (!files) return;
    void navigate(`/bancada?${new URLSearchParams({ arquivo: file, linha: String(line) })}`);
    onClose();
  };
  const { left, top, width, height } = label.place;
  return (
    <Popover
      // Another place is another one: it does not travel.
      key={`${left} ${top}`}
      opened={properties.length > 0 || isError}
      position="bottom-start"
      width={440}
      zIndex={400}
      trapFocus={label.pinned}
      // What it stands at is no control that opens it.
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Popover.Target>
        <span className={classes.anchor} style={{ left, top, width, height }} />
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={texts('explanation.title', { target: label.target })}>
        {/* Escape belongs to the card: the drawers below it look for this. */}
        <div ref={card} className={classes.card} data-explanation data-modal-content="true">
          <header className={classes.head}>
            <code>{data?.target ?? label.target}</code>
            {label.pinned ? (
              <CloseButton size="sm" aria-label={texts('explanation.close')} onClick={onClose} />
            ) : (
              <span className={classes.hint}>{texts('explanation.hint')}</span>
            )}
          </header>
          {isError && properties.length === 0 ? (
            <p className={classes.failed}>{texts('explanation.failed')}</p>
          ) : (
            <ul className={classes.properties}>
              {properties.map((property) => (
                <Property key={property.target} property={property} onOpen={open} />
              ))}
            </ul>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
};
