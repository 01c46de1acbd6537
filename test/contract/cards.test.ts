import { checkPayload } from '../../playground/slack/check/check-payload.ts';
import { listOf, objectsOf, stringOf } from '../../playground/slack/json-values.ts';
import { ChangeRequest, requestStateNames, storedBody, withFields } from '../../src/core/request/change-request.ts';
import { canonical, exposes, interrupts, irreversible, sentenceOf } from '../../src/core/request/plan.ts';
import { requestMsg } from '../../src/core/request/request-messages.ts';
import { type Text, verbatim } from '../../src/core/text/text.ts';
import { exposureMsg } from '../../src/operations/shared/access/exposure-messages.ts';
import { factsMsg } from '../../src/operations/shared/change-facts-messages.ts';
import { cardValue, readCardValue } from '../../src/slack/blocks/card-value.ts';
import { cardForms } from '../../src/slack/post/draw-forms.ts';
import { cardBlocks, cardMessage, cardTexts } from '../../src/slack/request/card-view.ts';
import { callsView, reasonView } from '../../src/slack/request/request-actions.ts';
import { aCard, cards, hugeCards } from './cards.ts';
import { buttonsIn, elementsIn, expectTaken } from './messages.ts';
import { oddText, oddTexts, pages } from './odd.ts';

function cardOf(name: string): ChangeRequest {
  const card = cards[name];
  if (!card) throw new Error(`add the card “${name}” to test/contract/cards.ts, or rename it in this test`);
  return card;
}

test('there is a card of every state, each one that can be stored', () => {
  const states = Object.values(cards).map(({ state }) => state);
  expect([...new Set(states)].sort()).toEqual([...requestStateNames].sort());
  for (const [_name, card] of [...Object.entries(cards), ...Object.entries(hugeCards)]) {
    const stored = ChangeRequest.safeParse(JSON.parse(JSON.stringify(storedBody(card))));
    expect(stored.data ?? stored.error).toEqual(card);
  }
});

