import type { Log } from '../core/world.ts';
import { createTroubleLog } from './trouble-log.ts';

function stage() {
  let time = 0;
  const lines: string[] = [];
  const line =
    (level: string): Log['info'] =>
    (what, fields) =>
      void lines.push(`${level} ${what} ${JSON.stringify(fields)}`);
  const log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
  const trouble = createTroubleLog({ now: () => time, log });
  return {
    trouble,
    lines,
    pass(ms: number) {
      time += ms;
    },
  };
}

test('an outage is told as it begins, once a minute with how often it was met, and as it ends', () => {
  const { trouble, lines, pass } = stage();
  for (let times = 0; times < 40; times += 1) trouble.failed('Slack', 'unreachable');
  pass(60_000);
  trouble.flush();
  trouble.failed('Slack', 'unreachable');
  pass(30_000);
  trouble.works('Slack');
  trouble.works('Slack');
  expect(lines).toEqual([
    'warn Slack fails {"why":"unreachable","count":1,"ms":0}',
    'warn Slack still fails {"why":"unreachable","count":39,"ms":60000}',
    'info Slack works again {"ms":90000}',
  ]);
});

test('what fails and works by turns is no flood: it begins once a minute', () => {
  const { trouble, lines, pass } = stage();
  for (let times = 0; times < 20; times += 1) {
    trouble.failed('the database', 'the disk is full.');
    trouble.works('the database');
  }
  expect(lines).toHaveLength(2);
  pass(60_000);
  trouble.flush();
  expect(lines.slice(2)).toEqual(['warn the database failed meanwhile {"why":"the disk is full.","count":19}']);
});

test('equal refusals are counted, others have a line of their own', () => {
  const { trouble, lines } = stage();
  for (let times = 0; times < 1_000; times += 1) trouble.count('warn', 'refused', { why: 'wrong' });
  trouble.count('warn', 'refused', { why: 'old' });
  trouble.flush();
  trouble.flush();
  expect(lines).toEqual([
    'warn refused {"why":"wrong","count":1}',
    'warn refused {"why":"old","count":1}',
    'warn refused {"why":"wrong","count":999}',
  ]);
});
