import { describe, expect, test } from 'vitest';
import { checkPayload } from '../../playground/slack/check/check-payload.ts';
import { listOf, objectsOf, stringOf } from '../../playground/slack/json-values.ts';
import { ChangeRequest, requestStateNames } from '../../src/core/request/change-request.ts';
import { canonical, exposes, interrupts, irreversible, sentenceOf } from '../../src/core/request/plan.ts';
import { requestMsg } from '../../src/core/request/request-messages.ts';
import { langs, verbatim } from '../../src/core/text/text.ts';
import { callsView, reasonView } from '../../src/slack/request/calls-view.ts';
import { cardValue, readCardValue } from '../../src/slack/request/card-value.ts';
import { cardForms, cardMessage } from '../../src/slack/request/card-view.ts';
import { aCard, cards, hugeCards } from './cards.ts';
import { correct, operationFile } from './files-to-edit.ts';
import { buttonsIn, elementsIn, expectTaken } from './messages.ts';
import { oddText, oddTexts, pages } from './odd.ts';

const view = 'src/slack/request/card-view.ts';
const buttons = 'src/slack/request/card-buttons.ts';
const drawnBy = `${view} or ${buttons}`;
const status = 'src/slack/request/card-status.ts';
const cardLines = 'src/slack/request/card-lines.ts';
const words = 'src/slack/request/card-messages.ts';

/** One of the cards, by what it shows. */
function cardOf(name: string): ChangeRequest {
  const card = cards[name];
  if (!card) throw new Error(`add the card “${name}” to test/contract/cards.ts, or rename it in this test`);
  return card;
}

test('there is a card of every state, each one that can be stored', () => {
  const states = Object.values(cards).map(({ state }) => state);
  expect([...new Set(states)].sort(), 'add a card of the state to `cards` of test/contract/cards.ts').toEqual(
    [...requestStateNames].sort(),
  );
  for (const [name, card] of [...Object.entries(cards), ...Object.entries(hugeCards)]) {
    const stored = ChangeRequest.safeParse(JSON.parse(JSON.stringify(card)));
    expect(
      stored.data ?? stored.error,
      `store all of “${name}”: add the field to src/core/request/change-request.ts, or correct test/contract/cards.ts`,
    ).toEqual(card);
  }
});

describe.each([
  ['usual', cards],
  ['huge', hugeCards],
])('a %s card', (size, some) => {
  test.each(Object.entries(some))('%s', (_name, card) => {
    for (const lang of langs) {
      const message = cardMessage({ ...card, asker: { ...card.asker, lang } });
      expectTaken(['message', 'update', 'ephemeral'], message, drawnBy);
      // What screen readers and notifications tell is whole messages about it, never nothing.
      expect(message.text.length, `say more in the text: correct ${view}`).toBeGreaterThan(20);
      expect(message.text, `correct ${words}, or ${status} and ${cardLines}`).not.toMatch(/undefined|NaN|\[object/);
      for (const { id, value } of buttonsIn(message.blocks)) {
        expect(id, `begin the id with “request.” in ${buttons}`).toMatch(/^request\./);
        expect(value, `give ${id} the value of the card in ${buttons}`).toBe(cardValue(card));
        expect(readCardValue(value), 'correct src/slack/request/card-value.ts').toEqual({
          card: card.id,
          revision: card.revision,
        });
      }
    }
  });

  test.each(Object.entries(some))('%s: shorter forms say the same, with the same buttons', (_name, card) => {
    for (const page of pages) {
      const [full, plain, textOnly] = cardForms(card, page);
      expectTaken(['message', 'update'], plain ?? full, drawnBy);
      const forms = `correct \`cardForms\` of ${view}`;
      expect(
        plain?.blocks.every(({ type }) => type === 'section' || type === 'actions'),
        forms,
      ).toBe(true);
      expect(buttonsIn(plain?.blocks ?? []), forms).toEqual(buttonsIn(full.blocks));
      // Nobody can decide without buttons.
      expect(textOnly?.blocks, forms).toEqual(card.state === 'proposed' ? undefined : []);
    }
  });

  test.each(Object.entries(some))('%s: pings nobody but those who may decide', (_name, card) => {
    const all = cardForms(card, { lang: card.asker.lang, zone: card.asker.zone });
    // Cells of a table are raw text, in which nothing is a mention.
    const shown = all.map(({ text, blocks }) => ({ text, blocks: blocks.filter(({ type }) => type !== 'table') }));
    const mentions = JSON.stringify(shown).match(/<(?:@|!subteam\^|!channel|!here|!everyone)[^>|]*/g) ?? [];
    const named = [card.asker.id, card.denied?.by, card.cancelled?.by, card.breakGlass?.by, card.timed?.by?.id];
    const people = [...named, ...card.ruling.users, ...card.approvals.map(({ by }) => by)].map((id) => `<@${id}`);
    const known = [...people, ...card.ruling.groups.map((group) => `<!subteam^${group}`)];
    expect(
      mentions.filter((mention) => !known.includes(mention)),
      `mention only those who may decide: correct ${cardLines} or ${status}`,
    ).toEqual([]);
  });

  test.each(Object.entries(some))('%s: the calls behind it', (_name, card) => {
    for (const page of pages)
      expect(
        checkPayload('view', callsView(card, page)),
        'Slack would refuse this: correct src/slack/request/calls-view.ts',
      ).toEqual([]);
  });

  test(`${size}: keeps its buttons whatever else is cut`, () => {
    const ids = (each: ChangeRequest | undefined) =>
      each ? buttonsIn(cardMessage(each).blocks).map(({ id }) => id) : [];
    for (const [name, card] of Object.entries(cards)) {
      // The calls' button is there as soon as there are calls.
      const bare = (each: readonly string[]) => each.filter((id) => id !== 'request.calls');
      expect(bare(ids(some[name])), `keep the buttons of “${name}”: correct ${view} or ${buttons}`).toEqual(
        bare(ids(card)),
      );
    }
  });
});

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
  ['denied', []],
  ['cancelled', []],
  ['expired', []],
])('%s: its buttons', (name, ids) => {
  const drawn = buttonsIn(cardMessage(cardOf(name)).blocks).map(({ id }) => id);
  expect(drawn, correct(buttons)).toEqual(ids);
});

