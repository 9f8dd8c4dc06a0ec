import { Button, Group, Input, Modal, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { use, useState } from 'react';
import { TypedTimeControl } from '../controls/typed-time-control.tsx';
import { AsOfContext, useGoToMoment } from '../runtime/as-of.ts';
import { useTexts } from '../runtime/texts.ts';
import { useFocusReturn } from '../runtime/use-focus-return.ts';

const field = 'as-of-moment';
const isMoment = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(value);

/** Asks for the moment that a list is to be seen at. */
const AsOfDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = useTexts();
  useFocusReturn();
  const goTo = useGoToMoment();
  const [moment, setMoment] = useState<string | undefined>(use(AsOfContext));
  const [problem, setProblem] = useState<string>();
  const show = (event: FormEvent): void => {
    event.preventDefault();
    if (moment === undefined || !isMoment(moment)) setProblem(texts('asOf.invalid'));
    else if (Date.parse(moment) > Date.now()) setProblem(texts('asOf.ahead'));
    else {
      goTo(moment);
      onClose();
    }
  };
  return (
    <Modal opened onClose={onClose} title={texts('asOf.title')} size={420}>
      <form onSubmit={show} noValidate>
        <Input.Wrapper
          id={field}
          label={texts('asOf.moment')}
          {...(problem !== undefined && { error: problem })}
          errorProps={{ role: 'alert', id: `${field}-problem` }}
        >
          <TypedTimeControl
            id={field}
            kind="moment"
            value={moment}
            // What is wrong stays until it is asked for again: gone as the field is left, it would take the button from under
            // the pointer that leaves it.
            onChange={setMoment}
            describedBy={problem === undefined ? `${field}-help` : `${field}-problem`}
            invalid={problem !== undefined}
            autoFocus
          />
        </Input.Wrapper>
        <Text id={`${field}-help`} fz="xs" c="dimmed" mt={6}>
          {texts('asOf.help')}
        </Text>
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts('action.cancel')}
          </Button>
          <Button type="submit">{texts('asOf.show')}</Button>
        </Group>
      </form>
    </Modal>
  );
};

export default AsOfDialog;
