import { Button } from '@mantine/core';
import { FileClock } from 'lucide-react';
import { formatMoment } from '../../fields/date-text.ts';
import type { FormDraft } from '../runtime/local-draft.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import classes from './draft-offer.module.css';

interface Props {
  readonly draft: FormDraft;
  /** Whether somebody saved the record after the draft was begun. */
  readonly moved: boolean;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** `14:32` of today, else with its day. */
const timeOf = (savedAt: number, timeZone: string): string => {
  const [day, time] = formatMoment(new Date(savedAt).toISOString(), timeZone).split(' ');
  const [today] = formatMoment(new Date().toISOString(), timeZone).split(' ');
  return day === today ? (time ?? '') : `${day} ${time}`;
};

/** Work from before lies here: take it up again, or leave it. */
export const DraftOffer = ({ draft, moved, onRestore, onDiscard }: Props) => {
  const texts = useTexts();
  const time = timeOf(draft.savedAt, useTimeZone());
  return (
    <div className={classes.offer} role="status">
      <FileClock size={16} aria-hidden />
      <p className={classes.text}>{texts(moved ? 'draft.offer.moved' : 'draft.offer', { time })}</p>
      <div className={classes.buttons}>
        <Button size="compact-md" variant="default" onClick={onRestore}>
          {texts('draft.restore')}
        </Button>
        <Button size="compact-md" variant="subtle" color="gray" onClick={onDiscard}>
          {texts('draft.discard')}
        </Button>
      </div>
    </div>
  );
};
