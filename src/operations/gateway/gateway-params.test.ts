import fc from 'fast-check';
import { anyCharacter } from '../../../test/any-character.ts';
import { plain } from '../operation-catalog.ts';
import { readEndPoint } from './end-point.ts';
import { httpParams, readDomain } from './gateway-params.ts';
import { collides, nextFree } from './gateway-tcp.ts';

test.each([
  ['7', 7],
  ['７', 7],
  ['2026-shop', '2026-shop'],
  ['shop', 'shop'],
  ['-7', undefined],
  ['99999999999', undefined],
])('the certificate %s is %j', (typed, value) => {
  const parsed = httpParams.certificate_id.read([typed]);
  expect(parsed.ok ? parsed.value : undefined).toBe(value);
});

describe('domains', () => {
  test.each([
    ['shop.test', 'shop.test', undefined],
    ['Shop.TEST.', 'shop.test', undefined],
    ['*.shop.test', '*.shop.test', undefined],
    ['http://shop.test/cart/a', 'shop.test', '/cart/a'],
    ['商店.test', 'xn--czrs0t.test', undefined],
    ['*.Bücher.test', '*.xn--bcher-kva.test', undefined],
    ['localhost', 'localhost', undefined],
  ])('%s is %s', (typed, name, path) => {
    const parsed = readDomain(typed);
    expect(parsed.ok && { name: parsed.value.name, path: parsed.value.path }).toEqual({ name, path });
  });

  test.each([
    ['shop.test:8080', 'it contains a port. Use shop.test.'],
    ['203.0.113.9', 'is an IP address'],
    ['-shop.test', 'it has a part that begins or ends with a hyphen. Use shop.test.'],
    ['shop_a.test', 'it contains an underscore. Use shop-a.test.'],
    ['https://my_shop.test/cart', 'it contains an underscore. Use https://my-shop.test/cart with a certificate.'],
    [
      'https://shop_example..com/ cart',
      'it contains a space, contains an underscore, has a dot too many. Use https://shop-example.com/cart with a certificate.',
    ],
    ['shop_a.test/cart?q', 'has a path with characters that aren’t allowed. Use shop-a.test/cartq.'],
    ['ftp://shop.test', 'it begins like a web address. Use shop.test, or the same with http:// or https://.'],
    ['my shop.test', 'it contains a space. Use myshop.test.'],
    ['a@shop.test', 'it contains “@”. Use ashop.test.'],
    ['shop.test?q=1', 'it contains “?”'],
    ['shop..test', 'it has a dot too many. Use shop.test.'],
    ['a.*.test', 'it has a star that isn’t the whole first part. Use a.test.'],
    ['*', 'it has a star that isn’t the whole first part. Use a domain such as shop.example.com.'],
    [`${'a'.repeat(64)}.test`, 'it has a part of more than 63 characters between dots'],
    [`${'a.'.repeat(126)}test`, 'it is longer than 253 characters'],
    ['/cart', 'it’s only a path. Put the domain first, such as shop.example.com/cart.'],
    ['新 春', 'it contains a space. Use a domain such as shop.example.com.'],
    ['shop.test/a b', 'a valid path'],
    ['shop.test/?q', 'a valid path'],
  ])('%s: %s', (typed, says) => {
    const parsed = readDomain(typed);
    expect(parsed.ok ? 'taken' : plain(parsed.why, 'en')).toContain(says);
  });

  test('any text gives a domain that reads to itself, or a reason', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.domain()), (text) => {
        const parsed = readDomain(text);
        if (!parsed.ok) return plain(parsed.why, 'zh').length > 0;
        const again = readDomain(parsed.value.name);
        return again.ok && again.value.name === parsed.value.name && /^[\x21-\x7e]+$/.test(parsed.value.name);
      }),
    ));
});

describe('end points', () => {
  const at = (text: string) => {
    const parsed = readEndPoint(text);
    if (!parsed.ok) throw new Error(plain(parsed.why, 'en'));
    return parsed.value;
  };

  test.each(['0.0.0.0:1', '203.0.113.9:65535', 'db.shop.test:30021'])('%s', (text) => expect(at(text).text).toBe(text));

  test.each([
    '203.0.113.9',
    '203.0.113.9:0',
    '203.0.113.9:65536',
    '10.2.0.256:1',
    '01.2.3.4:5',
    '10.2.0:80',
    ':80',
    '[::1]:80',
    '203.0.113.9:080',
    `${'a'.repeat(30)}.test:80`,
    'a b:80',
    '-a:80',
    '',
  ])('“%s” is none', (text) => expect(readEndPoint(text).ok).toBe(false));

  test('collide as the platform sees it', () => {
    expect(collides('203.0.113.9:30100', at('0.0.0.0:3010'), '203.0.113.9')).toBe(true);
    expect(collides('203.0.113.9:3010', at('0.0.0.0:30100'), '203.0.113.9')).toBe(false);
    expect(collides('203.0.113.9:30021', at('10.2.0.8:30021'), '203.0.113.9')).toBe(true);
    expect(collides('10.2.0.7:30021', at('10.2.0.8:30021'), '203.0.113.9')).toBe(false);
    expect(collides('0.0.0.0:30021', at('10.2.0.8:30021'), undefined)).toBe(true);
  });

  test('the next free one meets none', () => {
    expect(nextFree(['h:30021', 'h:30022', 'h:300230'], at('0.0.0.0:30021'), undefined)?.text).toBe('0.0.0.0:30024');
    expect(nextFree(['h:65535'], at('0.0.0.0:65535'), undefined)).toBeUndefined();
  });
});
