import { incidentMessages, incidentNow } from '../../../test/contract/incident-messages.ts';
import { stateMarks } from '../../core/incident/state-marks.ts';
import { verbatim } from '../../core/text/text.ts';
import { componentFormatMsg } from '../../operations/shared/component/component-format-messages.ts';
import { plain } from '../slack-catalog.ts';
import { incidentMessage } from './incident-view.ts';

const { 'firing, abnormal': fired } = incidentMessages;

test('the zone of the chart’s times is named, because the other times are in each reader’s zone', () => {
  const page = { lang: 'en', zone: 'Europe/Berlin' } as const;
  const chart = { file: 'F1', alt: 'Memory', zone: 'Europe/Berlin' };
  if (!fired) throw new Error('There is no sample.');
  expect(JSON.stringify(incidentMessage(fired, page, incidentNow, chart).blocks)).toContain(' · chart in UTC+1');
  expect(JSON.stringify(incidentMessage(fired, page, incidentNow).blocks)).not.toContain('chart');
  // Its text has newer values than its picture, unless it has ended.
  const drawn = { ...chart, at: incidentNow - 5 * 60_000 };
  const shown = (more: object) =>
    JSON.stringify(incidentMessage({ ...fired, ...more }, page, incidentNow, drawn).blocks);
  expect(shown({})).toMatch(/ · chart as of <!date\^\d+\^[^>]*>, its times in UTC\+1/);
  expect(shown({ ended: incidentNow })).toContain(' · chart in UTC+1');
});

test('a present value that is newer than the picture below it has its time', () => {
  const page = { lang: 'en', zone: 'UTC' } as const;
  const record = fired ?? expect.fail();
  const lines = record.lines.map((line) => ({ ...line, value: verbatim('3,859 ms'), furthest: verbatim('4,078 ms') }));
  const says = (minutes: number) => {
    const chart = { file: 'F1', alt: 'Latency', zone: 'UTC', at: incidentNow - minutes * 60_000 };
    return JSON.stringify(incidentMessage({ ...record, lines }, page, incidentNow, chart).blocks);
  };
  expect(says(0)).toContain('now 3,859 ms, highest 4,078 ms');
  expect(says(2)).toMatch(/now 3,859 ms at <!date[^>]*>, highest 4,078 ms/);
});

test('who was notified is shown until the incident ends', () => {
  const says = (more: object) => {
    const incident = { ...(fired ?? expect.fail()), notify: ['U0SAM'], ...more };
    return JSON.stringify(incidentMessage(incident, { lang: 'zh', zone: 'UTC' }, incidentNow).blocks);
  };
  expect(says({ acknowledged: { id: 'U0LIU', name: 'liu', at: incidentNow } })).toMatch(
    /于 .* \*认领.*已通知：<@U0SAM>/,
  );
  expect(says({ ended: incidentNow })).not.toContain('已通知');
});

test('another ongoing incident of the component is one line, with a link to its message', () => {
  const also = { id: 'other', title: verbatim('api: errors'), link: 'https://example.slack.com/p1' };
  const said = (more: object) =>
    JSON.stringify(
      incidentMessage({ ...(fired ?? expect.fail()), also, ...more }, { lang: 'en', zone: 'UTC' }, incidentNow),
    );
  expect(said({})).toContain('Also firing: <https://example.slack.com/p1|api: errors>');
  expect(said({ ended: incidentNow })).not.toContain('Also firing');
});

test('only what the platform’s API offers is a button', () => {
  const incident = { ...(fired ?? expect.fail()), why: verbatim('out of memory') };
  const said = (isOffered?: (operation: string) => boolean) =>
    JSON.stringify(incidentMessage(incident, { lang: 'en', zone: 'UTC' }, incidentNow, undefined, isOffered).blocks);
  expect(said()).toMatch(/"Events".*"Restart api"/);
  const alerts = said((operation) => !operation.startsWith('component.'));
  expect(alerts).toMatch(/"Acknowledge".*"Chart"/);
  expect(alerts).not.toMatch(/"Events"|"Restart api"/);
});

test('states differ by their marks, not by color alone, and none looks like what runs', () => {
  const marks = Object.values(stateMarks);
  expect(new Set(marks).size).toBe(marks.length);
  const [runs] = plain(componentFormatMsg.running(), 'en');
  expect(marks).not.toContain(runs);
});

test('a resolved incident says when it began and ended, and who silenced it', () => {
  const record = incidentMessages['resolved, with what was done'] ?? expect.fail();
  const says = (lang: 'en' | 'zh') =>
    JSON.stringify(incidentMessage(record, { lang, zone: 'UTC' }, incidentNow).blocks);
  expect(says('en')).toMatch(/\{time\}[^>]*>–<[^>]*\{time\}[^>]*> \(14 minutes\)/);
  expect(says('en')).toMatch(/\*Silenced\* by <@U0MAYA> until <[^>]*\{time\}[^>]*> \(only this incident\)/);
  expect(says('zh')).toMatch(/（14 分钟）/);
  // Also if the silence had run out.
  const { silenced, ...loud } = record;
  const ranOut = { ...loud, silencedBefore: silenced && { ...silenced, until: incidentNow } };
  expect(JSON.stringify(incidentMessage(ranOut, { lang: 'en', zone: 'UTC' }, incidentNow).blocks)).toMatch(
    /\*Silenced\* by <@U0MAYA> <[^>]*>–</,
  );
});

test('what an alert says comes before its reason; an acknowledgement through another incident says which', () => {
  const lines = (fired?.lines ?? []).map((line) => ({ ...line, what: verbatim('More than 5% of the requests fail') }));
  const { text, blocks } = incidentMessage(
    {
      ...{ ...(fired ?? expect.fail()), lines, title: verbatim('api: HighErrorRate'), why: verbatim('out of memory') },
      acknowledged: { id: 'U0LIU', name: 'liu', at: incidentNow, with: verbatim('api: error rate') },
    },
    { lang: 'en', zone: 'UTC' },
    incidentNow,
  );
  expect(JSON.stringify(blocks[0])).toMatch(/Began at.*Acknowledged.*More than 5%.*Why: out of memory/);
  expect(text).toMatch(/More than 5%.*Why/s);
  expect(JSON.stringify(blocks.at(-2))).toContain('Acknowledged together with “api: error rate”');
});
