import { useEffect, useMemo } from 'preact/hooks';
import { Icon } from '../common/icon.tsx';
import { SurfaceContext, useActions, useSay, useServer, useUi } from '../common/page-hooks.ts';
import { Blocks } from './block-list.tsx';
import { Empty } from './message.tsx';

export function Home() {
  const actions = useActions();
  const say = useSay();
  const { home, me } = useServer();
  const asked = useUi((ui) => ui.homeAsked);
  const says = useUi((ui) => ui.homeSays);
  useEffect(() => {
    void actions.openHome();
  }, [actions, me.id]);
  const id = home?.id ?? '';
  const surface = useMemo(() => ({ key: `view:${id}`, source: { view: id } }), [id]);
  return (
    <section class="conversation home" aria-label={say('App Home')}>
      <header class="pane-head">
        <button
          type="button"
          class="button icon-only only-narrow"
          aria-label={say('Conversations')}
          onClick={() => actions.openDrawer(true)}
        >
          <Icon name="menu" />
        </button>
        <div class="pane-title">
          <h2>Portolan</h2>
          <p>{say('Home')}</p>
        </div>
        <button type="button" class="button" onClick={() => void actions.openDirect()}>
          {say('Messages')}
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with the keyboard too */}
      <div class="home-body" tabIndex={0} aria-live="polite">
        {home === null ? (
          <Empty
            title={say(
              asked ? 'Waiting for Portolan …' : says ? 'No App Home for this person' : 'Nothing published yet',
            )}
          >
            <p>
              {asked
                ? say('App Home appears here as soon as Portolan publishes it.')
                : says || say('Portolan hasn’t published anything. Is the bot running?')}
            </p>
          </Empty>
        ) : (
          <SurfaceContext.Provider value={surface}>
            <Blocks blocks={home.blocks} errors={home.errors} />
          </SurfaceContext.Provider>
        )}
      </div>
    </section>
  );
}
