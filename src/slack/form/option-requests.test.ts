import { incidentMessages } from '../../../test/contract/incident-messages.ts';
import { createClock } from '../../../test/engine/clock.ts';
import { knownPeople, people, servicesOf } from '../../../test/engine/stage.ts';
import { openTemporaryStore } from '../../../test/engine/temporary-store.ts';
import { aSchedule } from '../../../test/operations/samples.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { storedSchedule } from '../../operations/schedule/stored-schedule.ts';
import { incidentRecords } from '../../operations/shared/incident/incident-rows.ts';
import type { People } from '../../operations/shared/services.ts';
import { createPlatform } from '../../platform/create-platform.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Store } from '../../store/store.ts';
import { noValue } from './form-state.ts';
import { createOptions, type OptionsQuestion } from './option-requests.ts';

const page = { lang: 'en', zone: 'UTC' } as const;
const context = { team: 'shop', region: 'east-1', app: '12' };
const question: OptionsQuestion = { source: 'components', typed: '', context, person: people.ann, channel: 'C0SHOP' };

let store: Store;
let clock: ReturnType<typeof createClock>;
beforeEach(async () => {
  store = await openTemporaryStore();
  clock = createClock(1_800_000_000_000, 'options');
});
afterEach(() => store.close());

function optionsWith(list: Platform['listComponents'], slack: Partial<People> = {}) {
  const platform = createPlatform({ url: 'http://127.0.0.1:9', token: 'none', now: Date.now, random: () => 0 });
  const queryMonitoring = async () => new TextEncoder().encode('{}');
  const services = servicesOf({
    world: clock.world,
    store,
    people: { ...knownPeople({ away: ['bob'] }), ...slack },
    platform: { ...platform, listComponents: list, queryMonitoring },
  });
  const ask = createOptions(services);
  return async (more: Partial<OptionsQuestion> = {}) =>
    (await ask({ ...question, ...more }, page)).map(({ value, text }) => `${value}: ${text.text}`);
}

async function remember(count: number) {
  const of = { place: 'shop/east-1/12', kind: 'component', at: 1 } as const;
  const names = (index: number) => ({ id: `id${index}`, names: [`gr${index}`, `web-${index}`] });
  await store.seen.remember(Array.from({ length: count }, (_, index) => ({ ...of, ...names(index) })));
}

test('what fits what was typed is offered, and what was typed itself', async () => {
  await remember(3);
  const options = optionsWith(async () => undefined);
  expect(await options()).toHaveLength(3);
  const typed = await options({ typed: 'WEB-1' });
  expect(typed.filter((each) => each.includes('web-1'))).toHaveLength(1);
  expect(typed.some((each) => each.startsWith('WEB-1: '))).toBe(true);
});

test('more than Slack takes are cut, and the last one says so', async () => {
  await remember(150);
  const offered = await optionsWith(async () => undefined)();
  expect(offered.length).toBeLessThanOrEqual(100);
  expect(offered.at(-1)).toMatch(new RegExp(`^${noValue}: .*\\d+`));
});

test('lists are kept for some seconds, and those that could not be read are not', async () => {
  let reads = 0;
  let broken = true;
  const options = optionsWith(async () => {
    reads += 1;
    if (broken) throw new Error('down');
    return undefined;
  });
  expect(await options({ typed: 'web' })).toEqual([expect.stringMatching(/^web: /)]);
  broken = false;
  await options();
  await options({ typed: 'web' });
  expect(reads).toBe(2);
  clock.pass(15_000);
  await options();
  expect(reads).toBe(3);
});

test.each([
  ['of one person’s direct messages', 'D0ANN'],
  ['of a private channel', 'G0SECRET'],
])('a schedule %s is offered to no one else', async (_where, channel) => {
  const owner = { id: people.ann.id, name: 'Ann', lang: 'en' } as const;
  await store.commit({ at: 1, schedules: { put: [storedSchedule(aSchedule({ context, channel, owner }))] } });
  const options = optionsWith(async () => undefined);
  expect(await options({ source: 'schedules' })).toEqual([expect.stringMatching(/^s1: /)]);
  expect(await options({ source: 'schedules', person: people.bob })).toEqual([
    expect.stringMatching(new RegExp(`^${noValue}: `)),
  ]);
  expect(await options({ source: 'schedules' })).toEqual([expect.stringMatching(/^s1: /)]);
});

test('what fires in a channel is offered by its title to those who are in it, until it has ended', async () => {
  const id = 'C0SHOP:2567a5ec9705eb7ac2c984033e06189d@mwtjvd40';
  const sample = incidentMessages['firing, abnormal'] ?? expect.fail();
  const incident: Incident = { ...sample, id, channel: 'C0SHOP', context };
  const row = { kind: incidentRecords.kind, placeKey: '', isOpen: true, at: 1 };
  const keep = (...all: readonly Incident[]) => {
    const rows = all.map((body) => ({ ...row, id: body.id, channel: body.channel, body }));
    return store.commit({ at: 1, records: rows.map((next) => ({ next, expect: 'new' as const })) });
  };
  await keep(incident, { ...incident, id: 'over', ended: 2 }, { ...incident, id: 'elsewhere', channel: 'C0OTHER' });
  const options = optionsWith(async () => undefined);
  expect(await options({ source: 'incidents' })).toEqual([expect.stringMatching(`^${id}: `)]);
  expect(await options({ source: 'incidents', person: people.bob })).toEqual([
    expect.stringMatching(new RegExp(`^${noValue}: `)),
  ]);
});
