import { render } from 'preact';
import { createActions } from './actions/page-actions.ts';
import { PageContext } from './common/page-hooks.ts';
import { createStore } from './state/page-store.ts';
import { startSession } from './state/session.ts';
import { emptyUi } from './state/ui-state.ts';
import { App } from './view/page-app.tsx';

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