describe.each([
  ['usual', cards],
  ['huge', hugeCards],
])('a %s card', (_size, some) => {
  test.each(Object.entries(some))(
    '%s: is taken by Slack in each form, pings only who may decide, keeps its buttons',
    (name, card) => {
      const { decision } = card;
      const named = [
        card.asker.id,
        decision.denied?.by,
        decision.cancelled?.by,
        decision.breakGlass?.by,
        card.access?.by?.id,
      ];
      const people = [
        ...named,
        ...decision.ruling.users,
        ...(decision.asked ?? []),
        ...decision.approvals.map(({ by }) => by),
      ];
      const allowed = [
        ...people.map((id) => `<@${id}`),
        ...decision.ruling.groups.map((group) => `<!subteam^${group}`),
      ];
      for (const page of pages) {
        const forms = cardForms(card, page);
        const [message, plain, textOnly] = forms;
        expectTaken(['message', 'update', 'ephemeral'], message);
        expectTaken(['message', 'update'], plain ?? message);
        // Screen readers and notifications read the message's text, so the text must not be empty.
        expect(message.text.length).toBeGreaterThan(20);
        expect(message.text).not.toMatch(/undefined|NaN|\[object/);
        const buttons = buttonsIn(message.blocks);
        for (const { id, value } of buttons) {
          expect(id).toMatch(/^request\./);
          expect(value).toBe(cardValue(card));
          expect(readCardValue(value)).toEqual({ card: card.id, revision: card.revision });
        }
        expect(bare(buttons)).toEqual(bare(buttonsIn(cardMessage(cardOf(name), page).blocks)));
        expect(plain?.blocks.every(({ type }) => type === 'section' || type === 'actions')).toBe(true);
        expect(buttonsIn(plain?.blocks ?? [])).toEqual(buttons);
        expect(textOnly?.blocks).toEqual(card.state === 'proposed' ? undefined : []);
        // Skip tables: their cells are plain text, in which Slack shows no mentions.
        const shown = forms.map(({ text, blocks }) => ({
          text,
          blocks: blocks.filter(({ type }) => type !== 'table'),
        }));
        const mentions = JSON.stringify(shown).match(/<(?:@|!subteam\^|!channel|!here|!everyone)[^>|]*/g) ?? [];
        expect(mentions.filter((mention) => !allowed.includes(mention))).toEqual([]);
        expect(checkPayload('view', callsView(card, page))).toEqual([]);
      }
    },
  );
});

/** The calls button (or Details, which can replace it) appears when the first call exists, so ignore both. */
const bare = (buttons: ReturnType<typeof buttonsIn>): readonly string[] =>
  buttons.map(({ id }) => id).filter((id) => id !== 'request.calls' && id !== 'request.review');

test.each<[string, readonly string[]]>([
  ['waiting for its asker', ['request.approve', 'request.cancel', 'request.calls']],
  ['waiting for a member', ['request.approve', 'request.deny', 'request.cancel', 'request.calls']],
  [
    'waiting for two of a role',
    ['request.approve', 'request.deny', 'request.break_glass', 'request.cancel', 'request.calls'],
  ],
  ['approved', ['request.cancel', 'request.calls']],
  ['running', ['request.calls']],
  ['not known', ['request.check', 'request.settle:done', 'request.settle:failed', 'request.calls']],
  ['done', ['request.undo', 'request.calls']],
  ['done, open for a while', ['request.extend', 'request.close_now', 'request.calls']],
  ['done, opening closed', ['request.calls']],
  ['done, opening kept', ['request.undo', 'request.calls']],
  ['failed, with what can be done instead', ['request.next:0', 'request.next:1', 'request.calls']],
  ['failed', ['request.calls']],
  ['failed in passing', ['request.rest', 'request.calls']],
  ['failed partway', ['request.undo', 'request.rest', 'request.calls']],
  ['failed partway, what it opened closes by itself', ['request.close_now', 'request.rest', 'request.calls']],
  ['denied', ['request.again']],
  ['cancelled', ['request.again']],
  ['expired', ['request.again']],
  ['frozen', ['request.again', 'request.exception', 'request.break_glass', 'request.cancel', 'request.review']],
  ['frozen, its requester is told when it ends', ['request.cancel', 'request.calls']],
  ['frozen until before it expires', ['request.cancel', 'request.calls']],
  ['scheduled', ['request.run_now', 'request.change_time', 'request.cancel', 'request.calls']],
  [
    'waiting, planned for later',
    ['request.approve', 'request.deny', 'request.change_time', 'request.cancel', 'request.calls'],
  ],
])('%s: its buttons', (name, ids) => {
  expect(buttonsIn(cardMessage(cardOf(name)).blocks).map(({ id }) => id)).toEqual(ids);
});

test('a frozen card says that first, then what is next and who has to do it', () => {
  const [, frozen = ''] = linesOf('frozen');
  expect(frozen).toMatch(/^❄ \*Frozen\*.*“Double Eleven”\n\*Next:\* .*<@U0ASK> can press \*Remind me when it ends\*/);
  expect(linesOf('frozen until before it expires').join()).toContain('nothing to do yet');
  expect(linesOf('scheduled, frozen at its time').join()).not.toContain('automatically');
});

test('a frozen card says who can do what in an emergency; a scheduled one what could stop it, and who acts then', () => {
  const frozen = linesOf('frozen').join();
  expect(frozen).toContain('it expires');
  expect(frozen).toMatch(/\*Sooner:\* .* from 2 people from operators \(not the requester\), it runs at once/);
  expect(frozen).toMatch(/\*Emergency:\* anyone in operators .* runs at once, without approval/);
  const scheduled = linesOf('scheduled').join();
  expect(scheduled).toMatch(/\*Scheduled for .*\* \(your time zone\)/);
  expect(scheduled).toMatch(
    /it waits for approval again, until .*\. If a freeze stops it, or it isn’t possible any more, nothing is sent\./,
  );
  expect(scheduled).toMatch(
    /can press \*Run now\* or \*Change time\*\. The requester .* needs a new approval\. Only the requester can cancel it/,
  );
});

const linesOf = (name: string): readonly string[] =>
  objectsOf(cardMessage(cardOf(name)).blocks).map((block) => {
    switch (block.type) {
      case 'header':
        return `# ${textOf(block.text)}`;
      case 'section':
        return textOf(block.text);
      case 'context':
        return objectsOf(block.elements).map(textOf).join('');
      case 'table':
        return listOf(block.rows)
          .map((row) => objectsOf(row).map(textOf).join(' | '))
          .join('\n');
      default:
        return stringOf(block.type);
    }
  });

const textOf = (value: unknown): string => stringOf(objectsOf([value])[0]?.text);

test('a card fits on a phone: a title, one status line, the plan, warnings, one line of origin, buttons', () => {
  expect(linesOf('waiting for a member')).toEqual([
    '# Open port 8080 on web inside the cluster and to the internet',
    'Requested by Ada: “customers wait”\n◌ *Waiting for approval* from someone else in this channel. Request expires at <!date^1795076100^{time} {date_short_pretty}|08:15 UTC, 19 Nov 2026>',
    '• Internal access: ○ off → ● on\n• External access: ○ off → ● on\n• Address: chosen by the platform, usually http://grweb-8080-shop.apps.example.test',
    '⚠ Anyone on the internet will be able to reach it, unless your network blocks it.\n⚠ No closing time: it stays open until someone closes it.',
    '• Components that depend on it can use its environment variables GRWEB8080_HOST, GRWEB8080_PORT.\n• Undo: close it',
    'shop (shop / east-1 / Shop #12) · request `kQ3vXv0a`',
    'actions',
  ]);
  for (const name of Object.keys(cards)) {
    expect(linesOf(name).filter((line) => line !== 'actions').length).toBeLessThanOrEqual(7);
  }
});

test('what is closed again shows no address and no Undo; while it is open it does', () => {
  const text = (name: string) => JSON.stringify(cardMessage(cardOf(name)).blocks);
  expect(text('done')).toContain('http://web.shop.test');
  expect(text('done, closed by somebody')).not.toContain('http://web.shop.test');
  expect(text('done, closed by somebody')).not.toContain('request.undo');
  expect(linesOf('done, closed by somebody')[2]).toBe(
    '*While open*\n• Internal access: ○ off → ● on\n• External access: ○ off → ● on',
  );
  // A later closing time isn’t a state while it was open.
  const { plan, ...closed } = cardOf('done, closed by somebody');
  const moved = { ...closed, plan: { ...plan, steps: [] } };
  expect(JSON.stringify(cardMessage(moved).blocks)).not.toContain('While open');
});

test('a plan with addresses has one form in every state, and no link to what may not exist yet', () => {
  const withAddress = Object.entries(cards).filter(([, { plan }]) =>
    plan.rows.some(({ what }) => what.key === factsMsg.address.key || what.key === factsMsg.rule.key),
  );
  expect(withAddress.length).toBeGreaterThan(10);
  for (const [name, card] of withAddress) {
    const blocks = objectsOf(cardMessage(card).blocks);
    expect(blocks.filter(({ type }) => type === 'table')).toEqual([]);
    const marked = blocks.filter(({ type }) => type === 'section' || type === 'context');
    if (card.state !== 'done') expect(JSON.stringify(marked), name).not.toMatch(/<http[^|]*\|http/);
  }
});

test('what a card says of a change of its plan is in its plan', () => {
  const waiting = Object.entries(cards).filter(
    ([
      ,
      {
        shown: { changed = [] },
      },
    ]) => changed.length > 0,
  );
  expect(waiting.length).toBeGreaterThan(2);
  for (const [
    _name,
    {
      plan,
      shown: { changed = [] },
    },
  ] of waiting) {
    const { title, rows, steps, warnings } = plan;
    const texts = [title, ...steps.map(({ says }) => says), ...warnings.map(sentenceOf)].map(canonical);
    const arrows = rows.map(({ before, after }) => canonical(requestMsg.arrow({ before, after })));
    const nothing = canonical(requestMsg.nothing());
    for (const { after } of changed) expect([...texts, ...arrows, nothing]).toContain(canonical(after));
  }
});

test.each([
  [
    'only break glass is left',
    /but nobody can approve it, since requesters can’t approve their own requests\. Only operators can run it, with \*Break glass\*/,
  ],
  [
    'only break glass is left, with one approval',
    /it needs 2 approvals and has 1, but nobody is left who could give another\. Only operators can run it, with \*Break glass\*/,
  ],
  ['approved by breaking the glass', /ran this without approval/],
  [
    'approved by breaking the glass, with one approval',
    /ran this with only 1 of 2 approvals[\s\S]*Approved by <@U0TWO>/,
  ],
])('%s: who could approve and who did don’t contradict each other', (name, says) => {
  expect(linesOf(name).join('\n')).toMatch(says);
  if (name.startsWith('approved by breaking')) expect(linesOf(name).join('\n')).not.toContain('*Approved*');
});

test('a restart that can’t be undone loses nothing: no warning of it, so that others are still read', () => {
  const none = verbatim('It runs as before.');
  const text = (undo: (typeof aCard)['plan']['undo']) =>
    cardMessage({ ...aCard, risk: 'disrupt', plan: { ...aCard.plan, undo } }).text;
  expect(text({ none })).toContain('Can’t be undone');
  expect(text({ none, needless: true })).not.toContain('Can’t be undone');
});

test('an undo links the request that it follows, and another open one on the same port is named', () => {
  const lines = linesOf('undoing, beside another').join('\n');
  expect(lines).toContain('Undo of request <https://acme.slack.com/p1|first000>');
  expect(lines).toContain(
    '⚠ Request <https://acme.slack.com/p3|other000> is also pending and contradicts this one: Close external access to port 8080 on web',
  );
  expect(lines).toContain('• Request third000 is also pending: a change to the same thing, in a private channel');
  // In Chinese, people would understand 撤销申请 as withdrawing a request.
  const zh = JSON.stringify(cardMessage(cardOf('undoing, beside another'), { lang: 'zh', zone: 'UTC' }).blocks);
  expect(zh).toContain('撤销此前的变更（申请 <https://acme.slack.com/p1|first000>）');
});

test('what interrupts, exposes or can’t be taken back is read first, at full size; the text holds every warning', () => {
  const says = (each: string) => verbatim(`It ${each}.`);
  const warnings = [says('is slow'), irreversible(says('forgets')), exposes(says('shows')), interrupts(says('stops'))];
  const beside = [{ request: 'other0008b1Zr6T9o2mEwA', title: verbatim('Close it') }];
  const undo = { none: verbatim('It is gone.') };
  const { text, blocks } = cardMessage(
    withFields(aCard, { risk: 'destroy', plan: { ...aCard.plan, warnings, undo }, shown: { beside } }),
  );
  const shown = objectsOf(blocks).map((block) => ({
    type: block.type,
    says: block.type === 'context' ? objectsOf(block.elements).map(textOf).join('') : textOf(block.text),
  }));
  expect(shown).toContainEqual({
    type: 'section',
    says: '⚠ It stops.\n⚠ It shows.\n⚠ It forgets.\n⚠ *Can’t be undone.* It is gone.',
  });
  const small = '• Request other000 is also pending: Close it\n• It is slow.';
  expect(shown).toContainEqual({ type: 'context', says: small });
  for (const line of ['⚠ It stops.', '⚠ *Can’t be undone.*', ...small.split('\n')]) expect(text).toContain(line);
});

test('who approves opening a database is asked once more, in words without marks', () => {
  const asks = (plan: Partial<typeof aCard.plan>) =>
    elementsIn(cardMessage(withFields(aCard, { plan: { ...aCard.plan, ...plan } })).blocks).flatMap(
      ({ element: { confirm } }) => (confirm === undefined ? [] : [JSON.stringify(confirm)]),
    );
  const database = { ...exposes(exposureMsg.warnDatabase({ component: 'db' })), lasts: 'asks' as const };
  expect(asks({ warnings: [] })).toEqual([]);
  const [asked = ''] = asks({ warnings: [database] });
  expect(asked).toContain('db is a database.');
  expect(asked).not.toContain('*');
  // The question has room for 300 characters, so a long warning leaves something out, but not these.
  for (const length of [120, 140, 160, 180, 200, 220]) {
    const anyone = interrupts(verbatim(`Anyone can reach it ${'x'.repeat(length)}`));
    const [full = ''] = asks({ warnings: [anyone, database], undo: { none: verbatim('The rule stays.'.repeat(9)) } });
    expect(full).toContain('db is a database.');
    expect(full).toContain('Can’t be undone');
    expect(full).toContain('The card says more.');
  }
});

test('a shortened card has the address that people decide about before other rows', () => {
  const row = (what: Text, after: string) => ({ what, before: verbatim('–'), after: verbatim(after) });
  const rows = [row(verbatim('Gateway rule'), '0.0.0.0:30099'), row(factsMsg.address(), '203.0.113.9:30099')];
  const card = withFields(aCard, { plan: { ...aCard.plan, rows } });
  const drawn = JSON.stringify(cardBlocks(card, cardTexts(card), { lang: 'en', zone: 'UTC' }, { lines: 1 }));
  expect(drawn).toContain('203.0.113.9:30099');
  expect(drawn).not.toContain('0.0.0.0:30099');
});

test('a done card keeps the warnings that are still true, until what it opened is closed', () => {
  const lasting = { ...exposes(exposureMsg.warnDatabase({ component: 'db' })), lasts: 'asks' as const };
  const warnings = [lasting, exposes(verbatim('Anyone will be able to reach it.'))];
  const done = withFields(aCard, { state: 'done', plan: { ...aCard.plan, warnings } });
  const says = (card: typeof aCard) => JSON.stringify(cardMessage(card).blocks);
  expect(says(done)).toContain('⚠ *db is a database.*');
  expect(says(done)).not.toContain('will be able');
  const closed = withFields(done, { access: { id: 'a1', until: 1, ended: 1, closed: true, how: 'closed' } });
  expect(says(closed)).not.toContain('is a database');
});

test('a card gets new block ids with each revision, so that no old state of it stays', () => {
  const card = cardOf('waiting for a member');
  const ids = (revision: number) =>
    elementsIn(cardMessage({ ...card, revision }).blocks).map(({ block }) => block.block_id);
  expect(ids(1)).not.toEqual(ids(2));
});

test('a card names its context and says how it can be taken back, however much of it is cut', () => {
  const oneOfEachState = new Map(Object.values(hugeCards).map((card) => [card.state, card]));
  for (const card of oneOfEachState.values()) {
    const { context } = cardOf('waiting for a member');
    const { blocks } = cardMessage({ ...card, context });
    expect(JSON.stringify(blocks)).toContain('shop / east-1 / Shop #12');
    expect(blocks.length).toBeLessThanOrEqual(50);
  }
});

test.each(['deny', 'break_glass'] as const)('the reason of %s is asked in a form that Slack takes', (what) => {
  const meta = { value: `${'i'.repeat(200)}:1`, channel: 'C0SHOP', ts: '1700000000.000100' };
  for (const page of pages)
    for (const [index] of oddTexts.entries())
      expect(checkPayload('view', reasonView(what, meta, oddText(index), page))).toEqual([]);
});

test('Approve is shown only where an approval can let it run', () => {
  const ids = (name: string) => buttonsIn(cardMessage(cardOf(name)).blocks).map(({ id }) => id);
  expect(ids('waiting for two of a role')).toContain('request.approve');
  for (const name of ['only break glass is left', 'only break glass is left, with one approval'])
    expect(ids(name)).toEqual(['request.deny', 'request.break_glass', 'request.cancel', 'request.calls']);
});
