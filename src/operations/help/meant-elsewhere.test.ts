import { operations } from '../index.ts';
import { meantElsewhere } from './meant-elsewhere.ts';

const find = (id: string) => operations.find((each) => each.id === id);
const meant = (words: string, failed: string) => meantElsewhere(operations, words, find(failed));

test.each([
  ['openings', 'port.list', 'openings', {}],
  ['audit web', 'port.list', 'audit', { search: ['web'] }],
  ['ports web', 'component.list', 'port.list', { component: ['web'] }],
  ['monitor web', 'port.list', 'monitor', { component: ['web'] }],
  ['incidents', 'watch.add', 'watch.list', {}],
  ['alerts', 'monitor', 'watch.list', {}],
  ['request 5kd9a1b2', 'requests', 'audit', { search: ['5kd9a1b2'] }],
  ['show web', '', 'component.show', { component: ['web'] }],
] as const)('a question of another command is answered: %s', (words, failed, operation, given) =>
  expect(meant(words, failed)).toMatchObject({ meaning: 'request', request: { operation, given }, faults: [] }),
);

test.each([
  ['deploys', 'watch.add', 'follow.add', {}],
  ['watch deploys', 'watch.add', 'follow.add', {}],
  ['deploys', 'follow.add', 'follow.add', {}],
  ['follow', 'component.list', 'follow.add', {}],
  ['deploy api', 'watch.add', 'component.deploy', { component: ['api'] }],
  ['open web 8080', 'component.list', 'port.open', { component: ['web'], port: ['8080'] }],
  ['silence', '', 'watch.silence', {}],
  ['open web', 'gateway.http', 'port.open', { component: ['web'] }],
] as const)('a change or setting of another command is only proposed: %s', (words, failed, operation, given) =>
  expect(meant(words, failed)).toMatchObject({ meaning: 'unknown', guess: { request: { operation, given } } }),
);

test.each([
  ['web', 'port.list'],
  ['open web', 'port.open'],
  ['“openings”', 'port.list'],
  ['delete web', 'port.delete'],
  ['start all nonsense=1', 'component.start_all'],
])('other words keep their meaning: %s', (words, failed) => expect(meant(words, failed)).toBeUndefined());

test('no one is proposed if several deletions fit', () =>
  expect(meant('delete web', 'component.list')).not.toHaveProperty('guess'));
