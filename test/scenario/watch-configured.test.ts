import { defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import { acts, asks, shownIn } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const context = { team: 'shop', region: 'east-1', app: '12' };
const policy: Policy = {
  ...defaultPolicy,
  source: 'file',
  watches: [
    {
      ...{
        name: 'slow',
        line: 3,
        channel: 'C0SHOP',
        components: ['web', 'wbe'],
        what: 'gateway-latency',
        above: '500ms',
      },
      ...{ notify: ['U0SAM'], context },
    },
    {
      ...{ name: 'old', line: 9, channel: 'C0SHOP', components: ['web'], what: 'latency', above: '500ms' },
      ...{ notify: [], context },
    },
  ],
};

const place = await useStillStage({ policy });
await place.user('U0MAYA').slash('C0SHOP', '/portolan use shop/east-1/12');

const said = async (command: string) => shownIn(await asks(place, 'U0MAYA', 'C0SHOP', command));

test('a watch of the policy file is listed as such, names what it hasn’t found, and can’t be paused or deleted in Slack', async () => {
  await place.pass(130_000);
  const answer = await asks(place, 'U0MAYA', 'C0SHOP', '/watch list');
  const list = shownIn(answer);
  expect(list).toMatch(/Latency at the gateway \(p95\) above 500 ms for 5 minutes \(web, wbe\)/);
  expect(list).toContain('portolan.yaml');
  expect(list).toContain('not found: wbe');
  expect(JSON.stringify(answer.blocks)).toContain('watch.silence');
  expect(JSON.stringify(answer.blocks)).not.toMatch(/watch\.(?:delete|pause)/);
  expect(await said('/watch show slow')).toContain('To change or remove it, edit the file and restart Portolan.');
  for (const act of ['delete', 'pause'])
    expect(await said(`/watch ${act} slow`)).toContain('is set in `portolan.yaml`. Change or remove it there');
  const silenced = await acts(place, 'U0MAYA', 'C0SHOP', (maya) => maya.slash('C0SHOP', '/watch silence slow for=1h'));
  expect(silenced.map(shownIn).toSorted()).toEqual([
    expect.stringMatching(/maya silenced a watch/),
    expect.stringMatching(/silenced until/i),
  ]);
}, 60_000);

test('a watch on what the region doesn’t collect says so in the list, and once in its channel', async () => {
  expect(await said('/watch list')).toContain(
    'Not evaluated. This region doesn’t collect response times. Rainbond 6 removed them.',
  );
  await place.pass(300_000);
  const notices = place.slack
    .messages('C0SHOP', 'U0MAYA')
    .filter((message) => /I can’t watch this/.test(shownIn(message)));
  expect(notices.map(shownIn)).toEqual([
    'I can’t watch this: response time above 500 ms for 5 minutes (web). This region doesn’t collect response times. Rainbond 6 removed them. The watch stays in the list.',
  ]);
}, 60_000);
