import fc from 'fast-check';
import { interpret, print } from '../../src/core/command/interpret.ts';
import { commands } from '../../src/operations/commands.ts';
import { operations } from '../../src/operations/index.ts';

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  it('has examples that mean it and nothing else', () => {
    expect(operation.examples.length).toBeGreaterThan(0);
    for (const example of operation.examples) {
      const meant = interpret(operations, 'portolan', example);
      expect(meant).toMatchObject({ meaning: 'request', request: { operation: id }, faults: [] });
    }
  });

  it('prints what was given so that it reads to the same', () => {
    for (const example of operation.examples) {
      const meant = interpret(operations, 'portolan', example);
      if (meant.meaning !== 'request') throw new Error(`correct the example “${example}”`);
      const printed = print(operation, meant.request.given);
      expect(interpret(operations, 'portolan', printed)).toEqual(meant);
    }
  });

  it('has parameters in its order, and unique words', () => {
    for (const name of operation.order) expect(Object.keys(operation.params)).toContain(name);
    const spoken = ({ command, keywords }: typeof operation) => keywords.map((words) => [command, ...words].join(' '));
    const others = operations.filter((each) => each !== operation).flatMap(spoken);
    expect(spoken(operation).filter((words, at, all) => others.includes(words) || all.indexOf(words) !== at)).toEqual(
      [],
    );
  });
});

describe('typed words', () => {
  const anything = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          'port',
          'open',
          'web:8080',
          '“',
          '”',
          '"',
          "'",
          '--',
          '—for',
          '=',
          'in=',
          'me',
          '\\',
          '，',
          '\u0000',
          'for=2h',
          'as',
          '订单',
          '<@U1>',
          '1h..',
          '..',
          'p95>500',
          '.>',
          '<',
          '80%',
          '内存高于90',
        ),
        { maxLength: 12 },
      )
      .map((words) => words.join(' ')),
  );

  it('no text of any kind makes the parser throw, and what is understood prints to itself', () =>
    fc.assert(
      fc.property(fc.constantFrom(...commands), anything, (command, text) => {
        const meant = interpret(operations, command, text);
        if (meant.meaning !== 'request') return;
        const operation = operations.find(({ id }) => id === meant.request.operation);
        if (!operation)
          throw new Error(`there is no ${meant.request.operation}: correct src/core/command/interpret.ts`);
        const { given, ...others } = meant.request;
        const again = interpret(operations, 'portolan', print(operation, given, others));
        expect(again).toMatchObject({ meaning: 'request', request: meant.request });
      }),
      {
        numRuns: 2_000,
        // Names of components that would be read as 1 minute, and as a name before the sign of a limit; a time to run.
        examples: [
          ['follow', ',0H1'],
          ['monitor', '.>,'],
          ['gateway', 'AT=!'],
        ],
      },
    ));
});
