import { startPlayground } from '../../../playground/playground.ts';
import { objectOf, objectsOf, stringOf } from '../../../playground/slack/json-values.ts';
import { sharedCharts } from '../../../test/shared-charts.ts';
import { defaultPolicy } from '../../core/policy/policy.ts';
import { createLogger } from '../../observability/logger.ts';
import { realWorld } from '../../real-world.ts';
import { viewLimits } from '../blocks/limits.ts';

/** Forms from a person's view: typed values are never lost, and appear in the right input. */

const shop = { team: 'shop', region: 'east-1', app: '12' };

const contexts = [{ ...shop, name: 'shop', channel: 'C0GENERAL' }];
const world = realWorld(createLogger({ level: 'fatal' }));
const playground = await startPlayground({
  charts: sharedCharts(),
  world,
  policy: { ...defaultPolicy, contexts },
  slack: { rateLimits: 'off' },
});
afterAll(() => playground.stop());

async function typed(words: string) {
  const user = playground.slack.user('U0MAYA');
  await user.slash('C0SHOP', words);
  await playground.bot().idle();
  expect(playground.slack.faults).toEqual([]);
  return user;
}

const blocksOf = (content: Readonly<Record<string, unknown>> | undefined) => objectsOf(content?.blocks);
const input = (content: Readonly<Record<string, unknown>> | undefined, name: string) =>
  objectOf(blocksOf(content).find((block) => block.block_id === name)?.element);

describe('a form', () => {
  test('keeps more than a view remembers, through other kinds and back', async () => {
    const headers = Array.from({ length: 37 }, (_, index) => `set_header=X-Header-${index}:${'v'.repeat(66)}`);
    const user = await typed(`/gateway http web 8080 shop.test the_weight=7 ${headers.join(' ')} nonsense=1`);
    const view = () => user.view()?.id ?? '';
    const metadata = () => stringOf(user.view()?.content.private_metadata);
    const press = async (id: string, value?: string) => {
      expect(await user.press({ view: view() }, id, value)).toMatchObject({ ok: true });
      await playground.bot().idle();
      expect(metadata().length).toBeLessThanOrEqual(viewLimits.privateMetadata);
    };
    const kept = () => [input(user.view()?.content, 'the_weight'), input(user.view()?.content, 'set_headers')];
    const shown = () => kept().map((each) => stringOf(each.initial_value).split('\n').length);
    expect(metadata()).toContain('"note"');
    await press('form.advanced');
    expect(shown()).toEqual([1, 37]);
    await press('form.kind', 'gateway.tcp');
    expect(user.view()?.content.callback_id).toBe('ask:gateway.tcp');
    expect(shown()).toEqual([1, 1]);
    await press('form.kind', 'gateway.http');
    expect(shown()).toEqual([1, 37]);
    await press('form.advanced');
    expect(kept()).toEqual([{}, {}]);
    await press('form.advanced');
    expect(shown()).toEqual([1, 37]);
    expect(kept()[0]?.initial_value).toBe('7');
    expect(playground.slack.faults).toEqual([]);
    await user.close();
  });

  test('shows a component’s ports as radio buttons, and opens internal access with external access', async () => {
    const user = await typed('/port open web');
    const blocks = () => blocksOf(user.view()?.content);
    const port = () => objectOf(blocks().find(({ block_id: id }) => stringOf(id).startsWith('port@'))?.element);
    expect(port()).toMatchObject({ type: 'radio_buttons' });
    expect(objectsOf(port().options).map(({ value }) => value)).toEqual(['8080', '8443', '9090']);
    // It has no field of its own, so that nobody has to choose the two sides twice.
    const opensBoth = () => stringOf(user.view()?.content.private_metadata).includes('"both":["yes"]');
    expect(blocks().some(({ block_id: id }) => stringOf(id).startsWith('both'))).toBe(false);
    expect(opensBoth()).toBe(true);
    await user.press({ view: user.view()?.id ?? '' }, 'side', 'inner');
    await playground.bot().idle();
    expect(opensBoth()).toBe(false);
    await user.close();
  });

  test('asks for the certificate next to the domain, and reports all faults at once', async () => {
    const user = await typed('/gateway http web 8080');
    expect(input(user.view()?.content, 'certificate_id')).toMatchObject({ type: 'external_select' });
    await user.close();
    await typed('/watch web cpu above=much for=banana');
    const shown = JSON.stringify(user.view()?.content.blocks);
    for (const typed of ['`much`', '`banana`']) expect(shown).toContain(typed);
    await user.close();
  });

  test('forgets a hidden word that is wrong, once it has said so', async () => {
    const user = await typed('/portolan use shop first last');
    expect(JSON.stringify(user.view()?.content.blocks)).toContain('first');
    expect(stringOf(user.view()?.content.private_metadata)).not.toContain('"draft"');
    expect(await user.submit({})).toMatchObject({ ok: true });
    await playground.bot().idle();
    // If an action is done immediately, the form closes.
    expect(user.view()).toBeUndefined();
  });
});
