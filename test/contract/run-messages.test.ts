import { runStates } from '../../src/core/runs/followed-run.ts';
import { langs } from '../../src/core/text/text.ts';
import { RunMessage } from '../../src/operations/follow/stored-follow.ts';
import { readButtonValue } from '../../src/slack/app/router.ts';
import { runsMessage } from '../../src/slack/follow/runs-view.ts';
import { buttonsIn, expectTaken } from './messages.ts';
import { oddTexts, pages } from './odd.ts';
import { runLine, runMessage, runMessages } from './run-messages.ts';

test('there is a message of every state, each one that can be stored', () => {
  const states = Object.values(runMessages).flatMap(({ lines }) => lines.map(({ report }) => report.state));
  expect([...new Set(states)].toSorted()).toEqual([...runStates].toSorted());
  for (const [_name, message] of Object.entries(runMessages)) {
    const stored = RunMessage.safeParse(message);
    expect(stored.data ?? stored.error).toEqual(message);
  }
});

function shown(name: string) {
  const message = runMessages[name];
  if (!message)
    throw new Error(`add the message “${name}” to test/contract/run-messages.ts, or rename it in this test`);
  return runsMessage(message, { lang: 'en', zone: 'UTC' });
}

test.each(Object.entries(runMessages))(
  '%s: Slack takes it, and its text alone tells what and how',
  (_name, message) => {
    for (const page of pages) {
      const drawn = runsMessage(message, page);
      expectTaken(['message', 'update'], drawn);
      expect(drawn.text).not.toMatch(/undefined|NaN|\[object/);
      expect(drawn.text).toContain(message.lines.length > 3 ? String(message.lines.length) : 'web');
      for (const { value } of buttonsIn(drawn.blocks)) expect(readButtonValue(value)).toBeDefined();
    }
  },
);

test('a finished message is one line, unless something failed: then it says why, with a button for each log', () => {
  expect(shown('running').blocks).toHaveLength(1);
  expect(shown('several components, all running').blocks).toHaveLength(1);
  const requested = JSON.stringify(shown('running, requested with Portolan').blocks);
  expect(requested).toContain('maya, by Portolan');
  expect(requested).toContain('https://example.slack.com/archives/C0OPS/p1');
  const failed = shown('several components, some failed');
  expect(buttonsIn(failed.blocks).map(({ id }) => id)).toEqual(['show:log:0', 'show:log:1', 'show:details']);
  expect(JSON.stringify(failed.blocks)).toContain('is not assignable');
  const built = JSON.stringify(shown('failed while building').blocks);
  expect(built).toContain('The previous version of web kept running');
  expect(built).toContain('Image of web: shop/web:1.4.2');
});

test('texts of strangers are cut, never read as a mention, and never push a button out', () => {
  for (const odd of [...oddTexts, '<!channel> <@U0MAYA> *bold* `code` &amp;', 'x'.repeat(5_000)])
    for (const lang of langs) {
      const lines = Array.from({ length: 30 }, (_, n) =>
        runLine(`${odd}${n}`, { state: 'failed', failedAt: 'build', by: odd, said: odd }, { line: odd, image: odd }),
      );
      for (const message of [runMessage(lines.slice(0, 1), { by: odd }), runMessage(lines, { by: odd })]) {
        const drawn = runsMessage(message, { lang, zone: 'UTC' });
        expectTaken(['message', 'update'], drawn);
        const marked = drawn.blocks.filter(({ type }) => type !== 'actions');
        expect(JSON.stringify([drawn.text, marked])).not.toMatch(/<(?:!channel|!here|!everyone|@U)/);
        expect(buttonsIn(drawn.blocks).at(-1)?.id).toBe('show:details');
      }
    }
});
