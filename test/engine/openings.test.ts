import type { FaultPatch } from '../../playground/platform/edge/platform-faults.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import type { Store } from '../../src/store/store.ts';
import { onBothEngines } from '../store-engines.ts';
import { openStage, type Stage } from './stage.ts';

const minute = 60_000;
const given = { component: ['api'], port: ['8000'], for: ['2h'] };

onBothEngines('opening for a while', ({ name, open }) => {
  let stage: Stage;
  afterEach(async () => {
    await stage.close();
    expect(stage.clock.errors).toEqual([]);
  });

  async function opened(more: Record<string, string[]> = {}): Promise<ChangeRequest> {
    stage = await openStage(await open());
    const card = await stage.card('ann', 'port.open', { ...given, ...more });
    await stage.pass(minute);
    await stage.pressed('bob', card, 'approve');
    return stage.now(card);
  }

  test('counts from done, closes by itself exactly what was opened, and says so', async () => {
    const card = await opened();
    const until = stage.clock.world.now() + 120 * minute;
    expect(card.access).toEqual({ id: card.id, until, closed: false });
    expect(await stage.store.temporaryAccess.list()).toMatchObject([
      { until, by: 'UANN', body: { port: 8000, side: 'outer' } },
    ]);
    await stage.pass(119 * minute);
    expect(stage.writes()).toEqual(['PUT ports/8000 open_outer']);
    stage.newPosts();
    await stage.pass(minute);
    expect(stage.writes()).toEqual(['PUT ports/8000 open_outer', 'PUT ports/8000 close_outer']);
    expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'closed' });
    expect(stage.newPosts()).toEqual([
      'update · done',
      expect.stringContaining('asker · External access to port 8000 on api was closed automatically.'),
    ]);
    expect(await stage.store.temporaryAccess.list()).toEqual([]);
    expect(await stage.kinds()).toEqual([
      ...['proposed', 'approved', 'run', 'step', 'outcome', 'opening'],
      ...['proposed', 'run', 'step', 'outcome', 'closing'],
    ]);
    expect(await stage.pressed('bob', card, 'close_now')).toBe('It’s already closed.');
    await stage.pass(1_000 * minute);
    expect(stage.writes()).toHaveLength(2);
  });

  test('both sides close in reverse', async () => {
    await opened({ component: ['web'], port: ['8443'], both: ['yes'] });
    await stage.pass(120 * minute);
    expect(stage.writes().slice(2)).toEqual(['PUT ports/8443 close_outer', 'PUT ports/8443 close_inner']);
  });

  test('Close now, by anyone who may ask changes here', async () => {
    const card = await opened();
    expect(await stage.pressed('gus', card, 'close_now')).toContain('Guests');
    stage.newPosts();
    expect(await stage.pressed('dee', card, 'close_now')).toBe('Closing it now.');
    expect(stage.writes()).toHaveLength(2);
    const ended = stage.clock.world.now();
    expect((await stage.now(card)).access).toMatchObject({ closed: true, by: { id: 'UDEE', name: 'Dee' }, ended });
    expect(stage.newPosts().at(-1)).toBe('note · done · asker · Closed by @UDEE.');
    const [closing] = await stage.store.audit.search({ limit: 1 });
    expect(closing).toMatchObject({ kind: 'closing', who: { id: 'UDEE' }, outcome: 'closed-now' });
    const own = await stage.store.audit.search({ words: [[`${card.id}-close-1`]], limit: 9 });
    expect(own.at(-1)).toMatchObject({ kind: 'proposed', who: { id: 'UDEE' } });
  });

  test('Extend is a new request under the same rule, counted from the closing time that it has', async () => {
    const card = await opened();
    await stage.pass(60 * minute);
    const extension = await stage.follow('ann', card, 'extend', { longer: 15 * minute, reason: 'still testing' });
    expect(extension).toMatchObject({
      reason: 'still testing',
      state: 'proposed',
      follows: { card: card.id, how: 'extend' },
      decision: { ruling: { need: 'approve' } },
    });
    await stage.pressed('cem', extension, 'approve');
    const later = (card.access?.until ?? 0) + 15 * minute;
    expect(await stage.now(extension)).toMatchObject({ state: 'done', access: { until: later, closed: false } });
    expect((await stage.now(card)).access).toMatchObject({
      closed: true,
      how: 'extended',
      later: { request: extension.id, link: extension.shown.link, until: (await stage.now(extension)).access?.until },
    });
    await stage.pass(74 * minute);
    expect(stage.writes()).toHaveLength(1);
    await stage.pass(minute);
    expect(stage.writes()).toEqual(['PUT ports/8000 open_outer', 'PUT ports/8000 close_outer']);
    expect((await stage.now(extension)).access).toMatchObject({ closed: true, how: 'closed' });
    expect(await stage.pressed('ann', card, 'extend')).toBe('It’s already closed.');
  });

  test.each(['Close now', 'another request', 'its end'])('an extension that waits is canceled by %s', async (how) => {
    const card = await opened();
    const extension = await stage.follow('ann', card, 'extend', { longer: 15 * minute });
    if (how === 'Close now') await stage.pressed('dee', card, 'close_now');
    if (how === 'another request')
      await stage.approved('ann', 'port.close', { component: ['api'], port: ['8000'] }, 'ann');
    // The request would expire before the access ends, so another one is made shortly before.
    await stage.pass(how === 'its end' ? 119 * minute : 0);
    const waiting =
      how === 'its end'
        ? await stage.follow('ann', await stage.now(card), 'extend', { longer: 15 * minute })
        : extension;
    await stage.pass(minute);
    expect((await stage.now(card)).access).toMatchObject({ closed: true });
    expect(await stage.now(waiting)).toMatchObject({
      state: 'cancelled',
      run: { why: { key: 'card.accessEnded' } },
    });
    expect(await stage.pressed('cem', await stage.now(waiting), 'approve')).toMatch(/canceled/i);
  });

  test('ten minutes before its end, its requester is told once; after an extension, before the new end', async () => {
    const card = await opened();
    stage.newPosts();
    await stage.pass(109 * minute);
    expect(stage.newPosts()).toEqual([]);
    await stage.pass(minute);
    const told = () => stage.newPosts().filter((post) => post.includes('closes automatically at'));
    expect(told()).toEqual([
      expect.stringMatching(/^note · done · asker · External access to port 8000 on api closes automatically at/),
    ]);
    const extension = await stage.follow('ann', card, 'extend', { longer: 15 * minute });
    await stage.pressed('cem', extension, 'approve');
    await stage.pass(14 * minute);
    expect(told()).toEqual([]);
    await stage.pass(minute);
    expect(told()).toHaveLength(1);
    await stage.pass(9 * minute);
    expect(told()).toEqual([]);
  });

  test('access for less than 20 minutes ends without such a note', async () => {
    await opened({ component: ['api'], port: ['8000'], for: ['15m'] });
    stage.newPosts();
    await stage.pass(14 * minute);
    expect(stage.newPosts()).toEqual([]);
  });

  test('survives the process', async () => {
    const card = await opened();
    await stage.engine.stop();
    const next = await openStage(stage.store, { simulated: stage.simulated, clock: stage.clock });
    await next.pass(120 * minute);
    expect(next.writes()).toHaveLength(2);
    expect((await next.now(card)).access).toMatchObject({ closed: true });
    await next.close();
  });

  test('tells its requester once before its end, also if the process restarts before and after', async () => {
    await opened();
    await stage.pass(109 * minute);
    stage.newPosts();
    await stage.engine.stop();
    const restarted = () => openStage(stage.store, { simulated: stage.simulated, clock: stage.clock });
    const told = ({ newPosts }: Stage) => newPosts().filter((post) => post.includes('closes automatically at'));
    const next = await restarted();
    await next.pass(3 * minute);
    expect(told(next)).toHaveLength(1);
    await next.close();
    const last = await restarted();
    await last.pass(6 * minute);
    expect(told(last)).toEqual([]);
    await last.close();
  });

  // The following tests use no more features of the database, so one engine is enough. `src/store` tests both.
  if (name === 'postgres') return;

  test('closed by a request before its time: over, and nothing is sent later', async () => {
    const card = await opened();
    await stage.approved('bob', 'port.close', { component: ['api'], port: ['8000'] });
    expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'by-hand', by: { id: 'UBOB' } });
    await stage.pass(500 * minute);
    expect(stage.writes()).toHaveLength(2);
  });

  test('a later opening without an end cancels the time', async () => {
    const card = await opened();
    stage.simulated.elsewhere({ do: 'close', component: 'api', port: 8000, side: 'outer' });
    await stage.approved('bob', 'port.open', { component: ['api'], port: ['8000'] }, 'ann');
    expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'kept' });
    await stage.pass(500 * minute);
    expect(stage.writes()).toEqual(['PUT ports/8000 open_outer', 'PUT ports/8000 open_outer']);
  });

  const web = { component: ['web'], port: ['8443'] };

  test.each<[string, string, Record<string, string[]>]>([
    ['without an end', 'port.open', { side: ['inner'] }],
    ['longer', 'port.until', { side: ['inner'], for: ['2h'] }],
  ])('both sides opened, inner kept %s: outer still closes at its time', async (how, operation, more) => {
    const card = await opened({ ...web, both: ['yes'], for: ['1h'] });
    const keep = await stage.approved('ann', operation, { ...web, ...more }, 'ann');
    expect(await stage.now(keep)).toMatchObject({ state: 'done' });
    expect((await stage.now(card)).access).toMatchObject({ closed: false });
    await stage.pass(60 * minute);
    expect(stage.writes().slice(2)).toEqual(['PUT ports/8443 close_outer']);
    expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'closed' });
    await stage.pass(500 * minute);
    expect(stage.writes().slice(3)).toEqual(how === 'longer' ? ['PUT ports/8443 close_inner'] : []);
    expect(await stage.store.temporaryAccess.list()).toEqual([]);
  });

  test('both sides opened, inner given a shorter time: both close then', async () => {
    await opened({ ...web, both: ['yes'], for: ['2h'] });
    await stage.approved('ann', 'port.until', { ...web, side: ['inner'], for: ['1h'] }, 'ann');
    await stage.pass(60 * minute);
    expect(stage.writes().slice(2)).toEqual(['PUT ports/8443 close_outer', 'PUT ports/8443 close_inner']);
  });

  test.each<Record<string, string[]>>([{}, { both: ['yes'] }])(
    'both sides opened, outer kept without an end %j: inner stays with it',
    async (more) => {
      const card = await opened({ ...web, both: ['yes'], for: ['1h'] });
      await stage.approved('ann', 'port.open', { ...web, ...more });
      expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'kept' });
      await stage.pass(500 * minute);
      expect(stage.writes()).toHaveLength(2);
    },
  );

  test('inner access that later outer access needs stays as long as that', async () => {
    stage = await openStage(await open());
    const web = { component: ['web'], port: ['8443'] };
    const inner = await stage.approved('ann', 'port.open', { ...web, side: ['inner'], for: ['1h'] }, 'ann');
    const outer = await stage.approved('ann', 'port.open', { ...web, for: ['2h'] });
    expect((await stage.now(inner)).access).toMatchObject({ closed: true, how: 'extended' });
    // The later request moved the closing time, so the audit log names its requester.
    const moved = (await stage.store.audit.search({ limit: 30 })).find(({ kind }) => kind === 'extended');
    expect(moved).toMatchObject({ request: inner.id, who: { id: outer.asker.id } });
    stage.newPosts();
    await stage.pass(119 * minute);
    expect(stage.newPosts()).toEqual([expect.stringContaining('closes automatically at')]);
    expect(stage.writes()).toEqual(['PUT ports/8443 open_inner', 'PUT ports/8443 open_outer']);
    await stage.pass(minute);
    expect(stage.writes().slice(2)).toEqual(['PUT ports/8443 close_outer', 'PUT ports/8443 close_inner']);
  });

  test('outer access that ends before its inner access leaves that its own time', async () => {
    stage = await openStage(await open());
    const web = { component: ['web'], port: ['8443'] };
    const inner = await stage.approved('ann', 'port.open', { ...web, side: ['inner'], for: ['2h'] }, 'ann');
    await stage.approved('ann', 'port.open', { ...web, for: ['1h'] });
    await stage.pass(60 * minute);
    expect(stage.writes().slice(2)).toEqual(['PUT ports/8443 close_outer']);
    expect((await stage.now(inner)).access).toMatchObject({ closed: false });
    await stage.pass(60 * minute);
    expect(stage.writes().slice(3)).toEqual(['PUT ports/8443 close_inner']);
  });

  test('a gateway rule on the port leaves the time as it is', async () => {
    const card = await opened();
    const given = { component: ['api'], port: ['8000'], domain_name: ['new.shop.test'] };
    const rule = await stage.approved('ann', 'gateway.http', given);
    expect(await stage.now(rule)).toMatchObject({ state: 'done' });
    expect((await stage.now(card)).access).toMatchObject({ closed: false });
    await stage.pass(120 * minute);
    expect(stage.writes().at(-1)).toBe('PUT ports/8000 close_outer');
  });

  test('closed elsewhere: nothing is sent, and it is over', async () => {
    const card = await opened();
    stage.simulated.elsewhere({ do: 'close', component: 'api', port: 8000, side: 'outer' });
    await stage.pass(120 * minute);
    expect(stage.writes()).toHaveLength(1);
    expect((await stage.now(card)).access).toMatchObject({ closed: true });
  });

  test('deleted elsewhere: nothing is sent, and it is over without a fault', async () => {
    const card = await opened();
    for (const side of ['outer', 'inner'] as const)
      stage.simulated.elsewhere({ do: 'close', component: 'api', port: 8000, side });
    stage.simulated.elsewhere({ do: 'delete', component: 'api', port: 8000 });
    stage.newPosts();
    await stage.pass(120 * minute);
    expect((await stage.now(card)).access).toEqual(expect.objectContaining({ closed: true, how: 'elsewhere' }));
    expect(stage.newPosts()).toEqual([
      'update · done',
      expect.stringContaining('asker · External access to port 8000 on api was closed outside Portolan'),
    ]);
    expect(await stage.store.temporaryAccess.list()).toEqual([]);
    expect(stage.writes()).toHaveLength(1);
  });

  test.each<[string, FaultPatch]>([
    ['connections that break', { down: 'reset' }],
    ['a page that says 404', { nextRead: { kind: 'error', status: 404, times: 99 } }],
    ['an answer of wrong types', { nextRead: { kind: 'garble', as: 'wrong-types', times: 99 } }],
    ['a region under maintenance', { maintenance: ['east-1'] }],
  ])('%s do not say that a port is gone: it is closed later', async (_what, fault) => {
    const card = await opened();
    await stage.simulated.faults.set(fault);
    await stage.pass(120 * minute);
    expect((await stage.now(card)).access).toMatchObject({ closed: false });
    await stage.simulated.faults.reset();
    // A read of the failed attempt might not have ended, and the next attempt might share it, so wait three minutes.
    for (const _ of [1, 2, 3]) await stage.pass(minute);
    expect(stage.writes().at(-1)).toBe('PUT ports/8000 close_outer');
    expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'closed' });
  });

  test('Close now that read the opening before its time came and saves after it loses no closing', async () => {
    const store = await open();
    let between: (() => Promise<void>) | undefined;
    const holds: Store['temporaryAccess'] = {
      ...store.temporaryAccess,
      async list(filter) {
        const accesses = await store.temporaryAccess.list(filter);
        const act = between;
        between = undefined;
        await act?.();
        return accesses;
      },
    };
    stage = await openStage({ ...store, temporaryAccess: holds });
    const card = await stage.approved('ann', 'port.open', given);
    await stage.simulated.faults.set({ nextWrite: { kind: 'reset', when: 'before' } });
    between = () => stage.pass(120 * minute);
    expect(await stage.pressed('bob', await stage.now(card), 'close_now')).toBe('Closing it now.');
    expect(stage.writes()).toHaveLength(2);
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) await stage.pass(30_000);
    expect(stage.writes().slice(1)).toEqual(['PUT ports/8000 close_outer', 'PUT ports/8000 close_outer']);
    expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'closed' });
  });

  test('an early closing that fails doesn’t say that the closing time has passed', async () => {
    const card = await opened();
    stage.newPosts();
    await stage.simulated.faults.set({ down: 'reset' });
    await stage.pressed('dee', card, 'close_now');
    const lastPost = stage.newPosts().at(-1);
    expect(lastPost).toContain('⚠ External access to port 8000 on api may still be open. ');
    expect(lastPost).toContain('didn’t confirm the early closing for @UDEE');
    await stage.simulated.faults.reset();
    await stage.pass(5 * minute);
    expect((await stage.now(card)).access).toMatchObject({ closed: true, by: { id: 'UDEE' } });
  });

  test('closing that fails is told and tried again after reading, until it is closed', async () => {
    const card = await opened();
    stage.newPosts();
    await stage.simulated.faults.set({ down: 'reset' });
    await stage.pass(120 * minute);
    expect(stage.newPosts()).toEqual([
      'update · done',
      expect.stringContaining(
        'asker, channel · ⚠ External access to port 8000 on api may still be open past its closing time',
      ),
    ]);
    // The platform couldn't be read, so nothing is said of now.
    const { text, blocks } = cardMessage(await stage.now(card));
    expect(text).toMatch(/^\? \*Closing not confirmed\*/);
    expect(JSON.stringify(blocks)).toContain('When last read: External access is open');
    expect((await stage.now(card)).access).toMatchObject({ closed: false, again: stage.clock.world.now() + 3_750 });
    await stage.pass(5_000);
    await stage.pass(15_000);
    expect(stage.newPosts()).toEqual(['update · done', 'update · done']);
    await stage.simulated.faults.reset();
    await stage.pass(5 * minute);
    expect(stage.writes()).toEqual(['PUT ports/8000 open_outer', 'PUT ports/8000 close_outer']);
    expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'closed' });
    // The channel was told that it is open, so it is told that it is closed.
    expect(stage.newPosts()).toContainEqual(
      expect.stringMatching(/asker, channel · ✓ External access to port 8000 on api was closed/),
    );
    expect(cardMessage(await stage.now(card)).text).toMatch(/^○ \*Closed automatically\* at .* instead of at /);
  });

  test('access that couldn’t be closed, and was closed in the console: the channel is told that too', async () => {
    const card = await opened();
    await stage.simulated.faults.set({ down: 'reset' });
    await stage.pass(120 * minute);
    expect(stage.newPosts().at(-1)).toContain(
      '⚠ External access to port 8000 on api may still be open past its closing time',
    );
    await stage.simulated.faults.reset();
    stage.simulated.elsewhere({ do: 'close', component: 'api', port: 8000, side: 'outer' });
    await stage.pass(5 * minute);
    expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'elsewhere' });
    expect(stage.newPosts()).toContainEqual(
      expect.stringMatching(/asker, channel · ✓ External access to port 8000 on api was closed outside Portolan/),
    );
  });

  test('a closing whose call is lost is read back, and sent again only as a new request after that', async () => {
    const card = await opened();
    await stage.simulated.faults.set({ nextWrite: { kind: 'reset', when: 'before' } });
    await stage.pass(120 * minute);
    expect(stage.writes()).toHaveLength(2);
    expect(stage.newPosts().at(-1)).toContain(
      'asker, channel · ⚠ External access to port 8000 on api may still be open past its closing time',
    );
    expect(cardMessage(await stage.now(card)).text).toMatch(/^\? \*Closing not confirmed\*/);
    for (const _ of [1, 2, 3, 4, 5]) await stage.pass(30_000);
    expect(stage.writes()).toHaveLength(2);
    for (const _ of [1, 2, 3]) await stage.pass(30_000);
    expect(stage.writes()).toEqual([
      'PUT ports/8000 open_outer',
      'PUT ports/8000 close_outer',
      'PUT ports/8000 close_outer',
    ]);
    expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'closed' });
  });

  test('an opening that failed leaves nothing to close; one that stopped half way closes what it did open', async () => {
    stage = await openStage(await open());
    const nothing = await stage.card('ann', 'port.open', given);
    await stage.simulated.faults.set({ nextWrite: { kind: 'reset', when: 'before' } });
    await stage.pressed('bob', nothing, 'approve');
    for (const _ of [1, 2, 3, 4, 5]) await stage.pass(30_000);
    expect(await stage.now(nothing)).toMatchObject({ state: 'failed' });
    expect((await stage.now(nothing)).access).toBeUndefined();
    expect(await stage.store.temporaryAccess.list()).toEqual([]);

    const half = await stage.card('ann', 'port.open', {
      component: ['web'],
      port: ['8443'],
      both: ['yes'],
      for: ['1h'],
    });
    await stage.simulated.faults.set({ nextWrite: { kind: 'garble', as: 'html', when: 'after' } });
    let written = false;
    const stop = stage.simulated.log.subscribe(({ method, path }) => {
      written ||= method === 'PUT';
      if (written && path.endsWith('/ports')) {
        stop();
        void stage.simulated.faults.set({ nextWrite: { kind: 'error', when: 'before', status: 500 } });
      }
    });
    await stage.pressed('bob', half, 'approve');
    for (const _ of [1, 2, 3, 4, 5]) await stage.pass(30_000);
    expect(await stage.now(half)).toMatchObject({
      state: 'failed',
      run: { steps: [{ state: 'done' }, { state: 'failed' }] },
    });
    const before = stage.writes().length;
    await stage.pass(60 * minute);
    expect(stage.writes().slice(before)).toEqual(['PUT ports/8443 close_inner']);
    expect((await stage.now(half)).access).toMatchObject({ closed: true });
  });

  test('a closing time for a port that is open: nothing is sent until then', async () => {
    stage = await openStage(await open());
    const card = await stage.card('ann', 'port.until', { component: ['web'], port: ['8080'], for: ['30m'] });
    // The port had no closing time. A closing time means less access, so the requester can confirm it.
    expect(card).toMatchObject({ risk: 'change', decision: { ruling: { need: 'confirm' } } });
    stage.newPosts();
    await stage.pressed('ann', card, 'approve');
    expect(await stage.now(card)).toMatchObject({ state: 'done', access: { closed: false } });
    const set = /^note · done · asker · Closing time set: .* in 30 minutes\. Closes automatically at /;
    expect(stage.newPosts()).toContainEqual(expect.stringMatching(set));
    await stage.pass(29 * minute);
    expect(stage.writes()).toEqual([]);
    stage.newPosts();
    await stage.pass(minute);
    expect(stage.writes()).toEqual(['PUT ports/8080 close_outer']);
    const told =
      /^note · done · asker · External access to port 8080 on web was closed automatically\. No longer reachable: http/;
    expect(stage.newPosts()).toContainEqual(expect.stringMatching(told));
    // It was open without an end before, so the card offers to open it again.
    const again = await stage.follow('ann', await stage.now(card), 'next');
    expect(again).toMatchObject({ operation: 'port.open', state: 'proposed', plan: { componentName: 'web' } });
  });

  test('a closing time that would by now keep the port open longer needs an approval, which the first one was not', async () => {
    stage = await openStage(await open());
    await stage.approved('ann', 'port.until', { component: ['web'], port: ['8080'], for: ['1h'] }, 'ann');
    const shorter = await stage.card('ann', 'port.until', { component: ['web'], port: ['8080'], for: ['50m'] });
    expect(shorter).toMatchObject({ risk: 'change', decision: { ruling: { need: 'confirm' } } });
    await stage.pass(14 * minute);
    await stage.pressed('ann', shorter, 'approve');
    const raised = await stage.now(shorter);
    expect(raised).toMatchObject({
      state: 'proposed',
      revision: 2,
      risk: 'expose',
      decision: { raised: true, ruling: { need: 'approve', from: 'channel-members', count: 1 } },
    });
    expect(await stage.pressed('ann', raised, 'approve')).toContain('can’t approve your own request');
    const longer = await stage.card('ann', 'port.until', { component: ['web'], port: ['8080'], for: ['3h'] });
    expect(longer).toMatchObject({ risk: 'expose', decision: { ruling: { need: 'approve' } } });
    await stage.pressed('bob', raised, 'approve');
    expect(await stage.now(raised)).toMatchObject({ state: 'done' });
  });
});
