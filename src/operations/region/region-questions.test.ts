import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import { Secret } from '../../core/text/secret.ts';
import type { RegionInfo, TeamRegion, TeamResource } from '../../platform/region/region-reply.ts';
import { plain } from '../operation-catalog.ts';
import { regionList } from './region-list.ts';
import { regionShow } from './region-show.ts';

function aRegion(regionName: string, more: Partial<TeamRegion> = {}): TeamRegion {
  return {
    regionId: `id-of-${regionName}`,
    regionName,
    regionAlias: '',
    tenantName: 'shop',
    url: undefined,
    wsurl: undefined,
    httpdomain: undefined,
    tcpdomain: undefined,
    token: new Secret('region-token'),
    status: '1',
    desc: undefined,
    scope: undefined,
    ...more,
  };
}

describe('the list of regions', () => {
  const asked = { search: undefined, page: 1, page_size: 2, team: undefined };
  const two = [aRegion('east-1', { httpdomain: 'e.test', tcpdomain: '10.0.0.9' }), aRegion('west-2')];

  test('shows names and domains, a select of all, and never a token', () => {
    const { rows, choices } = shapeOf(regionList.answer(asked, { total: 2, regions: two, team: 'shop' }, ask));
    expect(rows.map(([name]) => name)).toEqual(['east-1', 'west-2']);
    expect(rows[0]?.[4]).toBe('e.test, 10.0.0.9');
    expect(choices.map((choice) => choice.split(' → ')[1])).toEqual([
      'region.show team=shop region=east-1',
      'region.show team=shop region=west-2',
    ]);
    expect(JSON.stringify(rows)).not.toContain('region-token');
  });

  test.each<[page: number, total: number, pages: readonly string[]]>([
    [1, 2, []],
    [1, 3, ['region.list search=e page_size=2 team=shop page=2']],
    [2, 5, ['region.list search=e page_size=2 team=shop page=1', 'region.list search=e page_size=2 team=shop page=3']],
    [3, 5, ['region.list search=e page_size=2 team=shop page=2']],
  ])('page %i of %i regions leads to its neighbors', (page, total, pages) => {
    const { buttons, text } = shapeOf(
      regionList.answer({ ...asked, search: 'e', page }, { total, regions: two, team: 'shop' }, ask),
    );
    expect(buttons.filter((button) => button.startsWith('region.list'))).toEqual(pages);
    expect(text).toContain(total > 2 ? `${(page - 1) * 2 + 1}–` : '2 in total');
  });

  test.each<[string, { search?: string; page?: number }, number, string]>([
    ['nothing is there', {}, 0, ''],
    ['nothing is found', { search: 'mars' }, 0, 'mars'],
    ['the page is beyond the last', { page: 7 }, 3, '7'],
  ])('says why it is empty when %s', (_case, more, total, named) => {
    const { rows, text } = shapeOf(regionList.answer({ ...asked, ...more }, { total, regions: [], team: 'shop' }, ask));
    expect(rows).toEqual([]);
    expect(text).not.toBe('');
    expect(text).toContain(named);
  });
});

