import { render } from 'preact';
import { createActions } from './state/actions.ts';
import { PageContext } from './state/hooks.ts';
import { startSession } from './state/session.ts';
import { createStore } from './state/store.ts';
import { emptyUi } from './state/ui.ts';
import { App } from './view/app.tsx';

const store = createStore(emptyUi);
const session = startSession(store);
const actions = createActions(store, session.refresh);

const root = document.getElementById('page');
if (root !== null) {
  root.replaceChildren();
  render(
    <PageContext.Provider value={{ store, actions }}>
      <App />
    </PageContext.Provider>,
    root,
  );
}
