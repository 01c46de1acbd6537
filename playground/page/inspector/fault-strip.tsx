import { useActions, useSay, useServer, useUi } from '../common/page-hooks.ts';
import { activeFaults } from './fault-choices.ts';

export function FaultStrip() {
  const actions = useActions();
  const say = useSay();
  const { faults } = useServer();
  const inspected = useUi((ui) => ui.inspected);
  const isOpen = useUi((ui) => ui.panel === 'inspector');
  const active = activeFaults(inspected, faults);
  if (isOpen || active.length === 0) return null;
  const remove = async () => {
    const said =
      (await actions.changePlatform({ do: 'reset' })) ?? (await actions.injectSlackFault({ fault: 'reset' }));
    actions.toast(said ?? say('All faults are removed.'));
  };
  return (
    <section class="fault-strip" aria-label={say('Active faults')}>
      <p>
        <strong>⚠ {say('Active faults')}:</strong> {active.map(say).join(' · ')}
      </p>
      <button type="button" class="button quiet" onClick={() => actions.openPanel('inspector')}>
        {say('Inspector')}
      </button>
      <button type="button" class="button quiet" onClick={() => void remove()}>
        {say('Remove')}
      </button>
    </section>
  );
}
