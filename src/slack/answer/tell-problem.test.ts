import { invalid } from '../../core/command/problem.ts';
import { langs, verbatim } from '../../core/text/text.ts';
import { operations } from '../../operations/index.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { plain } from '../slack-catalog.ts';
import { problemMessage } from './tell-problem.ts';

const why = verbatim('Not valid.');

test('unknown names: the number of others includes those that have no button', () => {
  const nearest = Array.from({ length: 10 }, (_, index) => ({ value: `c${index}`, label: `web-${index}` }));
  const said = (others: boolean) => {
    const problem = { problem: 'unknown-name', param: 'component', why, nearest, more: 1, others } as const;
    return problemMessage(
      problem,
      { request: { operation: 'monitor', given: {} }, prefix: '' },
      { lang: 'en', zone: 'UTC' },
    );
  };
  expect(said(true).text).toContain('Available (6 more not listed):');
  expect(said(false).text).toContain('There are 6 more.');
});

test.each([
  ['watch.silence', { id: ['k3j2x7'], for: ['soon'] }, 'for', '/watch silence k3j2x7 4h'],
  ['watch.silence', {}, 'id', undefined],
  ['port.open', { component: ['web'], port: ['99999'] }, 'port', '/port open web 8000 for=2h'],
  // No example if it would fail, too.
  ['port.open', { component: ['web'], port: ['8000'], for: ['2h'] }, 'for', undefined],
  ['port.open', { component: ['web'], port: ['8000'], for: ['9d'] }, 'for', '/port open web 8000 for=2h'],
  ['port.close', { component: ['web'], port: ['8080'] }, 'at', '/port close web 8080 at=22:00'],
  ['port.open', { component: ['web'], port: ['80'], side: ['outer'] }, 'at', '/port open web 80 outer at=22:00'],
])(
  'an example of a valid request has the names that were typed, and no invented id: %s %o',
  (id, given, param, shown) => {
    const operation = operations.find((each) => each.id === id);
    const request = { operation: id, given };
    const { text } = problemMessage(
      invalid(param, why),
      { request, prefix: '', operation },
      { lang: 'en', zone: 'UTC' },
    );
    expect(/For example: `(.*)`/.exec(text)?.[1]).toBe(shown);
  },
);

test.each([
  ['component.restart', 'Couldn’t restart api.', '无法重启“api”。'],
  ['component.deploy', 'Couldn’t deploy api.', '无法构建并部署“api”。'],
  ['component.stop', 'Couldn’t stop api.', '无法停止“api”。'],
  ['component.scale', 'Couldn’t scale api.', '无法伸缩“api”。'],
  ['port.open', 'Couldn’t open port 8000 of api.', '无法开启“api”的端口 8000。'],
  ['port.until', 'Couldn’t set a closing time for port 8000 of api.', '无法为“api”的端口 8000 设置关闭时间。'],
  ['gateway.delete', 'Couldn’t delete an HTTP gateway rule.', '无法删除'],
  ['component.stop_all', 'Couldn’t stop every component of the app.', '无法停止应用的全部组件。'],
] as const)('a change that couldn’t be planned is named by its verb: %s', (id, en, zh) => {
  const { attempt, summary } = operations.find((each) => each.id === id) ?? expect.fail();
  const what = attempt?.({ port: ['8000'] }, verbatim('api')) ?? slackMsg.attempt({ summary });
  const said = langs.map((lang) => plain(slackMsg.notAttempted({ what, why }), lang));
  expect(said[0]).toContain(en);
  expect(said[1]).toContain(zh);
});
