import { namesIn } from './reply-body.ts';

test('of a body only names are taken, never headers or tokens', () => {
  const configuration = { set_headers: [{ key: 'Authorization', value: 'Bearer abc' }] };
  const body = { protocol: 'http', http: { domain_name: 'shop.test', domain_header: 'a=b', configuration } };
  expect(namesIn(body)).toEqual(['shop.test']);
  expect(namesIn({ tcp: { end_point: '10.0.0.7:30021' } })).toEqual(['10.0.0.7:30021']);
  expect(namesIn(undefined)).toEqual([]);
});
