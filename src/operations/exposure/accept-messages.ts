import { enumerated } from '../../core/text/chinese.ts';
import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const acceptMsg = messages('exposure.accept', {
  says: { en: 'Accept an address as expected', zh: '将地址确认为预期' },
  form: { en: 'Accept as expected', zh: '确认为预期' },
  address: { en: 'Address', zh: '地址' },
  addressMissing: { en: 'Enter the address, as the report shows it.', zh: '请输入报告中显示的地址。' },
  addressHint: { en: 'For example: shop.test/cart or 10.2.0.9:30021', zh: '例如：shop.test/cart 或 10.2.0.9:30021' },
  addressesHint: {
    en: 'One on each line. For example: shop.test/cart or 10.2.0.9:30021',
    zh: '每行一个。例如：shop.test/cart 或 10.2.0.9:30021',
  },
  addressUnknown: {
    en: 'No open address here is `{typed}`. Use one that the report shows.',
    zh: '这里没有开放的地址 `{typed}`。请使用报告中显示的地址。',
  },
  severalAddresses: {
    en: '{count} ports can be reached at `{typed}`. Which one?',
    zh: '`{typed}` 可访问 {count} 个端口。是哪一个？',
  },
  reason: { en: 'Reason', zh: '原因' },
  reasonMissing: { en: 'Say why it is meant to be open.', zh: '请说明为什么应该开放。' },
  reasonHint: { en: 'Why it is meant to be open. It is shown in reports.', zh: '为什么应该开放，会显示在报告中。' },
  for: { en: 'Expected for', zh: '有效期' },
  forHint: { en: 'Then it has to be accepted again. Default: 90 days.', zh: '过期后须重新确认。默认 90 天。' },
  forWrong: {
    en: '`{typed}` isn’t a valid length. Use 1d to 365d, such as 90d.',
    zh: '`{typed}` 不是有效的时长。请使用 1d 到 365d，例如 90d。',
  },
  every: { en: 'All that the report shows', zh: '报告中的全部地址' },
  before: { en: 'As of', zh: '截至' },
  accepted: {
    en: '{who} accepted {what} as expected until {until}: {reason}',
    zh: '{who} 已将 {what} 确认为预期，有效期至 {until}：{reason}',
  },
  several: {
    en: (p: { count: number }) => plural(p.count, 'address', 'addresses'),
    zh: '{count} 个地址',
  },
  nothing: { en: 'There is nothing left to accept here.', zh: '这里没有需要确认的地址。' },
  leftOut: {
    en: (p: { count: number }) =>
      `${plural(p.count, 'address', 'addresses')} that you opened yourself, or that you may not accept, ${p.count === 1 ? 'is' : 'are'} left out.`,
    zh: '有 {count} 个地址由您开放，或您无权确认，未包含在内。',
  },
  tryAgain: { en: 'Someone changed this at the same time. Try again.', zh: '有人同时进行了更改，请重试。' },
  listSays: { en: 'List addresses that people accepted as expected', zh: '查看已确认为预期的地址' },
  listForm: { en: 'Expected addresses', zh: '预期的地址' },
  listTitle: { en: 'Expected addresses', zh: '预期的地址' },
  listNone: { en: 'Nobody has accepted an address as expected here.', zh: '这里没有确认为预期的地址。' },
  by: { en: 'Accepted by', zh: '确认人' },
  until: { en: 'Until', zh: '有效期至' },
  ended: { en: '🔴 ended {at}', zh: '🔴 已于 {at} 过期' },
  moment: { en: '{at}', zh: '{at}' },
  inFile: {
    en: (p: { count: number }) =>
      `The policy file has ${plural(p.count, 'more entry', 'more entries')} under \`expected:\`.`,
    zh: '审批策略文件的 `expected:` 中另有 {count} 项。',
  },
  explainSays: { en: 'Show why an address is expected, or not', zh: '查看地址是否符合预期及原因' },
  explainForm: { en: 'Explain an address', zh: '地址是否符合预期' },
  explainTitle: { en: 'Expected? {address}', zh: '是否符合预期：{address}' },
  notExpected: {
    en: 'Not expected: neither the policy file nor a person says that it is meant to be open.',
    zh: '不是预期的：审批策略文件和人员均未说明它应该开放。',
  },
  entrySkipped: {
    en: (p: { line: number; why: string }) => `Line ${p.line} of the policy file doesn’t apply: ${p.why}.`,
    zh: (p) => `审批策略文件第 ${p.line} 行不适用：${enumerated(p.why)}。`,
  },
  otherComponent: { en: 'another component', zh: '组件不同' },
  otherAddress: { en: 'another address', zh: '地址不同' },
  otherPort: { en: 'another port', zh: '端口不同' },
  otherContext: { en: 'another context', zh: '上下文不同' },
  hasEnded: { en: 'it has ended', zh: '已过期' },
  entriesUnused: {
    en: (p: { lines: string }) => `Entries under \`expected:\` that fit no open address here: line ${p.lines}.`,
    zh: (p) => `\`expected:\` 中与这里的开放地址均不匹配的项：第 ${enumerated(p.lines)} 行。`,
  },
  entriesEnded: {
    en: (p: { lines: string }) => `Entries under \`expected:\` that have ended: line ${p.lines}.`,
    zh: (p) => `\`expected:\` 中已过期的项：第 ${enumerated(p.lines)} 行。`,
  },
  acceptedEnded: {
    en: (p: { count: number }) =>
      `${plural(p.count, 'address that was', 'addresses that were')} accepted as expected, which has ended.`,
    zh: '{count} 个地址的确认已过期。',
  },
  revokeOne: { en: 'No longer expected…', zh: '不再预期…' },
  revokeSays: { en: 'Take back that an address is expected', zh: '撤销对地址的确认' },
  revokeForm: { en: 'No longer expected', zh: '不再预期' },
  revoked: { en: '{who}: {what} isn’t expected any more.', zh: '{who}：{what} 不再是预期的。' },
  revokedUnknown: { en: 'Nobody has accepted `{typed}` as expected here.', zh: '这里没有人将 `{typed}` 确认为预期。' },
});
