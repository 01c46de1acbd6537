import { expect, test } from 'vitest';
import { createKnownNames, namesIn } from './known-names.ts';

const shop = '/openapi/v1/teams/shop/regions/east-1/apps/12';

test('names are known in the app whose list showed them', () => {
  const names = createKnownNames();
  names.saw(`${shop}/domains`, ['shop.test', 'www.shop.test']);
  expect(names.shownFor(`${shop}/domains?query=http`)).toEqual(['shop.test', 'www.shop.test']);
  expect(names.shownFor('/openapi/v1/teams/other/regions/east-1/apps/12/domains')).toEqual([]);
  expect(names.shownFor('/openapi/v1/regions/x')).toEqual([]);
});

test('of a body only names are taken, never headers or tokens', () => {
  const configuration = { set_headers: [{ key: 'Authorization', value: 'Bearer abc' }] };
  const body = { protocol: 'http', http: { domain_name: 'shop.test', domain_header: 'a=b', configuration } };
  expect(namesIn(body)).toEqual(['shop.test']);
  expect(namesIn({ tcp: { end_point: '10.0.0.7:30021' } })).toEqual(['10.0.0.7:30021']);
  expect(namesIn(undefined)).toEqual([]);
});
