import { ask } from '../../../test/operations/samples.ts';
import type { RegionInfo } from '../../platform/region/region-endpoints.ts';
import { plain } from '../operation-catalog.ts';
import { regionShow } from './region-show.ts';

describe('a region', () => {
  type Facts = Parameters<typeof regionShow.answer>[1];
  const region: Omit<RegionInfo, 'sslCaCert' | 'certFile' | 'keyFile'> = {
    regionName: 'east-1',
    regionAlias: 'East',
    url: 'https://east.test',
    wsurl: undefined,
    httpdomain: 'e.test',
    tcpdomain: undefined,
    scope: undefined,
    desc: undefined,
    status: '1',
    disk: { used: 5, total: 10 },
    cpu: { used: 3, total: 4 },
    memory: { used: 2048, total: 8192 },
    measured: true,
    healthStatus: 'ok',
  };
  const day = 86_400_000;
  const facts = (more: Partial<Facts['region']> = {}, at = 400 * day): Facts => ({
    region: { ...region, ...more },
    regionId: 'id-of-east-1',
    tenantName: 'shop',
    team: 'shop',
    caCertificate: { kind: 'not-readable' },
    certificate: { kind: 'expires', at, subject: 'e.test', count: 1 },
  });

  test.each<[string, Partial<Facts['region']>, number, string | undefined]>([
    ['nothing is wrong', {}, 31, undefined],
    ['a certificate ends soon', {}, 11, '⚠ The client certificate expires in 11 days.'],
    ['it ends today', {}, 0.5, '⚠ The client certificate expires in less than a day.'],
    ['it has ended', {}, 0, '⚠ The client certificate expired on 1 Jan 1970.'],
    ['it is disabled', { status: '2' }, 400, '⚠ This region isn’t enabled: ✗ disabled. Nothing can be changed in it.'],
    ['it doesn’t answer', { healthStatus: 'failure' }, 400, '⚠ The platform can’t reach this region.'],
    [
      'memory is nearly gone',
      { memory: { used: 95, total: 100 } },
      400,
      '⚠ 95% of the memory is requested. New instances may not start.',
    ],
    ['numbers that were not measured warn of nothing', { measured: false, cpu: { used: 1, total: 1 } }, 400, undefined],
  ])('what is wrong comes first: %s', (_case, more, days, says) => {
    const answer = regionShow.answer({ region: 'east-1', team: undefined, more: false }, facts(more, days * day), {
      ...ask,
      now: 0,
    });
    const [first] = 'parts' in answer ? answer.parts : [];
    expect(first?.part === 'line' ? plain(first.text, 'en') : undefined).toBe(says);
  });
});
