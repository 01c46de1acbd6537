import { verbatim } from '../../../core/text/text.ts';
import { plain } from '../../operation-catalog.ts';
import { addressesText, sortedAddresses } from './address-text.ts';

test('a port is known by its custom https address, also if the platform made another one first', () => {
  const made = 'http://gr7c01aa-8080-shop.apps.test';
  const all = ['http://a.test', made, 'https://www.shop.test'];
  expect(sortedAddresses(all)).toEqual(['https://www.shop.test', 'http://a.test', made]);
  expect(plain(addressesText({ addresses: all }, 0) ?? verbatim(''), 'en')).toBe('https://www.shop.test and 2 more');
});
