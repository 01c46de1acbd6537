import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import { interpret } from '../../core/command/interpret.ts';
import { commands } from '../commands.ts';
import { operations } from '../index.ts';
import { exampleIn } from './context-examples.ts';
import { defineHelp } from './help.ts';

const help = defineHelp(() => operations);
const names = { components: ['api', 'worker'], ports: [9100, 9200] };
const explain = (...about: readonly string[]) =>
  shapeOf(help.answer({ about }, { offered: operations, names, works: {} }, { ...ask, prefix: 'rb-' }));

describe('help', () => {
  test('is one screen: a line for each command, and one select of all forms', () => {
    const answer = help.answer({ about: [] }, { offered: operations, names, works: {} }, ask);
    if (!('parts' in answer)) throw new Error('no answer');
    expect(answer.parts.map(({ part }) => part)).toEqual(['line', 'note', 'forms', 'note']);
    const { text, buttons } = shapeOf(answer);
    expect(text.split('\n').filter((line) => /^`\/[^`]+` – /.test(line))).toHaveLength(commands.length);
    expect(text).toContain('`/port list api`');
    expect(buttons).toContain('port.open …');
    expect(buttons).not.toContain('schedule.list …');
  });

  test('about a command lists how each of its operations is typed, with two examples that work here', () => {
    const { rows, text, buttons } = explain('port');
    expect(rows.map(([usage]) => usage)).toContainEqual(
      expect.stringMatching(/^\/rb-port open <component> <port>.*\[for=…\]/),
    );
    expect(text).toContain('`/rb-port help');
    expect(text).toContain('`/rb-port list api`');
    expect(text).toContain('`/rb-port open api 9100');
    expect(buttons.every((each) => each.startsWith('port.'))).toBe(true);
  });

  test('about one operation names its parameters with their values and defaults', () => {
    const { text, buttons } = explain('port', 'open');
    expect(text).toMatch(/`component=` Component \(required\)/);
    expect(text).toMatch(/One of: outer, inner\. Default: outer\./);
    expect(text).toContain('`/rb-port open api 9100');
    expect(buttons).toEqual(['port.open …']);
    const { text: chart } = explain('monitor');
    expect(chart).toMatch(/`range=`.*Default: 1h\./);
    for (const key of ['vs', 'above', 'step']) {
      expect(chart).toContain(`[${key}=…]`);
      expect(chart).toMatch(new RegExp(`\`${key}=\` \\w.*: \\w`));
    }
  });

  test('shows what works here first, and marks what was not tried', () => {
    const works = {
      'port open web 8443 inner': 'port open db 3306 inner',
      'port open web 8443 both': 'port open db 1 both',
    };
    const facts = { offered: operations, names, works: { ...works, 'port open api 8000': 'port open db 3306' } };
    const tried = shapeOf(help.answer({ about: ['port', 'open'] }, facts, ask)).text;
    expect(tried).toContain('`/port open db 3306`\n`/port open db 3306 inner`');
    expect(tried).not.toContain('may not exist here');
    expect(explain('port', 'open').text).toContain('The names in these examples may not exist here.');
  });

  test('about nothing that there is shows the commands', () => {
    expect(explain('frobnicate').text).toContain('There is no command named `frobnicate`');
  });
});

test.each(operations.flatMap((operation) => operation.examples.map((example) => [example, operation] as const)))(
  'with names of the context, %s is still the same command',
  (example, operation) => {
    const meant = interpret(operations, 'portolan', exampleIn(example, operation, names));
    expect(meant).toMatchObject({ meaning: 'request', request: { operation: operation.id }, faults: [] });
    expect(exampleIn(example, operation, { components: [], ports: [] })).toBe(example);
  },
);
