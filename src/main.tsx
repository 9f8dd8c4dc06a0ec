/** The entry of the screens: store, router, theme. */
import '../engine/ui/theme/styles.css';
import { createRoot } from 'react-dom/client';
import { api } from '../engine/ui/store/api.ts';
import { createStore } from '../engine/ui/store/create-store.ts';
import { readPersisted } from '../engine/ui/store/persistence.ts';
import { sendSettings } from '../engine/ui/store/send-settings.ts';
import { wireNonce } from '../engine/ui/theme/nonce.ts';
import { App } from './shell/app.tsx';
import { firstTexts } from './shell/first-texts.ts';
import { followTabs } from './shell/follow-tabs.ts';
import { takeResetToken } from './shell/password/reset-token.ts';
import { createRouter } from './shell/router.tsx';
import { watchPhoneService } from './shell/watch-phone-service.ts';
import { watchSession } from './shell/watch-session.ts';

wireNonce();
takeResetToken();
if (import.meta.env.DEV) await (await import('./shell/take-preview.ts')).takePreview();
const store = createStore({ networkFailure: firstTexts('network.failure') }, readPersisted());
const router = createRouter(store);
watchSession(store, router);
followTabs(store, router);
watchPhoneService(store, router);
sendSettings(store);
// Not needed before the first screen.
void Promise.all([import('./shell/session-end/watch-end.ts'), import('./shell/session-end/end-dialog.tsx')]).then(
  ([{ watchEnd }, { createEndDialog }]) => watchEnd(store, createEndDialog()),
);

// In development the server says when files of schemas or clients were saved.
import.meta.hot?.on('fichario:model', async (told?: { readonly port?: string }) => {
  // What a preview shows is that of its port alone.
  if (told?.port !== undefined && told.port !== location.port) return;
  store.dispatch(api.util.invalidateTags(['Model']));
  // Rows are asked for by what the new model says: by that of the old one they may not be there.
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  requestIdleCallback(() => store.dispatch(api.util.invalidateTags(['Rows'])), { timeout: 1000 });
});

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(<App store={store} router={router} />);
