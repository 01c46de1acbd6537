import { describe, expect, test } from 'vitest';
import type { PageCommand, PagePerson } from '../../slack/page-protocol.ts';
import { moved, narrow, toggled } from '../inputs/completions.ts';
import { completionsFor, firstWords, membershipWanted, withMentions } from './completion.ts';

const commands: readonly PageCommand[] = [
  { command: '/port', description: 'Ports', hint: '<component> | list <component> | open <component> <port>' },
  { command: '/portolan', description: 'Help', hint: 'help [words] | use <context>' },
  { command: '/monitor', description: 'Charts', hint: '[component …] [range]' },
];
const person = (id: string, name: string, kind: PagePerson['kind'] = 'member'): PagePerson => ({
  id,
  name,
  realName: name.toUpperCase(),
  kind,
  locale: 'en-US',
  timeZone: 'UTC',
  initials: 'X',
  hue: 1,
});
const people = [person('U1', 'maya'), person('U2', 'pia'), person('U9', 'portolan', 'bot')];
const titles = (text: string, cursor = text.length) =>
  completionsFor(text, cursor, commands, people).completions.map(({ title }) => title);

describe('completions', () => {
  test.each([
    ['/', ['/port', '/portolan', '/monitor']],
    ['/po', ['/port', '/portolan']],
    ['/PORT', ['/port', '/portolan']],
    ['/x', []],
    ['/port ', ['list', 'open']],
    ['/port o', ['open']],
    ['/port open ', []],
    ['/monitor ', []],
    ['@p', ['@portolan', '@pia']],
    ['hello @may', ['@maya']],
    ['mail@ma', []],
    ['hello', []],
  ])('%s', (text, expected) => {
    expect(titles(text)).toEqual(expected);
  });

  test('a prefix of the workspace does not hide a command', () => {
    const prefixed = commands.map((one) => ({ ...one, command: one.command.replace('/', '/rb-') }));
    expect(completionsFor('/mon', 4, prefixed, people).completions.map(({ title }) => title)).toEqual(['/rb-monitor']);
  });

  test('what is taken keeps what follows', () => {
    const [first] = completionsFor('/por api 80', 4, commands, people).completions;
    expect(first).toMatchObject({ text: '/port api 80', cursor: 6 });
    const [mention] = completionsFor('hi @ma there', 6, commands, people).completions;
    expect(mention).toMatchObject({ text: 'hi @maya there', cursor: 9 });
  });

  test('the arguments of the command that stands there', () => {
    expect(completionsFor('/port open api', 14, commands, people).hint).toContain('open <component>');
    expect(completionsFor('/nope x', 7, commands, people).hint).toBe('');
  });

  test.each([
    ['list | show <x> | [search]', ['list', 'show']],
    ['http <a> | tcp <b> | key=value', ['http', 'tcp']],
    ['<team>/<region>', []],
    ['', []],
  ])('first words of “%s”', (hint, words) => {
    expect(firstWords(hint)).toEqual(words);
  });

  test('handles become mentions, nothing else does', () => {
    expect(withMentions('@maya and (@pia) but a@maya @nobody', people)).toBe('<@U1> and (<@U2>) but a@maya @nobody');
    expect(withMentions('@portolan.', people)).toBe('<@U9>.');
  });
});

test.each([
  ['/invite @portolan', 'invite_bot'],
  ['/invite', 'invite_bot'],
  ['/remove portolan ', 'remove_bot'],
  ['/invite @maya', null],
  ['/inviter', null],
  ['invite @portolan', null],
])('%s', (text, wanted) => {
  expect(membershipWanted(text)).toBe(wanted);
});

describe('choosing', () => {
  const choice = (value: string) => ({ value, label: value.toUpperCase(), text: [], description: [], href: null });
  const groups = [
    { label: 'a', choices: [choice('web'), choice('api')] },
    { label: 'b', choices: [choice('db')] },
  ];

  test('typing narrows, and empty groups go', () => {
    expect(narrow(groups, ' WE ').map(({ label }) => label)).toEqual(['a']);
    expect(narrow(groups, '')).toBe(groups);
  });

  test.each([
    [-1, 3, 'ArrowDown', 0],
    [2, 3, 'ArrowDown', 0],
    [0, 3, 'ArrowUp', 2],
    [-1, 3, 'ArrowUp', 2],
    [1, 3, 'End', 2],
    [1, 3, 'x', 1],
    [0, 0, 'ArrowDown', -1],
  ])('from %i of %i with %s', (at, count, key, to) => {
    expect(moved(at, count, key)).toBe(to);
  });

  test('no more than allowed', () => {
    expect(toggled(['a'], 'b', 1)).toEqual(['a']);
    expect(toggled(['a'], 'a', 1)).toEqual([]);
    expect(toggled([], 'a', 1)).toEqual(['a']);
  });
});