/** What people read of a card: a line for each block. */
function read(name: string): readonly string[] {
  return objectsOf(cardMessage(cardOf(name)).blocks).map((block) => {
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
}

function textOf(value: unknown): string {
  return stringOf(objectsOf([value])[0]?.text);
}

test('a card fits on a phone: a title, one status line, the table, warnings, one line of origin, buttons', () => {
  const operation = 'src/operations/port/port-open-messages.ts';
  expect(read('waiting for a member'), correct(view, cardLines, words, operation)).toEqual([
    '# Open port 8080 on web inside the cluster and to the internet',
    '◌ *Waiting for approval* from another full member of this channel. The request expires at <!date^1795076100^{time}|08:15 UTC>',
    'What | Now | After\nInternal access | ○ off | ● on\nExternal access | ○ off | ● on\nAddress | – | chosen by the platform, usually http://grweb-8080-shop.apps.example.test',
    '⚠ Anyone on the internet will be able to reach it.',
    '• Components that depend on it get these environment variables: GRWEB8080_HOST, GRWEB8080_PORT.\n• Undo: Close it again',
    'Requested by Ada: “customers wait” · *shop* (team shop, region east-1, app Shop #12) · request `kQ3vXv0a`',
    'actions',
  ]);
  for (const name of Object.keys(cards)) {
    const blocks = read(name).filter((line) => line !== 'actions');
    expect(blocks.length, `draw “${name}” in at most 7 blocks: correct ${view}`).toBeLessThanOrEqual(7);
  }
});

test.each([
  ['done', /^✓ \*Done\* at /],
  ['done, open for a while', /^✓ \*Done\* at \S+ UTC>\. Closes automatically at /],
  ['done, closed by somebody', /^○ \*Closed by <@U0TWO>\* at <!date\^1795077540\^\{time\}\|08:39 UTC>$/],
  ['done, opening closed', /^○ \*Closed automatically\* at /],
  ['done, opening by-hand', /^○ \*Closed\* by a later request$/],
  ['done, closing now', /^▶ \*Closing now\*$/],
  ['done, closing tried again', /^⚠ \*Still open\*: closing failed\. Trying again at /],
  [
    'done, extended to a known time',
    /Closes automatically at <[^>]+11:00 UTC>, as changed by request <https:\/\/acme\.slack\.com\/p2\|next0000>$/,
  ],
  [
    'approved, waiting for another',
    /^✓ \*Approved\*\. Waiting for request <https:\/\/acme\.slack\.com\/p3\|other000> on the same component/,
  ],
])('%s: its status line starts with the outcome', (name, line) => {
  expect(read(name)[1]?.split('\n')[0], correct(status, words)).toMatch(line);
});

test('what is closed again shows no address and no Undo; while it is open it does', () => {
  const text = (name: string) => JSON.stringify(cardMessage(cardOf(name)).blocks);
  expect(text('done'), correct(cardLines)).toContain('http://web.shop.test');
  expect(text('done, closed by somebody'), correct(cardLines)).not.toContain('http://web.shop.test');
  expect(text('done, closed by somebody'), correct(buttons)).not.toContain('request.undo');
  expect(read('done, closed by somebody')[2], correct(view, words)).toBe(
    'What | Before | While open\nInternal access | ○ off | ● on\nExternal access | ○ off | ● on',
  );
});

test.each([
  ['waiting for a member', 'Now | After'],
  ['running', 'Before | After'],
  ['done', 'Before | After'],
  ['failed before anything was sent', 'Before | Requested'],
  ['failed, with what can be done instead', 'Now | Requested'],
  ['failed partway', 'Before | Requested'],
  ['denied', 'Before | Requested'],
  ['cancelled', 'Before | Requested'],
  ['expired', 'Before | Requested'],
])('%s: its table says %s', (name, heads) => {
  expect(
    read(name).find((line) => line.startsWith('What | ')),
    correct(view, words),
  ).toContain(`What | ${heads}`);
});

test('a failed card shows the state as it was read', () => {
  expect(read('failed, with what can be done instead').join('\n'), correct(view, words)).toContain(
    'What | Now | Requested\nInternal access | ? unknown | ● on',
  );
});

test('only rows that change are shown, and what was foreseen only until the outcome tells it', () => {
  const rows = [
    ...aCard.plan.rows,
    { what: verbatim('Alias'), before: verbatim('WEB'), after: verbatim('WEB') },
    { what: verbatim('Address'), before: verbatim('–'), after: verbatim('usually x.test'), forecast: true as const },
  ];
  const drawn = (more: Partial<ChangeRequest>) =>
    JSON.stringify(cardMessage({ ...aCard, ...more, plan: { ...aCard.plan, rows } }).blocks);
  const rule = `correct \`cardRows\` of ${view}`;
  expect(drawn({}), rule).toContain('usually x.test');
  expect(drawn({}), rule).not.toContain('Alias');
  expect(drawn({ state: 'done', says: [verbatim('http://y.test')] }), rule).not.toContain('usually x.test');
  expect(drawn({ state: 'done' }), rule).toContain('usually x.test');
});

test.each([
  ['waiting, without undo', '⚠ *Can’t be undone.* To end access, close external access to port 8080.'],
  ['waiting for a member', '• Undo: Close it again'],
  [
    'waiting, to destroy',
    '• Undo: Add it again, open inside the cluster but not to the internet, without gateway rules',
  ],
  ['waiting, without steps or undo', '• To change this later, request a new closing time.'],
  ['waiting for two of a role', '• This runs only after 2 approvals.'],
  ['waiting for one more', '• The next approval runs this.'],
])('%s: says beforehand, and only then, how it is undone and what an approval does', (name, says) => {
  const card = cardOf(name);
  const change = correct(cardLines, words, operationFile(card.operation));
  expect(read(name).join('\n'), change).toContain(says);
  for (const state of ['approved', 'running', 'done'] as const)
    expect(JSON.stringify(cardMessage({ ...card, state }).blocks), correct(cardLines)).not.toMatch(
      /undone afterwards|runs only after|next approval/,
    );
});

test('what a card says of a change of its plan is in its plan', () => {
  const waiting = Object.entries(cards).filter(([, { changed = [] }]) => changed.length > 0);
  expect(waiting.length, 'add cards that are `changed` to test/contract/cards.ts').toBeGreaterThan(2);
  for (const [name, { plan, changed = [] }] of waiting) {
    const { title, rows, steps, warnings } = plan;
    const texts = [title, ...steps.map(({ says }) => says), ...warnings.map(sentenceOf)].map(canonical);
    const arrows = rows.map(({ before, after }) => canonical(requestMsg.arrow({ before, after })));
    const nothing = canonical(requestMsg.nothing());
    for (const { after } of changed)
      expect(
        [...texts, ...arrows, nothing],
        `“${name}” says ${canonical(after)}: correct \`planDifferences\` of src/core/request/recheck-request.ts`,
      ).toContain(canonical(after));
  }
});

test('a new revision lists its changes as lines', () => {
  const change = correct('src/core/request/recheck-request.ts', cardLines, words);
  expect(read('waiting again after a change'), change).toContain(
    [
      '*The plan changed.* It needs approval again: earlier approvals no longer count. What is different in the plan:',
      '• Plan: earlier plan Open port 8080 on web inside the cluster and to the internet; new plan Open port 8080 on web to the internet',
      '• No longer in the plan, because it is so already or isn’t needed any more: Internal access (○ off → ● on)',
    ].join('\n'),
  );
  expect(read('waiting again for its asker').join('\n'), change).toContain(
    'It needs confirmation again. What is different in the plan:\n• Memory: earlier plan 1 GiB → 2 GiB; new plan 512 MiB → 2 GiB',
  );
  expect(read('waiting for an approval since the plan changed').join('\n'), change).toContain('It now needs approval.');
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
    /ran this with only 1 of 2 approvals[\s\S]*approved by <@U0TWO>/,
  ],
])('%s: who could approve and who did don’t contradict each other', (name, says) => {
  expect(read(name).join('\n'), correct(status, cardLines, words)).toMatch(says);
  if (name.startsWith('approved by breaking'))
    expect(read(name).join('\n'), correct(status)).not.toContain('*Approved*');
});

test('a restart that can’t be undone loses nothing: no warning of it, so that others are still read', () => {
  const none = verbatim('It runs as before.');
  const text = (undo: (typeof aCard)['plan']['undo']) =>
    cardMessage({ ...aCard, risk: 'disrupt', plan: { ...aCard.plan, undo } }).text;
  expect(text({ none }), correct(cardLines)).toContain('Can’t be undone');
  expect(text({ none, needless: true }), correct(cardLines)).not.toContain('Can’t be undone');
});

test('with one of two approvals, the card says how many are there, and who may give the other', () => {
  const lines = read('waiting for one more').join('\n');
  expect(lines, correct(status, words)).toContain(
    '*Waiting for approval*: it has 1 of 2 approvals. Still needed from operators (<@U0TWO> <!subteam^S0OPS>).',
  );
  expect(lines, correct(status, words)).not.toContain('2 people');
});

test('an undo links the request that it follows, and another open one on the same port is named', () => {
  const lines = read('undoing, beside another').join('\n');
  const change = correct(cardLines, words);
  expect(lines, change).toContain('undo of request <https://acme.slack.com/p1|first000>');
  expect(lines, change).toContain(
    '⚠ Request <https://acme.slack.com/p3|other000> is also pending and contradicts this one: Close external access to port 8080 on web',
  );
  expect(lines, change).toContain(
    '• Request third000 is also pending: a change to the same thing, in a private channel',
  );
  // In Chinese, 撤销申请 would be read as withdrawing a request.
  const zh = JSON.stringify(cardMessage(cardOf('undoing, beside another'), { lang: 'zh', zone: 'UTC' }).blocks);
  expect(zh, change).toContain('撤销此前的变更（申请 <https://acme.slack.com/p1|first000>）');
});

test('what interrupts, exposes or can’t be taken back is read first, at full size; the text holds every warning', () => {
  const says = (each: string) => verbatim(`It ${each}.`);
  const warnings = [says('is slow'), irreversible(says('forgets')), exposes(says('shows')), interrupts(says('stops'))];
  const beside = [{ request: 'other0008b1Zr6T9o2mEwA', title: verbatim('Close it') }];
  const undo = { none: verbatim('It is gone.') };
  const { text, blocks } = cardMessage({ ...aCard, beside, risk: 'destroy', plan: { ...aCard.plan, warnings, undo } });
  const shown = objectsOf(blocks).map((block) => ({
    type: block.type,
    says: block.type === 'context' ? objectsOf(block.elements).map(textOf).join('') : textOf(block.text),
  }));
  expect(shown, correct(cardLines)).toContainEqual({
    type: 'section',
    says: '⚠ It stops.\n⚠ It shows.\n⚠ It forgets.\n⚠ *Can’t be undone.* It is gone.',
  });
  const small = '• Request other000 is also pending: Close it\n• It is slow.';
  expect(shown, correct(cardLines)).toContainEqual({ type: 'context', says: small });
  for (const line of ['⚠ It stops.', '⚠ *Can’t be undone.*', ...small.split('\n')])
    expect(text, correct(view)).toContain(line);
});

test.each([
  [400, 'took less than 1 s'],
  [12_400, 'took 12 s'],
  [80_000, 'took 1 min 20 s'],
])('a receipt says how long it took: %d ms', (ms, took) => {
  for (const state of ['done', 'failed'] as const) {
    const ran = { ...aCard, state, started: aCard.at, ended: aCard.at + ms };
    expect(cardMessage(ran).text.split('\n')[0], correct(status, words)).toMatch(
      new RegExp(` at .*, ${took} · Open port`),
    );
  }
});

test('the text beside a card begins with what happened', () => {
  const text = (name: string) => cardMessage(cardOf(name)).text.split('\n')[0];
  expect(text('done'), correct(view, status)).toMatch(
    /^✓ \*Done\* at .* · Open port 8080 on web inside the cluster and to the internet$/,
  );
  expect(text('denied'), correct(view, status)).toMatch(/^✕ \*Denied\* by <@U0TWO>/);
});

const dayAndTime = '{time}, {date_short_pretty}';

test.each([
  [15 * 60_000, 'Europe/Berlin', '{time}'],
  [12 * 3_600_000, 'Europe/Berlin', '{time}'],
  [16 * 3_600_000, 'Europe/Berlin', dayAndTime],
  [12 * 3_600_000, 'Asia/Shanghai', dayAndTime],
  [3 * 86_400_000, 'Europe/Berlin', dayAndTime],
])(
  'a request that expires after %d ms says when, in %s: with the day where that is another one',
  (expiry, zone, format) => {
    for (const name of ['waiting for its asker', 'waiting for a member', 'approved, waiting for another']) {
      const card = cardOf(name);
      const expires = card.at + expiry;
      const waits = card.waits ? { waits: { ...card.waits, until: expires } } : {};
      const { blocks } = cardMessage({ ...card, ...waits, expires, asker: { ...card.asker, zone } });
      const shown = JSON.stringify(blocks);
      expect(shown, `${name}: ${correct(status, words)}`).toMatch(
        new RegExp(
          `\\. (The request|This one) expires at <!date\\^${expires / 1_000}\\^${format.replaceAll(/[{}]/g, '\\$&')}\\|`,
        ),
      );
      expect(shown, `${name}: write “expires” in ${words}`).not.toMatch(/until/i);
    }
  },
);

test('a step that failed tells the platform’s reference', () => {
  for (const name of ['failed', 'failed partway'])
    expect(
      JSON.stringify(cardMessage(cardOf(name)).blocks),
      `${name}: ${correct(cardLines, words, 'src/platform/errors/reasons.ts')}`,
    ).toContain('The region or the team doesn’t have enough memory. Reference: `r1`');
});

test('a card gets new block ids with each revision, so that no old state of it stays', () => {
  const card = cardOf('waiting for a member');
  const ids = (revision: number) =>
    elementsIn(cardMessage({ ...card, revision }).blocks).map(({ block }) => block.block_id);
  expect(ids(1), `put the revision into the id of the block of buttons in ${view}`).not.toEqual(ids(2));
});

test('a card names its context and says how it can be taken back, however much of it is cut', () => {
  for (const card of Object.values(hugeCards)) {
    const { context } = cardOf('waiting for a member');
    const { blocks } = cardMessage({ ...card, context });
    expect(JSON.stringify(blocks), correct(view, cardLines)).toContain('team shop, region east-1, app Shop #12');
    expect(blocks.length, 'cut more in `fitMessage` of src/slack/blocks/blocks.ts').toBeLessThanOrEqual(50);
  }
});

test.each(['deny', 'break_glass'] as const)('the reason of %s is asked in a form that Slack takes', (what) => {
  const meta = { value: `${'i'.repeat(200)}:1`, channel: 'C0SHOP', ts: '1700000000.000100' };
  for (const page of pages)
    for (const [index] of oddTexts.entries())
      expect(
        checkPayload('view', reasonView(what, meta, oddText(index), page)),
        'Slack would refuse this: correct `reasonView` of src/slack/request/calls-view.ts',
      ).toEqual([]);
});

test('Approve is shown only where an approval can let it run', () => {
  const ids = (name: string) => buttonsIn(cardMessage(cardOf(name)).blocks).map(({ id }) => id);
  expect(ids('waiting for two of a role'), correct(buttons)).toContain('request.approve');
  for (const name of ['only break glass is left', 'only break glass is left, with one approval'])
    expect(ids(name), correct(buttons)).toEqual([
      'request.deny',
      'request.break_glass',
      'request.cancel',
      'request.calls',
    ]);
});
