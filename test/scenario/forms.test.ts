import * as z from 'zod';
import { shopSeed } from '../../playground/platform/seed/shop-seed.ts';
import type { SimulatedComponent, WorldSeed } from '../../playground/platform/simulated-world.ts';
import type { JsonRecord } from '../../playground/slack/page-protocol.ts';
import { acts, asks, buttonsOf, isRecord, only, shownIn, wordsOf } from './stage.ts';
import { useStage } from './use-stage.ts';

// Tests modals: missing or invalid arguments open them, and they contain the valid arguments.
const shop = 'C0SHOP';
const maya = 'U0MAYA';

/** World with nine more components called `many`, so that a form must offer the components in a select. */
const crowded: WorldSeed = (now) => {
  const seed = shopSeed(now);
  const like = seed.components[0];
  if (!like) throw new Error('no component to copy');
  const more = Array.from(
    { length: 9 },
    (_, n): SimulatedComponent => ({
      ...like,
      id: `${n}`.repeat(32),
      alias: `grmany0${n}`,
      cname: 'many',
      k8sName: `many-${n}`,
    }),
  );
  return { ...seed, components: [...seed.components, ...more] };
};

describe.each(['http', 'socket'] as const)('forms over %s', async (mode) => {
  const stage = await useStage({ mode, platform: { seed: crowded } });
  afterEach(async () => {
    while (actor().view()) await actor().close(true);
  });
  const actor = (who = maya) => stage.user(who);
  const view = (who = maya) => {
    const modal = actor(who).view();
    if (!modal) throw new Error('no modal is open');
    return modal;
  };
  const blocks = (who = maya): readonly JsonRecord[] => {
    const raw = view(who).content.blocks;
    return Array.isArray(raw) ? raw.filter(isRecord) : [];
  };
  const open = async (words: string, who = maya, channel = shop) => {
    expect(await actor(who).slash(channel, words)).toEqual({ ok: true });
    return view(who);
  };
  const options = async (action: string, typed = '') => {
    const loaded = await actor().options({ view: view().id }, action, typed);
    if (!loaded.ok) throw new Error(loaded.say);
    return loaded.options?.options ?? [];
  };
  const element = (name: string) => {
    const block = blocks().find(({ block_id }) => String(block_id).split('@')[0] === name);
    return isRecord(block?.element) ? block.element : undefined;
  };

  const radios = (name: string) =>
    z.array(z.object({ value: z.string(), text: z.object({ text: z.string() }) })).parse(element(name)?.options);

  test('a submission: field errors at once, then Reading…, then the answer, where it was asked', async () => {
    await open('/monitor range=soon');
    expect(await options('range', 'later')).toHaveLength(1);
    const wrong = await actor().submit({ range: { range: 'later' } });
    expect(wrong).toMatchObject({
      submitted: { result: 'errors', errors: { range: expect.stringMatching(/^“later” isn’t a valid time range/) } },
    });
    await stage.platform.faults.set({ nextRead: { kind: 'slow', seconds: 1.4, times: 1 } });
    expect((await options('range')).map(({ text }) => text.text)).toContain('Last 6 hours');
    const right = stage.slack.user(maya).submit({ range: { range: '1h' } });
    expect(await right).toMatchObject({ submitted: { result: 'updated' } });
    expect(wordsOf(view().content)).toContain('Reading…');
    await stage.idle();
    expect(wordsOf(view().content)).toContain('Posted in the channel');
    expect(actor().messages(shop).at(-1)?.text).toContain('Chart of shop');
  }, 60_000);

  test('a select that depends on another: options of the chosen one, another block as soon as it changes', async () => {
    await open('/port open');
    expect(blocks().find(({ block_id }) => String(block_id).startsWith('port@'))?.block_id).toBe('port@');
    expect((await options('port')).map(({ text }) => text.text)).toEqual(['First choose: Component']);
    await options('component', 'web');
    await actor().press({ view: view().id }, 'component', idOf('web'));
    expect(blocks().map(({ block_id }) => block_id)).toContain(`port@${idOf('web')}`);
    expect(radios('port').map(({ text }) => text.text)).toEqual([
      '8080 http · internal on · external on',
      '8443 http · internal off · external off',
      '9090 grpc · internal on · external off',
    ]);
    await options('component', 'db');
    await actor().press({ view: view().id }, 'component', idOf('db'), {
      values: { reason: { reason: 'a try' }, [`port@${idOf('web')}`]: { port: '8080' } },
    });
    expect(element('port')).not.toHaveProperty('initial_option');
    expect(radios('port').map(({ value }) => value)).toEqual(['3306', '33060']);
    expect(element('reason')).toMatchObject({ initial_value: 'a try' });
  });

  // These cases are decided before the ack, so both modes behave equally. Test only one mode.
  if (mode === 'socket') return;

  test('what is missing opens the form, ready for typing it and without an error; a submission says what is missing', async () => {
    const before = stage.platform.log.entries.length;
    await open('/port open');
    expect(stage.platform.log.entries.slice(before).map(({ path }) => path)).toEqual([]);
    expect(wordsOf(view().content)).not.toContain('⚠');
    expect(element('component')).toMatchObject({ focus_on_load: true });
    expect(JSON.stringify(blocks()).match(/focus_on_load/g)).toHaveLength(1);
    expect(wordsOf(view().content)).toContain('Context: shop / east-1');
    await actor().close(true);
    await open('/component scale web');
    expect(wordsOf(view().content)).not.toContain('⚠');
    expect(element('instances')).toMatchObject({ focus_on_load: true });
    // People decide from the present size.
    expect(wordsOf(view().content)).toMatch(/From 1 to 100\. Now 3\.[\s\S]* Now 1 GiB\./);
    const empty = await actor().submit({});
    expect(JSON.stringify(empty)).toContain('errors');
  });

  test('what opens to the internet closes after a while, unless something else is chosen', async () => {
    await open('/port open web');
    expect(element('for')).toMatchObject({ initial_option: { value: '2h', text: { text: '2 hours' } } });
    const offered = await options('for');
    expect(offered.map(({ text }) => text.text)).toEqual([
      ...['30 minutes', '1 hour', '2 hours', '4 hours', '8 hours', '1 day'],
      'Until someone closes it',
    ]);
    // Internal access has no suggested duration, and the form keeps the chosen side.
    await actor().press({ view: view().id }, 'side', 'inner');
    expect(element('for')).not.toHaveProperty('initial_option');
    await actor().press({ view: view().id }, 'side', 'outer');
    expect(element('for')).toMatchObject({ initial_option: { value: '2h' } });
    await options('for');
    const [card] = await acts(stage, maya, shop, (me) =>
      me.submit({ 'port@web': { port: '9090' }, 'for@outer': { for: 'never' } }),
    );
    if (!card) throw new Error('no card');
    expect(shownIn(card)).toContain('Open port 9090');
    expect(shownIn(card)).not.toContain('hours');
    // An empty value isn't “no limit”.
    await open('/port open web 8443 for=');
    expect(wordsOf(view().content)).toContain('`for=` has no value');
    expect(element('for')).toMatchObject({ initial_option: { value: '2h' } });
  });

  test('what is wrong stands in its input, what was right too', async () => {
    await open('/monitor web range=soon item=request step=5x');
    expect(element('component')).toMatchObject({ initial_options: [{ value: 'web' }] });
    expect(element('range')).toMatchObject({ initial_option: { value: 'soon' } });
    expect(element('item')).toMatchObject({ initial_options: [{ value: 'request' }] });
    const words = wordsOf(view().content);
    expect(words).toContain('⚠ `soon` isn’t a valid time range');
    expect(words).toContain('⚠ `5x` isn’t a valid step');
    expect(element('step')).toMatchObject({ initial_value: '5x' });
  });

  test('a time that isn’t one opens the form with its error and all that was typed', async () => {
    const modal = await open('/component scale web 4 at=25:00');
    expect(wordsOf(modal.content.blocks)).toContain('`25:00` isn’t a time');
    expect(element('instances')?.initial_value).toBe('4');
  });

  test('unknown words and keys are told, the nearest named', async () => {
    await open('/port list web 8080');
    expect(wordsOf(view().content)).toContain('⚠ I don’t recognize `8080` in this command.');
    await actor().close(true);
    await open('/port component=web compnent=api');
    expect(wordsOf(view().content)).toContain('This command has no parameter `compnent=`. Did you mean `component=`?');
    await actor().close(true);
    await open('/monitor web item=memory instances=yes');
    expect(wordsOf(view().content)).toMatch(/This command has no parameter `instances=`\.(?! Did you mean)/);
    await actor().close(true);
    await open('/region page=x');
    expect(wordsOf(view().content)).toContain('`x` isn’t valid. Use a whole number');
    expect(element('page')).toMatchObject({ initial_value: 'x' });
  });

  test('defaults are filled in, closed sets are selects, and a channel is asked for only where it has a meaning', async () => {
    await open('/port open web');
    expect(element('side')).toMatchObject({ type: 'static_select', initial_option: { value: 'outer' } });
    await actor().close(true);
    await actor().shortcut('open:monitor');
    expect(element('range')).toMatchObject({
      type: 'external_select',
      initial_option: { value: '1h', text: { text: 'Last hour' } },
    });
    const items = (await options('item')).map(({ value }) => value);
    expect(items).toContain('gateway_latency');
    expect(items).not.toContain('request_time');
    expect(blocks().map(({ block_id: id }) => id)).toContain('channel');
    await actor().close(true);
    await open('/portolan schedule');
    expect((await options('at')).map(({ text }) => text.text)[0]).toMatch(
      /^Weekdays at 09:00 \((?:\w{3} \d+ \w{3} 09:00(?:, )?){3}\)$/,
    );
    expect(blocks().map(({ block_id: id }) => id)).not.toContain('channel');
  });

  test('an answer for the asker alone comes into the channel', async () => {
    await open('/port');
    await options('component');
    const messages = await acts(stage, maya, shop, (me) => me.submit({ component: { component: idOf('web') } }));
    expect(shownIn(only(messages))).toContain('Ports of web');
    expect(only(messages).ephemeralFor).toBe(maya);
    expect(actor().view()).toBeUndefined();
  });

  test('the form that opens a port asks for the access once, and external access comes with internal access', async () => {
    await open('/port open');
    await choosePort('web', '8443');
    expect(blocks().map(({ block_id: id }) => String(id).split('@')[0])).not.toContain('both');
    const [card] = await acts(stage, maya, shop, (me) => me.submit({}));
    expect(card && shownIn(card)).toMatch(/Open port 8443[\s\S]*Internal access/);
  });

  test('the form that closes a port asks for the access once, and offers to close both if one alone can’t be', async () => {
    await open('/port close');
    await choosePort('web', '8080');
    expect(blocks().map(({ block_id: id }) => String(id).split('@')[0])).not.toContain('both');
    await actor().submit({ side: { side: 'inner' } });
    await stage.idle();
    expect(wordsOf(view().content)).toContain('needs internal access');
    expect(actor().messages(shop).map(shownIn).join()).not.toContain('needs internal access');
    expect(Object.keys(buttonsOf({ blocks: blocks() }))).toEqual(['Close internal and external access', 'Edit']);
    await actor().press({ view: view().id }, 'plan:o0');
    await stage.idle();
    expect(wordsOf(view().content)).toContain('Close all access to port 8080 on web');
  });

  test('an error is at the input that corrects it, and that input isn’t marked as optional', async () => {
    await open('/port close');
    const optionals = blocks().flatMap(({ block_id, optional }) => (optional === true ? [String(block_id)] : []));
    expect(optionals).not.toContain('side');
    await actor().close(true);
    await open('/gateway http web 8080');
    const domain = { domain_name: { domain_name: 'https://pay.shop.test' } };
    expect(await actor().submit(domain)).toMatchObject({
      submitted: { errors: { certificate_id: expect.stringMatching(/^Needed for https on pay\.shop\.test/) } },
    });
    const inputs = blocks().flatMap(({ type, block_id }) => (type === 'input' ? [String(block_id).split('@')[0]] : []));
    const domainAt = inputs.indexOf('domain_name');
    expect(inputs.slice(domainAt, domainAt + 3)).toEqual(['domain_name', 'certificate_id', 'auto_ssl']);
    expect(inputs).not.toContain('domain_path');
  });

  test('a refused form offers in itself what helps; Edit brings its values back', async () => {
    const asked = async () => {
      await open('/port open');
      await choosePort('web', '8080');
      expect(await acts(stage, maya, shop, (me) => me.submit({ reason: { reason: 'a try' } }))).toEqual([]);
      expect(wordsOf(view().content)).toContain('Port 8080 on web is already open, without a closing time.');
      expect(Object.keys(buttonsOf({ blocks: blocks() }))).toEqual(['Close it in 2 hours', 'Edit']);
    };
    await asked();
    await actor().press({ view: view().id }, 'form.edit');
    expect(element('reason')).toMatchObject({ initial_value: 'a try' });
    await actor().close(true);
    await asked();
    await actor().press({ view: view().id }, 'plan:o0');
    await stage.idle();
    expect(wordsOf(view().content)).toContain('It runs as soon as you confirm');
    const posted = await acts(stage, maya, shop, (me) => me.submit({}));
    expect(posted.map(shownIn).join()).toMatch(/port 8080 on web in 2 hours[\s\S]*a try/);
  });

  test('a form refused as a whole is a short view, wherever it was scrolled to; Edit brings its values back', async () => {
    await open('/port open');
    await choosePort('web', '9090');
    await actor().press({ view: view().id }, 'side', 'inner', { values: { reason: { reason: 'a try' } } });
    await actor().submit({});
    expect(blocks().map(({ type }) => type)).toEqual(['section', 'actions']);
    expect(wordsOf(view().content)).toMatch(/⚠ Port 9090 on web is already open inside the cluster/);
    await actor().press({ view: view().id }, 'form.edit');
    expect(element('reason')).toMatchObject({ initial_value: 'a try' });
    expect(element('port')).toMatchObject({ initial_option: { value: '9090' } });
    expect(element('component')).toMatchObject({ initial_option: { text: { text: expect.stringMatching(/^web/) } } });
  });

  test('typed names are taken; an unknown one is told at its input with the nearest', async () => {
    await open('/component show');
    expect((await options('component', 'wbe')).map(({ value }) => value)).toEqual(['wbe']);
    const unknown = await actor().submit({ component: { component: 'wbe' } });
    expect(unknown).toMatchObject({
      submitted: { errors: { component: expect.stringMatching(/^No component in shop is named “?wbe.*web/) } },
    });
    const offered = await options('component', '订单');
    await actor().submit({ component: { component: offered[0]?.value ?? '' } });
    expect(actor().messages(shop).map(shownIn).join()).toContain('Component 订单服务');
  });

  test('several equal names: up to five as buttons, more in a select that loads', async () => {
    expect(Object.keys(buttonsOf(await asks(stage, maya, shop, '/port search')))).toEqual([
      'search · ● running · gr5ea3c1',
      'search · ◌ rolling update · gr5ea3c2',
    ]);
    const problem = await asks(stage, maya, shop, '/port many');
    expect(shownIn(problem)).toContain('9 components are named `many`');
    const loaded = await actor().options(problem, 'choose', '');
    expect(loaded.ok ? loaded.options?.options.length : 0).toBe(9);
    const narrowed = await actor().options(problem, 'choose', 'many03');
    expect(narrowed.ok && narrowed.options?.options[0]?.text.text).toMatch(/^many · ● running · \w+$/);
    const value = narrowed.ok ? (narrowed.options?.options[0]?.value ?? '') : '';
    const answer = only(await acts(stage, maya, shop, (me) => me.press(problem, 'choose', value)));
    expect(shownIn(answer)).toContain('Ports of many');
  });

  test('a value that can’t be a port: the ports that there are', async () => {
    await open('/port open web http');
    const words = wordsOf(view().content);
    expect(words).toContain('⚠ ');
    expect(words).toMatch(/Available: 8080.*8443/);
  });

  test('of a component without ports, the option that says so can’t be taken for a port', async () => {
    await open('/port open worker');
    const offered = await options('port');
    expect(offered.map(({ text }) => text.text)).toEqual(['None found for this component. You can type one.']);
    const port = String(blocks().find(({ block_id }) => /^port@?/.test(String(block_id)))?.block_id);
    const submitted = await actor().submit({ [port]: { port: offered[0]?.value ?? '' } });
    expect(submitted).toMatchObject({ submitted: { errors: { [port]: 'Enter a port, such as 8080.' } } });
  });

  test('a context that is not there is told, and the one that holds stands in the form', async () => {
    const problem = await asks(stage, maya, shop, '/component log web in=nowhere');
    await actor().press(problem, 'modal:edit');
    const words = wordsOf(view().content);
    expect(words).toContain('⚠ `nowhere` isn’t a known context or app');
    expect(words).toContain('Context: shop / east-1');
    const messages = await acts(stage, maya, shop, (me) => me.submit({}));
    expect(shownIn(only(messages))).toContain('Log of web');
  });

  test('a setting is made once by its form', async () => {
    await open('/portolan use');
    await options('where', 'lab');
    await actor().submit({ where: { where: 'lab/west-2/40' } });
    expect(actor().view()).toBeUndefined();
    const rows: string[] = [];
    for await (const row of stage.bot().store.audit.all()) rows.push(row.operation ?? '');
    expect(rows.filter((operation) => operation === 'context.use')).toHaveLength(1);
    await asks(stage, maya, shop, '/portolan use shop/east-1/12');
  });

  test('a trigger that came too late: a button with a fresh one', async () => {
    await stage.slack.injectFault({ fault: 'fail', method: 'views.open', error: 'expired_trigger_id' });
    const late = await asks(stage, maya, shop, '/monitor web range=soon');
    expect(shownIn(late)).toContain('couldn’t be opened in the few seconds that Slack allows');
    await actor().press(late, 'modal:open');
    expect(element('range')).toMatchObject({ initial_option: { value: 'soon' } });
  });

  test.each([
    [
      { fault: 'rate_limit', method: 'views.open', retryAfter: 30 },
      'Slack is limiting requests. Try again in 30 seconds.',
    ],
    [{ fault: 'server_error', method: 'views.open' }, 'Slack didn’t respond'],
    [{ fault: 'fail', method: 'views.open', error: 'fatal_error' }, 'Slack didn’t respond'],
  ] as const)('a modal that Slack does not open (%o) is told at once, with a button', async (fault, says) => {
    await stage.slack.injectFault(fault);
    const line = await asks(stage, maya, shop, '/gateway');
    expect(shownIn(line)).toContain(says);
    stage.jump(30_000);
    await actor().press(line, 'modal:open');
    expect(view().content.callback_id).toMatch(/^ask:gateway/);
  });

  test('where no form can open: what is wrong, and an example that works', async () => {
    const parent = await actor().say(shop, 'which ports?');
    const ts = parent.ok ? (parent.ts ?? '') : '';
    const line = only(await acts(stage, maya, shop, (me) => me.mention(shop, 'component show', ts)));
    expect(shownIn(line)).toContain('⚠ Component: Enter a component.');
    expect(shownIn(line)).toContain('`/component show web`');
    await actor().press(line, 'modal:edit');
    expect(view().content.callback_id).toBe('ask:component.show');
  });

  test('a form closed meanwhile harms nothing', async () => {
    await open('/port');
    const before = actor().messages(shop).length;
    await options('component', 'web');
    // The options might be cached, so only the answer is slow.
    await stage.platform.faults.set({ nextRead: { kind: 'slow', seconds: 1.4, times: 1 } });
    await stage.slack.user(maya).submit({ component: { component: idOf('web') } });
    await actor().close(true);
    await stage.idle();
    expect(actor().messages(shop).length).toBe(before + 1);
    await open('/port');
    await options('component', 'wbe');
    await stage.platform.faults.set({ nextRead: { kind: 'slow', seconds: 1.4, times: 1 } });
    const submitted = await acts(stage, maya, shop, async (me) => {
      const done = await me.submit({ component: { component: 'wbe' } });
      await me.close(true);
      return done;
    });
    expect(shownIn(only(submitted))).toContain('is named `wbe`');
  });

  test('a Chinese person’s form is Chinese, faults and options too', async () => {
    await open('/monitor range=soon', 'U0LIU');
    const words = wordsOf(view('U0LIU').content);
    expect(words).toContain('`soon` 不是有效的时间范围');
    expect(words).not.toMatch(/[A-Z][a-z]+ [a-z]+ [a-z]+/);
    await actor('U0LIU').options({ view: view('U0LIU').id }, 'range', 'later');
    const wrong = await actor('U0LIU').submit({ range: { range: 'later' } });
    expect(JSON.stringify(wrong)).toContain('不是有效的时间范围');
    await actor('U0LIU').close(true);
  });

  test('a form from the shortcuts says where its answer went', async () => {
    await actor().shortcut('open:monitor');
    expect(wordsOf(view().content)).toContain('The answer is posted here.');
    const messages = await acts(stage, maya, 'C0NOBOT', (me) => me.submit({ channel: { channel: 'C0NOBOT' } }));
    expect(only(messages).channel).toBe(actor().direct());
    expect(shownIn(only(messages))).toContain('/invite');
    expect(wordsOf(view().content)).toContain('in your direct messages with me');
  });

  test('a request from the shortcuts: the only port is chosen already, and nothing is left to close', async () => {
    await actor().shortcut('open:port.open');
    await options('component', 'cache');
    await actor().press({ view: view().id }, 'component', idOf('cache'));
    expect(element('port')).toMatchObject({ initial_option: { value: '6379' } });
    const posted = await acts(stage, maya, shop, (me) => me.submit({ channel: { channel: shop } }));
    expect(posted.map(shownIn)).toContainEqual(expect.stringContaining('Open port 6379 on cache'));
    expect(actor().view()).toBeUndefined();
  });

  test.each(['U0GUEST'])('%s gets no form and no names', async (who) => {
    const line = await asks(stage, who, shop, '/component show');
    expect(actor(who).view()).toBeUndefined();
    expect(line.ephemeralFor).toBe(who);
    expect(shownIn(line)).not.toContain('web');
  });

  async function choosePort(component: string, port: string): Promise<void> {
    await options('component', component);
    await actor().press({ view: view().id }, 'component', idOf(component));
    await actor().press({ view: view().id }, 'port', port);
  }

  function idOf(name: string): string {
    return stage.platform.state.components.find(({ cname, appId }) => cname === name && appId === 12)?.id ?? '';
  }
});
