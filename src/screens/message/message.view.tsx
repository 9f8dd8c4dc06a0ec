import { Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';
import { signInPath } from '../../shell/guard.ts';
import { PublicCard, PublicText } from '../../shell/public-card.tsx';
import { messageKind } from './message-kinds.ts';

interface Props {
  readonly title: string;
  readonly text: string;
}

/** A page of its own that says what has been done, and leads on: in, or to the home where one is in already. */
const Message = ({ title, text }: Props) => {
  const texts = useTexts();
  const signedIn = useAppSelector((state) => state.session.token !== null);
  return (
    <PublicCard
      title={
        <>
          <CircleCheck size={22} aria-hidden />
          {title}
        </>
      }
    >
      <PublicText>{text}</PublicText>
      <Button component={Link} to={signedIn ? '/' : signInPath} fullWidth size="md">
        {texts(signedIn ? 'action.home' : 'message.signIn')}
      </Button>
    </PublicCard>
  );
};

/** /senha-atualizada: where a password that was set anew ends. */
export const PasswordUpdatedPage = () => {
  const texts = useTexts();
  return <Message title={texts('message.password.title')} text={texts('message.password.text')} />;
};

/** /mensagem-sucesso?tipo=...: what a form that anybody may send ends with. */
export const SuccessPage = () => {
  const texts = useTexts();
  const kind = messageKind(useSearchParams()[0].get('tipo'));
  return <Message title={texts(`message.${kind}.title`)} text={texts(`message.${kind}.text`)} />;
};
