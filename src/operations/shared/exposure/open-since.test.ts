import { aPort } from '../../../../test/operations/samples.ts';
import { defaultPolicy } from '../../../core/policy/policy.ts';
import { plain } from '../../operation-catalog.ts';
import { openSinceNotes } from './open-since.ts';

test('addresses that were opened outside Portolan were open before the newest of them was first seen', async () => {
  const context = { team: 'shop', region: 'east-1', app: '12' };
  const hour = (hours: number) => Date.UTC(2026, 10, 23, hours);
  const stored = (address: string, since: number) => {
    const of = { key: address, place: context, component: 'c1', componentName: 'web', port: 80, kind: 'http' } as const;
    const body = { ...of, address, since, history: [] };
    return {
      kind: 'exposed-address',
      id: address,
      placeKey: '',
      channel: '',
      isOpen: true,
      at: since,
      version: 1,
      body,
    };
  };
  const records = {
    list: async () => [stored('b.test', hour(12)), stored('a.test', hour(9))],
    get: async () => undefined,
  };
  const notes = await openSinceNotes(
    {
      ask: { context, channel: 'C1', now: hour(13) },
      component: 'c1',
      ports: [aPort(80, { isOuterService: true })],
      temporary: [],
    },
    { records, requests: { ran: async () => [] }, isPublic: async () => true, policy: defaultPolicy },
  );
  const said = notes.map((note) => (note.part === 'note' ? plain(note.text, 'en') : ''));
  expect(said).toEqual([expect.stringMatching(/^Port 80: Opened outside Portolan, first seen .*12:00/)]);
});

test('an opening that the line of its temporary access tells isn’t told again', async () => {
  const context = { team: 'shop', region: 'east-1', app: '12' };
  const now = Date.UTC(2026, 10, 23, 13);
  const opened = { request: 'r1', at: now, by: { id: 'U0MAYA', name: 'maya' } };
  const stored = (address: string, more = {}) => {
    const of = { key: address, place: context, component: 'c1', componentName: 'web', port: 80, kind: 'http' } as const;
    const body = { ...of, address, since: now, history: [], ...more };
    const row = { kind: 'exposed-address', id: address, placeKey: '', channel: '', isOpen: true, at: now, version: 1 };
    return { ...row, body };
  };
  const records = { list: async () => [stored('a.test', { opened }), stored('b.test')], get: async () => undefined };
  const said = async (opener?: string) => {
    const notes = await openSinceNotes(
      {
        ask: { context, channel: 'C1', now },
        component: 'c1',
        ports: [aPort(80, { isOuterService: true })],
        temporary: [{ port: 80, sides: ['outer'], opener }],
      },
      { records, requests: { ran: async () => [] }, isPublic: async () => true, policy: defaultPolicy },
    );
    return notes.map((note) => (note.part === 'note' ? plain(note.text, 'en') : ''));
  };
  expect(await said('r1')).toEqual([expect.stringMatching(/^Port 80, b\.test: /)]);
  expect(await said('r2')).toHaveLength(2);
});

test('an address with a deleted rule isn’t told as if it had one', async () => {
  const context = { team: 'shop', region: 'east-1', app: '12' };
  const now = Date.UTC(2026, 10, 23, 13);
  const opened = { request: 'r1', at: now, by: { id: 'U0MAYA', name: 'maya' } };
  const stored = (address: string, more: object) => {
    const of = { key: address, place: context, component: 'c1', componentName: 'web', port: 80, kind: 'http' } as const;
    const row = { kind: 'exposed-address', id: address, placeKey: '', channel: '', isOpen: true, at: now, version: 1 };
    return { ...row, body: { ...of, address, since: now, history: [], ...more } };
  };
  const list = async () => [stored('a.test', { opened, isDeleted: true }), stored('b.test', {})];
  const notes = await openSinceNotes(
    {
      ask: { context, channel: 'C1', now },
      component: 'c1',
      ports: [aPort(80, { isOuterService: true })],
      temporary: [],
    },
    {
      records: { list, get: async () => undefined },
      requests: { ran: async () => [] },
      isPublic: async () => true,
      policy: defaultPolicy,
    },
  );
  const said = notes.map((note) => (note.part === 'note' ? plain(note.text, 'en') : ''));
  expect(said).toEqual([
    expect.stringMatching(/^Port 80, a\.test: .*Its rule was deleted since, but it may still answer\.$/),
    expect.stringMatching(/^Port 80, b\.test: (?!.*deleted)/),
  ]);
});
