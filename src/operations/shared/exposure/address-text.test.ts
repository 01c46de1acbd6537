import { verbatim } from '../../../core/text/text.ts';
import { plain } from '../../operation-catalog.ts';
import { addressesText, openerText, sortedAddresses } from './address-text.ts';

test('a port is known by its custom https address, also if the platform made another one first', () => {
  const made = 'http://gr7c01aa-8080-shop.apps.test';
  const all = ['http://a.test', made, 'https://www.shop.test'];
  expect(sortedAddresses(all)).toEqual(['https://www.shop.test', 'http://a.test', made]);
  expect(plain(addressesText({ addresses: all }, 0) ?? verbatim(''), 'en')).toBe('https://www.shop.test and 2 more');
});

test('an opening names who approved it, or that it was made by break glass', () => {
  const opened = { request: 'r1', at: 0, by: { id: 'U1', name: 'maya' } };
  const said = (more: object) => plain(openerText({ since: 0, opened: { ...opened, ...more } }, 0), 'en');
  expect(said({})).toMatch(/^Opened by maya, [^·]*$/);
  expect(said({ approver: 'sam' })).toMatch(/ · approved by sam$/);
  expect(said({ glass: true })).toMatch(/ · 🚨 by break glass$/);
});
