import { consoleLink } from './chart-post.ts';

const place = { team: 'shop', region: 'east-1', app: '12' };

test('a name leads nowhere else', () =>
  expect(consoleLink('https://c.test', { ...place, team: 'a/../b?x#y' }, 'g&tab=x')).toBe(
    'https://c.test/#/team/a%2F..%2Fb%3Fx%23y/region/east-1/apps/12/overview?type=components&componentID=g%26tab%3Dx&tab=monitor',
  ));
