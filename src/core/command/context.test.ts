import { appNumber, isTeamId, parsePlace, placeKey } from './context.ts';

describe('a place', () => {
  test.each(['shop/east-1/12', 'shop/east-1/012', 'shop/east-1/+12', ' shop / east-1 / 0012 '])('%j is one', (text) =>
    expect(parsePlace(text)).toEqual({ team: 'shop', region: 'east-1', app: '12' }),
  );

  test.each([
    'shop/east-1',
    'shop/east-1/12/3',
    'shop/east-1/',
    'shop//12',
    'shop/east-1/x',
    'shop/east-1/-1',
    '1/2/1 2',
    '../east-1/12',
    'shop/../12',
    './east-1/12',
    'shop/ .. /12',
    'shop/a\u0000b/12',
    'shop/\ud800/12',
  ])('%j is none', (text) => expect(parsePlace(text)).toBeUndefined());

  test('has one key, however its number was kept', () => {
    const keys = ['12', '012', ' +12 '].map((app) => placeKey({ team: 'shop', region: 'east-1', app }));
    expect(keys).toEqual(['shop/east-1/12', 'shop/east-1/12', 'shop/east-1/12']);
    expect(['0', '000', '*', ''].map(appNumber)).toEqual(['0', '0', '*', '']);
  });

  test('may be written with the id of its team', () =>
    expect(['4d3C'.repeat(8), 'shop', '4d3c'.repeat(7)].map(isTeamId)).toEqual([true, false, false]));
});
