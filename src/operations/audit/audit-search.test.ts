import { ask } from '../../../test/operations/samples.ts';
import { verbatim } from '../../core/text/text.ts';
import type { AuditRow } from '../../store/audit/audit-entry.ts';
import { operations } from '../index.ts';
import { auditMsg } from './audit-messages.ts';
import { searchedWords, showsWords, storedWords } from './audit-search.ts';

describe('a search for words that entries store as codes', () => {
  test.each([
    ['失败', 'failed'],
    ['失败', 'partly'],
    ['failed', 'partly'],
    ['拒绝', 'denied'],
    ['紧急执行', 'break_glass'],
    ['确认', 'approved'],
    ['automatically', 'closed'],
    ['early', 'closed-now'],
    ['静默', 'incident.silence'],
    ['认领', 'incident.acknowledge'],
  ])('%s also finds %s in the store', (word, code) => {
    // Another word that people read instead of a code must match too.
    const [web, synonyms, closed = []] = storedWords(['web', word, '关闭'], operations, new Map());
    expect([web, synonyms?.[0], closed.length > 1]).toEqual([['web'], word, true]);
    expect(synonyms).toContain(code);
  });

  test('other words are searched as they are', () => {
    expect(storedWords(['web', 'OPS-311'], operations, new Map())).toEqual([['web'], ['OPS-311']]);
  });

  test('an entry that says a word shows it', () => {
    const denied: AuditRow = {
      ...{ seq: 1, at: ask.now, kind: 'denied', request: 'r1', who: { id: 'U1', name: 'Ada' } },
      ...{ hash: 'h', prev: '', placeKey: 'p', place: 'P', details: {} },
    };
    const whys = new Map([['r1', auditMsg.answeredWhy({ status: '404' })]]);
    const shows = (word: string, row = denied) => showsWords(row, [word], () => verbatim('Open a port'), whys);
    expect([shows('拒绝'), shows('已拒绝'), shows('denied'), shows('批准')]).toEqual([true, true, true, false]);
    // Why it failed is shown too, as the reader's language says it.
    expect([shows('answered'), shows('平台返回'), shows('404'), shows('400')]).toEqual([true, true, true, false]);
    expect(storedWords(['404'], operations, whys)).toEqual([['404', 'r1']]);
    const step = { ...denied, kind: 'step', outcome: 'failed', calls: [{ method: 'PUT', path: '/p', status: 400 }] };
    expect([shows('400', step), shows('400', { ...step, outcome: 'done' })]).toEqual([true, false]);
    // A request that failed in part is found with those that failed.
    const partly = { ...denied, kind: 'outcome', outcome: 'partly' };
    expect([shows('failed', partly), shows('失败', partly), shows('partly', partly)]).toEqual([true, true, true]);
    expect(shows('已排期', { ...denied, kind: 'approved', status: 'scheduled' })).toBe(true);
  });
});

test.each([
  ['who opened 8443', ['8443'], ['yes']],
  ['who opened port 8443 on web?', ['port', '8443', 'web'], ['yes']],
  ['opened', undefined, ['yes']],
  ['who changed web', ['web'], undefined],
  ['who restarted api', ['restart', 'api'], undefined],
  ['谁开了8443', ['8443'], ['yes']],
  ['谁开启了 8443', ['8443'], ['yes']],
  ['谁改了 web', ['web'], undefined],
  ['开放 8443', ['8443'], ['yes']],
  ['谁重启了api', ['重启', 'api'], undefined],
  ['failed web', ['failed', 'web'], undefined],
  ['changed', ['changed'], undefined],
])('“%s” searches as people mean it', (typed, search, opened) => {
  const read = searchedWords({ search: typed.split(' ') });
  expect([read.search, read.opened]).toEqual([search, opened]);
  expect(searchedWords(read)).toEqual(read);
});
