import { blockedAmong } from './read-blocked.ts';

test('a component whose pods couldn’t run doesn’t seem to recover while its events can’t be read', () => {
  const search = { serviceId: 'search', status: 'upgrade' };
  const none = new Set<string>();
  const ids = new Set(['search']);
  const read = blockedAmong({ blocked: ids, unread: none });
  expect(read.statusOf(search)).toBe('abnormal');
  const unread = blockedAmong({ blocked: none, unread: ids }, read.blocked);
  expect(unread.statusOf(search)).toBeUndefined();
  // Also in the next minute.
  expect(blockedAmong({ blocked: none, unread: ids }, unread.blocked).statusOf(search)).toBeUndefined();
  // Once they are read, the status counts again, and so does that of a component that wasn't blocked.
  expect(blockedAmong({ blocked: none, unread: none }, unread.blocked).statusOf(search)).toBe('upgrade');
  expect(blockedAmong({ blocked: none, unread: ids }).statusOf(search)).toBe('upgrade');
});