describe('a region', () => {
  type Facts = Parameters<typeof regionShow.answer>[1];
  const region: Omit<RegionInfo, 'sslCaCert' | 'certFile' | 'keyFile'> = {
    ...{ regionName: 'east-1', regionAlias: 'East', url: 'https://east.test', wsurl: undefined },
    ...{ httpdomain: 'e.test', tcpdomain: undefined, scope: undefined, desc: undefined, status: '1' },
    ...{ disk: { used: 5, total: 10 }, cpu: { used: 3, total: 4 }, memory: { used: 2048, total: 8192 } },
    ...{ measured: true, healthStatus: 'ok' },
  };
  const day = 86_400_000;
  const facts = (more: Partial<Facts['region']> = {}, at = 400 * day): Facts => ({
    region: { ...region, ...more },
    ...{ regionId: 'id-of-east-1', tenantName: 'shop', team: 'shop' },
    caCertificate: { kind: 'not-readable' },
    certificate: { kind: 'expires', at, subject: 'e.test', count: 1 },
  });
  const shown = (given: Facts) =>
    shapeOf(regionShow.answer({ region: 'east-1', team: undefined, more: false }, given, { ...ask, now: 0 })).values;

  test('shows shares of what is there, in the units people know', () => {
    const values = shown(facts()).join('\n');
    expect(values).toMatch(/75\s?%.*3\.0.*4\.0/s);
    expect(values).toMatch(/25\s?%.*2\.0.*8\.0.*GiB/s);
    expect(values).toMatch(/50\s?%.*5\.0.*10\.0.*GiB/s);
  });

  test('a certificate that ends in months has its date, and not a number of days', () => {
    expect(shown(facts()).join('\n')).toMatch(/expires 5 Feb 1971(?!, in)/);
    expect(shown(facts({}, 90 * day)).join('\n')).toContain('expires 1 Apr 1970, in 90 days');
  });

  test.each<[string, Partial<Facts['region']>, number, string | undefined]>([
    ['nothing is wrong', {}, 31, undefined],
    ['a certificate ends soon', {}, 11, '⚠ The client certificate expires in 11 days.'],
    ['it ends today', {}, 0.5, '⚠ The client certificate expires in less than a day.'],
    ['it has ended', {}, 0, '⚠ The client certificate expired on 1 Jan 1970.'],
    ['it is disabled', { status: '2' }, 400, '⚠ This region isn’t enabled: ✕ disabled. Nothing can be changed in it.'],
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

  test('what the platform did not measure has no number', () => {
    expect(shown(facts({ measured: false })).join('\n')).not.toMatch(/\d\s?%/);
    expect(shown(facts({ cpu: { used: 1, total: 0 } })).join('\n')).not.toMatch(/NaN|Infinity/);
  });

  test.each<[string, TeamResource['cpu'], TeamResource['memory'], readonly RegExp[]]>([
    [
      'used',
      { used: 500, total: 2000 },
      { used: 1024, total: 4096 },
      [/25%.*0\.5 of 2\.0 cores/s, /25%.*1\.0 of 4\.0 GiB/s],
    ],
    ['zero of zero', { used: 0, total: 0 }, { used: 0, total: 0 }, [/^unknown$/, /^unknown$/]],
    ['missing', { used: undefined, total: 4000 }, { used: 1, total: undefined }, [/^unknown$/, /^unknown$/]],
    [
      'of no known total',
      { used: 1500, total: 0 },
      { used: 512, total: 0 },
      [/^1\.5 cores, total/, /^0\.5 GiB, total/],
    ],
    ['nothing used', { used: 0, total: 1000 }, { used: 0, total: 1024 }, [/0%/, /0%/]],
  ])('the team’s quota: %s', (_case, cpu, memory, told) => {
    const values = shown({ ...facts(), resource: { cpu, memory } }).slice(-2);
    for (const [index, each] of told.entries()) expect(values[index]).toMatch(each);
    expect(shown(facts())).toHaveLength(shown({ ...facts(), resource: { cpu, memory } }).length - 2);
  });

  test.each([
    [{ cpu: { used: -3, total: 4 } }, 'implausible value: -3'],
    [{ memory: { used: 1, total: 1e308 } }, 'implausible value: 1e+308'],
    [{ disk: { used: -1e308, total: 1 } }, 'implausible value: -1e+308'],
  ])('%j is shown as not plausible', (more, says) => {
    expect(shown(facts(more))).toContain(says);
  });

  test('its id and its team’s name are shown on request', () => {
    const more = (yes: boolean) =>
      shapeOf(regionShow.answer({ region: 'east-1', team: undefined, more: yes }, facts(), { ...ask, now: 0 }));
    expect(more(false).values).not.toContain('id-of-east-1');
    expect(more(false).buttons).toEqual(['region.show region=east-1 team=shop more=yes']);
    expect(more(true).values).toEqual(expect.arrayContaining(['id-of-east-1', 'shop']));
  });

  test.each([
    ['far', 400 * day],
    ['near', 10 * day],
    ['past', -day],
  ])('a certificate whose end is %s is told differently from the others', (_when, at) => {
    const texts = [400 * day, 10 * day, -day].map((each) => shown(facts({}, each)).at(-1));
    expect(new Set(texts).size).toBe(3);
    expect(texts).toContain(shown(facts({}, at)).at(-1));
  });
});
