import { Button, Group, Modal } from '@mantine/core';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './permissions.module.css';
import type { ChangeLine, Permissions } from './use-permissions.ts';

interface PartProps {
  readonly title: string;
  readonly sign: string;
  readonly lines: readonly ChangeLine[];
}

const Part = ({ title, sign, lines }: PartProps) =>
  lines.length === 0 ? null : (
    <section>
      <h2 className={classes.partTitle}>{title}</h2>
      <ul className={classes.lines} data-sign={sign}>
        {lines.map(({ key, title }) => (
          <li key={key}>
            <span aria-hidden>{sign}</span> {title} <code>{key}</code>
          </li>
        ))}
      </ul>
    </section>
  );

/** What a save would change, before it does. */
export const ChangeReview = ({ screen }: { readonly screen: Permissions }) => {
  const texts = useTexts();
  const { grant, revoke, fields } = screen.difference;
  const close = () => screen.setReviewing(false);
  return (
    <Modal
      opened
      onClose={close}
      title={texts('permissions.review.title', { group: screen.group?.name ?? '' })}
      size="lg"
      trapFocus
    >
      <div className={classes.review}>
        <Part title={texts.count('permissions.granted', grant.length)} sign="+" lines={grant} />
        <Part title={texts.count('permissions.revoked', revoke.length)} sign="−" lines={revoke} />
        <Part title={texts.count('permissions.fields', fields.length)} sign="•" lines={fields} />
      </div>
      {screen.failure !== undefined && (
        <p className={classes.failure} role="alert">
          {screen.failure}
        </p>
      )}
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={close}>
          {texts('action.cancel')}
        </Button>
        <Button data-autofocus loading={screen.saving} onClick={() => void screen.apply()}>
          {texts('form.save')}
        </Button>
      </Group>
    </Modal>
  );
};
