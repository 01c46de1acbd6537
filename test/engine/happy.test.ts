import { afterEach, expect, test } from 'vitest';
import { onBothEngines } from '../store-engines.ts';
import { openStage, type Stage } from './stage.ts';

onBothEngines('a change', ({ open }) => {
  let stage: Stage;
  afterEach(() => stage.close());

  test('from asking to receipt', async () => {
    stage = await openStage(await open());
    const card = await stage.card('ann', 'port.open', { component: ['web'], port: ['8443'], both: ['yes'] });
    expect(card).toMatchObject({ state: 'proposed', revision: 1, ts: expect.any(String) });
    expect(await stage.pressed('bob', card, 'approve')).toBe('Approved. Running now.');
    expect(stage.clock.errors).toEqual([]);
    expect(await stage.now(card)).toMatchObject({ state: 'done', steps: [{ state: 'done' }, { state: 'done' }] });
    expect(stage.writes()).toEqual(['PUT ports/8443 open_inner', 'PUT ports/8443 open_outer']);
    // A message shows its card as it is when it is told: what passed in between may go untold.
    const heard = stage
      .heard()
      .filter((line) => !/^update · (?:approved|running)$/.test(line))
      .map((line) => line.replace(/^evidence · .+/, 'evidence'));
    expect(heard).toMatchInlineSnapshot(`
      [
        "post · proposed",
        "evidence",
        "update · done",
        "note · done · asker · Done: Open port 8443 on web inside the cluster and to the internet.",
      ]
    `);
    const audit = await stage.store.audit.search({ limit: 100 });
    const said = audit
      .toReversed()
      .map(({ kind, who, status, outcome }) => [kind, who.name, status, outcome ?? ''].join(' '));
    expect(said).toMatchInlineSnapshot(`
      [
        "proposed Ann proposed ",
        "approved Bob approved ",
        "run Portolan running ",
        "step Portolan running done",
        "step Portolan done done",
        "outcome Portolan done done",
      ]
    `);
    const component = '/openapi/v1/teams/shop/regions/east-1/apps/12/services/2567a5ec9705eb7ac2c984033e06189d';
    const call = { method: 'PUT', path: `${component}/ports/8443`, status: 200 };
    const calls = audit.toReversed().map((entry) => entry.calls);
    expect(calls).toEqual([undefined, undefined, undefined, [call], [call], undefined]);
  });
});
