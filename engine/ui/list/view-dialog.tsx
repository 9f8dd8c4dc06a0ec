import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { viewLimits } from '../../contract/saved-view.ts';
import { failureText } from '../runtime/describe-failure.ts';
import { useTexts } from '../runtime/texts.ts';
import { useFocusReturn } from '../runtime/use-focus-return.ts';
import type { ApiFailure } from '../store/base-query.ts';
import classes from './view-menu.module.css';

interface Props {
  readonly title: string;
  readonly name: string;
  /** Whether the view may be shared at once. */
  readonly withShared?: boolean;
  readonly onSave: (name: string, shared: boolean) => Promise<ApiFailure | undefined>;
  readonly onClose: () => void;
}

/** Asks for the name of a view; a name that is refused stays to be corrected. */
export const ViewDialog = ({ title, name: first, withShared = false, onSave, onClose }: Props) => {
  const texts = useTexts();
  useFocusReturn();
  const [name, setName] = useState(first);
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog lies in the page's tree: the list must not take its Enter.
    event.stopPropagation();
    if (name.trim() === '') return setError(texts('views.name.missing'));
    setBusy(true);
    const failure = await onSave(name.trim(), shared);
    setBusy(false);
    if (failure === undefined) onClose();
    else setError(failureText(texts, failure));
  };

  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form onSubmit={(event) => void save(event)} noValidate>
        <div className={classes.dialog}>
          <TextInput
            data-autofocus
            label={texts('views.name')}
            value={name}
            maxLength={viewLimits.name}
            error={error}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError(undefined);
            }}
          />
          {withShared && (
            <Checkbox
              label={texts('views.shareAtOnce')}
              description={texts('views.shareAtOnce.help')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {texts('action.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {texts('form.save')}
            </Button>
          </Group>
        </div>
      </form>
    </Modal>
  );
};
