import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import { interpret } from '../../core/command/interpret.ts';
import { commands } from '../commands.ts';
import { operations } from '../index.ts';
import { plain } from '../operation-catalog.ts';
import { defineHelp } from './help.ts';
import { exampleIn } from './working-examples.ts';

const help = defineHelp(() => operations);
const names = { components: ['api', 'worker'], ports: [9100, 9200] };
const explain = (...about: readonly string[]) =>
  shapeOf(help.answer({ about }, { offered: operations, names, works: {} }, { ...ask, prefix: 'rb-' }));

describe('help', () => {
  test('begins with the six things that people need first, then has a search, and hides nothing', () => {
    const answer = help.answer({ about: [] }, { offered: operations, names, works: {} }, ask);
    if (!('parts' in answer)) throw new Error('no answer');
    expect(answer.parts.map(({ part }) => part)).toEqual([
      ...['heading', 'line', 'note', 'select', 'forms'],
      ...commands.map(() => 'line'),
      'note',
    ]);
    const { text, buttons } = shapeOf(answer);
    expect(text.split('\n').slice(1, 7)).toEqual([
      '`/component list` – List the components of the app',
      '`/port open api 9100 2h` – Open a port to the internet for 2 hours',
      '`/monitor api 6h` – Post a chart of the last 6 hours',
      '`/component deploy api` – Deploy components',
      '`/component restart api` – Restart components: stop them, then start them again',
      '`/portolan requests` – List pending requests',
    ]);
    for (const { command, keywords, summary } of operations) {
      const says = plain(summary, 'en');
      const shown = keywords.map((words) => `\`/${[command, ...words].join(' ')}\` – ${says}`);
      expect(
        shown.some((line) => text.split('\n').includes(line)),
        says,
      ).toBe(true);
    }
    expect(buttons).toContain('port.open …');
    expect(buttons).not.toContain('schedule.list …');
    const found = answer.parts.flatMap((part) => (part.part === 'select' ? part.options : []));
    expect(found.map(({ values }) => values[0])).toContain('portolan policy');
    expect(found).toHaveLength(operations.length);
  });

  test('finds by any word of what is done, in each language, and names the words that mean the same', () => {
    const found = (...about: readonly string[]) => explain(...about).text;
    expect(found('gateway', 'certificates')).toContain('List certificates and when they expire');
    expect(found('pending')).toContain('/rb-portolan requests');
    expect(found('审计日志')).toContain('/rb-portolan audit');
    expect(found('portolan', 'openings')).toContain('Also: /rb-portolan temporary');
    expect(found('portolan', 'temporary')).toContain('/rb-portolan openings');
  });

  test('says of each example what it does', () => {
    const { text } = explain('port', 'open');
    expect(text).toContain('`/rb-port open api 9100` – Open a port\n');
    expect(text).toContain('9100 2h` – Open a port (For how long: 2 hours)');
    expect(explain('monitor').text).toContain('api 6h` – Post a monitoring chart (Range: Last 6 hours)');
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

  test('shows what works here first, and doubts only what was tried', () => {
    const works = {
      'port open web 8443 inner': 'port open db 3306 inner',
      'port open web 8443 both': 'port open db 1 both',
    };
    const facts = { offered: operations, names, works: { ...works, 'port open api 8000': 'port open db 3306' } };
    const tried = shapeOf(help.answer({ about: ['port', 'open'] }, facts, ask)).text;
    expect(tried.indexOf('`/port open db 3306`')).toBeLessThan(tried.indexOf('`/port open db 3306 inner`'));
    expect(tried).not.toContain('may not exist here');
    const none = shapeOf(help.answer({ about: ['port', 'open'] }, { ...facts, works: {} }, ask)).text;
    expect(none).toContain('The names in these examples may not exist here.');
    expect(shapeOf(help.answer({ about: ['port', 'open'] }, { offered: operations, names }, ask)).text).not.toContain(
      'may not exist',
    );
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
