import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { PageView } from '../../slack/page-protocol.ts';
import { Dialog } from '../common/dialog.tsx';
import { Icon } from '../common/icon.tsx';
import { Line } from '../common/inline-text.tsx';
import { SurfaceContext, useActions, useUi, useViewer, useWords } from '../common/page-hooks.ts';
import { viewsHere } from '../state/tab-views.ts';
import { busyKey } from '../state/ui-state.ts';
import { parsePlain } from '../text/parse-mrkdwn.ts';
import { Blocks } from './block-list.tsx';

export function Modals() {
  const views = useUi(viewsHere);
  const top = views.at(-1);
  const root = views[0];
  if (top === undefined || root === undefined) return null;
  return <Modal key={root.id} view={top} depth={views.length} />;
}

function Modal({ view, depth }: { readonly view: PageView; readonly depth: number }) {
  const actions = useActions();
  const surface = useMemo(() => ({ key: `view:${view.id}`, source: { view: view.id } }), [view.id]);
  const busy = useUi((ui) => ui.busy[busyKey(`view:${view.id}`, '', 'submit')] === true);
  const words = useWords();
  const { locale } = useViewer();
  const says = useUi((ui) => ui.viewSays);
  const form = useRef<HTMLFormElement>(null);
  const faults = Object.values(view.errors);
  useFocus(form, view, faults.length);
  const close = () => void actions.close(view.id, false);
  return (
    <Dialog name="modal" labelledBy="modal-title" onClose={close}>
      <form
        lang={locale}
        ref={form}
        noValidate
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && view.submit !== null) void actions.submit(view.id);
        }}
      >
        <header class="dialog-head">
          {depth > 1 && (
            <button type="button" class="button icon-only" aria-label={words.back} onClick={close}>
              <span aria-hidden="true">←</span>
            </button>
          )}
          <h2 id="modal-title">
            <Line nodes={parsePlain(view.title)} />
          </h2>
          <button
            type="button"
            class="button icon-only"
            aria-label={words.close}
            onClick={() => void actions.close(view.id, true)}
          >
            <Icon name="close" />
          </button>
        </header>
        <div class="modal-body" key={view.id}>
          <SurfaceContext.Provider value={surface}>
            <Blocks blocks={view.blocks} errors={view.errors} />
          </SurfaceContext.Provider>
        </div>
        <p class="modal-says" role="alert">
          {says || (faults.length > 0 ? words.anotherLook(faults.length) : '')}
        </p>
        <footer>
          <button type="button" class="button" onClick={close}>
            {view.close ?? (view.submit === null ? words.close : words.cancel)}
          </button>
          {view.submit !== null && (
            <button type="submit" class={busy ? 'button primary busy' : 'button primary'} aria-disabled={busy}>
              {view.submit}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** Focuses the first input of a new view, or a refused view's first error. Fewer errors don't move the focus. */
function useFocus(form: { readonly current: HTMLFormElement | null }, view: PageView, faults: number): void {
  const find = (query: string) => form.current?.querySelector<HTMLElement>(query) ?? null;
  useEffect(() => {
    const first =
      find('[data-focus=yes]') ??
      find('.modal-body input, .modal-body textarea, .modal-body button:not(.chosen button)') ??
      find('footer button');
    first?.focus();
  }, [view.id]);
  useEffect(() => {
    if (faults > 0) find('.input.wrong input, .input.wrong textarea')?.focus();
  }, [view.id, view.errors, faults]);
}
