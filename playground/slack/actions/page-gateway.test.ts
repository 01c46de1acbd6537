import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageActed, PageAction, PageState } from '../page-protocol.ts';
import { type Stubbed, startStubbed } from '../stub-bot.ts';

let desk: Stubbed;
const manifest = {
  features: { slash_commands: [{ command: '/rb-port', description: 'Ports', usage_hint: 'list <component>' }] },
  oauth_config: { scopes: { bot: ['chat:write'] } },
};
beforeEach(async () => {
  desk = await startStubbed({ manifest });
});
afterEach(() => desk.close());

async function state(as: string): Promise<PageState> {
  const response = await fetch(`${desk.slack.url}/_page/state?as=${as}`);
  const found: PageState = JSON.parse(await response.text());
  return found;
}

async function act(given: PageAction): Promise<PageActed> {
  const response = await fetch(`${desk.slack.url}/_page/act`, { method: 'POST', body: JSON.stringify(given) });
  const acted: PageActed = JSON.parse(await response.text());
  return acted;
}

describe('the page’s gateway', () => {
  it('shows each person their own workspace', async () => {
    const maya = await state('U0MAYA');
    expect(maya.channels.map((channel) => channel.id)).toEqual([
      'C0SHOP',
      'C0BILLING',
      'C0GENERAL',
      'C0NOBOT',
      'G0SECRET',
    ]);
    expect(maya.commands).toEqual([{ command: '/rb-port', description: 'Ports', hint: 'list <component>' }]);
    expect(maya.me).toMatchObject({ id: 'U0MAYA', initials: 'MB', kind: 'member' });
    expect((await state('U0GUEST')).channels.map((channel) => channel.id)).toEqual(['C0SHOP']);
    expect((await fetch(`${desk.slack.url}/_page/state?as=U0NOBODY`)).status).toBe(404);
  });

  it('acts, and tells what Slack’s client would', async () => {
    desk.answer = () => ({ body: 'hello' });
    expect(await act({ do: 'slash', as: 'U0MAYA', channel: 'C0SHOP', text: '/rb-port list' })).toMatchObject({
      ok: true,
    });
    expect(await act({ do: 'slash', as: 'U0MAYA', channel: 'C0SHOP', text: '/port list' })).toMatchObject({
      ok: false,
      error: 'invalid_command',
    });
    expect((await state('U0MAYA')).messages.C0SHOP).toMatchObject([
      { text: 'hello', ephemeral: true, user: 'U0PORTOLAN' },
    ]);
    expect((await state('U0SAM')).messages.C0SHOP).toEqual([]);
    expect(await act({ do: 'direct', as: 'U0SAM' })).toEqual({ ok: true, channel: 'D00SAM' });
    const refused = await fetch(`${desk.slack.url}/_page/act`, { method: 'POST', body: '{"do":"nothing"}' });
    expect(refused.status).toBe(400);
  });

  it('streams changes and notices', async () => {
    const abort = new AbortController();
    const response = await fetch(`${desk.slack.url}/_page/live?as=U0MAYA`, { signal: abort.signal });
    let text = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString('utf8');
    })().catch(() => {});
    await act({ do: 'say', as: 'U0SAM', channel: 'C0SHOP', text: 'hi' });
    await act({ do: 'slash', as: 'U0MAYA', channel: 'C0SHOP', text: '/what' });
    await act({ do: 'slash', as: 'U0SAM', channel: 'C0SHOP', text: '/other' });
    await desk.slack.until(
      () => text.includes('"what":["messages"]') && text.includes('`/what` is not a valid command'),
    );
    expect(text).not.toContain('/other');
    abort.abort();
    await reading;
  });
});
