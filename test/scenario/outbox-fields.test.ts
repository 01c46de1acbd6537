import { StoredTell } from '../../src/changes/outbox.ts';
import type { Tell } from '../../src/core/request/transition.ts';
import { verbatim } from '../../src/core/text/text.ts';
import { acts } from './stage.ts';
import { useStage } from './use-stage.ts';

/** Puts long values into every field of a waiting message that the schema allows. Slack's size limits must hold. */

const [maya, shop] = ['U0MAYA', 'C0SHOP'];
const long = 'x<&*長'.repeat(20_000);
const offer = { operation: 'component.show', given: { component: [long] }, label: verbatim(long) };
/** The longest values. A field gets the first value that its schema accepts. */
const longest: readonly unknown[] = [verbatim(long), offer, long];

const usual: { readonly [kind in Tell['tell']]: readonly [row: string, tell: Extract<Tell, { tell: kind }>] } = {
  card: ['change.card', { tell: 'card' }],
  note: ['change.note', { tell: 'note', text: verbatim('said') }],
  direct: ['change.direct', { tell: 'direct', user: maya, text: verbatim('said') }],
  approvers: ['change.approvers', { tell: 'approvers', text: verbatim('said') }],
  evidence: ['change.evidence', { tell: 'evidence' }],
  log: ['change.log', { tell: 'log', component: 'c', name: 'web', event: 'e' }],
};
const cases = StoredTell.options.flatMap(({ shape }) =>
  Object.entries(shape).flatMap(([field, schema]) => {
    const value = longest.find((each) => schema.safeParse(each).success);
    const [kind, tell] = usual[shape.tell.value];
    // Skip ids of people: they come from Slack. If Slack doesn't know an id, the bot drops the message after minutes.
    return value === undefined || field === 'user' ? [] : [{ kind, field, tell: { ...tell, [field]: value } }];
  }),
);

let card = '';
const stage = await useStage({ context: { team: 'shop', region: 'east-1', app: '12' }, hurry: 200 });
await acts(stage, maya, shop, (actor) => actor.slash(shop, '/port add web 7077'));
card = (await stage.bot().store.requests.open({}))[0]?.id ?? '';

test('the fields that can be long are found', () =>
  expect(cases.map(({ kind, field }) => `${kind} ${field}`)).toEqual(
    expect.arrayContaining(['change.note text', 'change.note incident', 'change.note offer', 'change.log name']),
  ));

test.each(cases)('$kind with a long $field', async ({ kind, field, tell }) => {
  const { store } = stage.bot();
  const id = `${kind}:${field}`;
  await store.commit({ at: Date.now(), outbox: [{ id, kind, at: 0, lane: id, body: { card, tell } }] });
  await acts(stage, maya, shop, (actor) => actor.slash(shop, '/port add web 7078'));
  await expect.poll(() => store.outbox.next([kind]), { timeout: 60_000 }).toBeUndefined();
});
