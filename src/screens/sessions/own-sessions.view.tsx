import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { ScreenPage } from '../card-form.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** The own sessions alone, for who has no account settings: to see and end them is everybody's. */
export const OwnSessionsPage = () => {
  const texts = useTexts();
  return (
    <ScreenPage title={texts('sessions.mine')}>
      <SessionsSection />
    </ScreenPage>
  );
};
