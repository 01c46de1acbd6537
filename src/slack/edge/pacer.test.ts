import { expect, test } from 'vitest';
import { createPacer, type PacedSource } from './pacer.ts';

/** A pacer whose event loop turns when the test says so, and connections that note what they are told. */
function setUp() {
  const due: (() => void)[] = [];
  const pacer = createPacer((work) => due.push(work));
  const passed: string[] = [];
  const read: string[] = [];
  const source = (name: string, cost: number, spent = 0): PacedSource => ({
    spent,
    pass() {
      passed.push(name);
      return cost;
    },
    readOnce: () => void read.push(name),
  });
  const turn = () => {
    for (const work of due.splice(0)) work();
  };
  return { pacer, passed, read, source, turn, due };
}

test('on a quiet server bytes are passed on and read at once', () => {
  const { pacer, passed, read, source } = setUp();
  pacer.hold(source('a', 10));
  pacer.drain(source('b', 10));
  expect([passed, read]).toEqual([['a'], ['b']]);
});

test('when a turn has cost enough, the rest waits, and those that have cost least come first', () => {
  const { pacer, passed, source, turn } = setUp();
  pacer.hold(source('flood', 10_000));
  pacer.hold(source('long', 2_000, 5_000));
  pacer.hold(source('new', 3_000));
  expect(passed).toEqual(['flood']);
  turn();
  expect(passed).toEqual(['flood', 'new']);
  turn();
  expect(passed).toEqual(['flood', 'new', 'long']);
});

test('at most 32 connections read at a time, and all of them in the end', () => {
  const { pacer, read, source, turn, due } = setUp();
  for (let index = 0; index < 100; index += 1) pacer.drain(source(`${index}`, 1));
  expect(read).toHaveLength(32);
  turn();
  expect(read).toHaveLength(64);
  while (due.length > 0) turn();
  expect(new Set(read).size).toBe(100);
});

test('a connection that holds bytes counts until it has passed them on', () => {
  const { pacer, read, source, turn } = setUp();
  pacer.hold(source('first', 10_000));
  for (let index = 0; index < 31; index += 1) pacer.hold(source(`${index}`, 10_000, index));
  pacer.drain(source('a', 1));
  pacer.drain(source('b', 1));
  expect(read).toEqual(['a']);
  turn();
  expect(read).toEqual(['a', 'b']);
});

test('a connection that has closed is neither read nor passed on', () => {
  const { pacer, passed, read, source, turn } = setUp();
  pacer.hold(source('flood', 10_000));
  for (let index = 0; index < 40; index += 1) pacer.drain(source(`${index}`, 1));
  const [held, waiting] = [source('held', 1), source('waiting', 1)];
  pacer.hold(held);
  pacer.drain(waiting);
  pacer.remove(held);
  pacer.remove(waiting);
  for (let index = 0; index < 4; index += 1) turn();
  expect(passed).toEqual(['flood']);
  expect(read).not.toContain('waiting');
});
