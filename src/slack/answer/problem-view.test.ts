import { expect, test } from 'vitest';
import { interpret } from '../../core/command/interpret.ts';
import { operations } from '../../operations/index.ts';
import { problemMessage } from './problem-view.ts';

const page = { lang: 'en', zone: 'Etc/UTC' } as const;

/** What is said to faulty words. */
function said(words: string): string {
  const meant = interpret(operations, 'portolan', words);
  if (meant.meaning !== 'request' || meant.faults.length === 0) throw new Error(`no fault: ${words}`);
  const operation = operations.find(({ id }) => id === meant.request.operation);
  const frame = { request: meant.request, prefix: 'rb-', ...(operation ? { operation } : {}) };
  return problemMessage({ problem: 'invalid', faults: meant.faults }, frame, page).text;
}

test.each([
  ['port open web 8080 for=soon', '/rb-port open api 8000 for=2h'],
  ['port open web 99999', '/rb-port open api 8000'],
  ['monitor web 0h', 'monitor web'],
  ['port open web 8080 frob=1', '/rb-port open api 8000'],
])('the example beside a fault shows it said rightly: %s', (words, example) => {
  expect(said(words)).toContain(example);
});
