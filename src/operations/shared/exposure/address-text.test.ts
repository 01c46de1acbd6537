import { verbatim } from '../../../core/text/text.ts';
import { plain } from '../../operation-catalog.ts';
import { addressesText, closesInText, sortedAddresses } from './address-text.ts';

test('access whose end has passed says when it should have closed', () => {
  const until = Date.UTC(2026, 10, 20, 12);
  const said = (now: number) => [plain(closesInText(until, now), 'en'), plain(closesInText(until, now), 'zh')];
  expect(said(until - 3_600_000)).toEqual(['closes in 1 h, at 12:00 UTC', '1 小时后关闭（12:00 UTC）']);
  expect(said(until + 60_000)).toEqual(['should have closed at 12:00 UTC', '应已于 12:00 UTC 关闭']);
});

test('a port is known by its custom https address, also if the platform made another one first', () => {
  const made = 'http://gr7c01aa-8080-shop.apps.test';
  const all = ['http://a.test', made, 'https://www.shop.test'];
  expect(sortedAddresses(all)).toEqual(['https://www.shop.test', 'http://a.test', made]);
  expect(plain(addressesText({ addresses: all }, 0) ?? verbatim(''), 'en')).toBe('https://www.shop.test and 2 more');
});
