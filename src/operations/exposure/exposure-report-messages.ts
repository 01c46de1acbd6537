import { apart, enumerated } from '../../core/text/chinese.ts';
import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const exposedMsg = messages('exposure', {
  says: { en: 'List what can be reached from outside', zh: '查看可从外部访问的地址' },
  form: { en: 'Reachable from outside', zh: '可从外部访问的地址' },
  searchHint: { en: 'A part of an address, a component’s name, or a port', zh: '地址的一部分、组件名称或端口' },
  all: { en: 'All contexts', zh: '所有上下文' },
  allHint: { en: 'The apps of every context that you may use', zh: '您可以使用的所有上下文中的应用' },
  list: { en: 'Show all addresses', zh: '显示全部地址' },
  csv: { en: 'CSV file', zh: 'CSV 文件' },
  here: { en: 'Only the channel’s app', zh: '仅该频道的应用' },
  title: { en: 'Reachable from outside: {scope}', zh: '可从外部访问的地址：{scope}' },
  ofTeam: { en: 'team {team}', zh: '团队“{team}”' },
  ofAll: { en: 'all contexts', zh: '所有上下文' },
  region: { en: 'region {region}', zh: '集群“{region}”' },
  none: { en: 'Nothing is reachable from outside.', zh: '没有可从外部访问的地址。' },
  noneFound: {
    en: 'No address that can be reached from outside matches `{typed}`.',
    zh: '没有与 `{typed}` 匹配的可从外部访问的地址。',
  },
  noApps: { en: 'You can’t use the context of any app here.', zh: '这里没有您可以使用的应用。' },
  counts: {
    en: (p: { count: number; parts: string }) => `*${plural(p.count, 'address', 'addresses')}*: ${p.parts}`,
    zh: (p) => `*共 ${p.count} 个地址*：${enumerated(p.parts)}`,
  },
  toLookAt: { en: '{count} to look at now', zh: '{count} 个需要立即查看' },
  expected: { en: '{count} expected', zh: '{count} 个符合预期' },
  temporary: { en: '{count} open for a while', zh: '{count} 个临时开放' },
  withPortolan: { en: '{count} opened with Portolan', zh: '{count} 个通过 Portolan 开放' },
  unreviewed: { en: '{count} not reviewed yet', zh: '{count} 个尚未核对' },
  outsideMeans: {
    en: 'Outside: through the region’s gateway. Whether the internet reaches it depends on your network.',
    zh: '外部：可通过集群的网关访问；互联网能否访问取决于您的网络。',
  },
  appInRegion: { en: '{app}, {region}', zh: '{app}，{region}' },
  inApp: { en: '{row} ({app})', zh: '{row}（{app}）' },
  oddRow: { en: '⚠ *{row}*', zh: '⚠ {row}' },
  newRow: { en: '⚠ *New: {row}*', zh: '⚠ 新增：{row}' },
  newBelow: {
    en: '+ {count} opened outside Portolan, marked “New” below',
    zh: '+ 在 Portolan 之外开放 {count} 个，见下方“新增”',
  },
  moreOdd: {
    en: 'And {count} more to look at. “Show all” lists them.',
    zh: '另有 {count} 个需要查看，点击“显示全部”查看。',
  },
  changesSince: { en: '*Changed since the last report ({at}):*', zh: '*自上次报告（{at}）以来的变化：*' },
  nothingChanged: { en: 'Nothing has changed since the last report ({at}).', zh: '自上次报告（{at}）以来没有变化。' },
  wasOpened: { en: '+ {row}: opened {who}, {at}', zh: '+ {row}：{who}开放，{at}' },
  wasClosed: { en: '− {row}: closed {who}, {at}', zh: '− {row}：{who}关闭，{at}' },
  wasDeleted: {
    en: '~ {row}: its rule was deleted {who}, {at}. It may still answer',
    zh: '~ {row}：{who}删除网关策略，{at}，可能仍可访问',
  },
  wasMoved: { en: '~ {row}: moved to another app, {at}', zh: '~ {row}：已移动到其他应用，{at}' },
  byPerson: { en: 'by {who} ({request})', zh: '由 {who}（{request}）' },
  automatically: { en: 'automatically', zh: '自动' },
  byUser: { en: 'outside Portolan by the platform user {user}', zh: '由平台用户 {user} 在 Portolan 之外' },
  byOthers: { en: 'outside Portolan, by whom isn’t known', zh: '在 Portolan 之外（操作人未知）' },
  seen: { en: (p: { at: string }) => `seen ${p.at}`, zh: (p) => `发现于${apart(p.at).trimEnd()}` },
  moreChanges: { en: 'And {count} more.', zh: '另有 {count} 项。' },
  unread: {
    en: (p: { app: string; en: string; zh: string }) => `*${p.app} couldn’t be read:* ${p.en}`,
    zh: (p) => `无法读取${apart(p.app).trimEnd()}：${p.zh}`,
  },
  asFarAsRead: {
    en: (p: { read: number; of: number }) =>
      `This is as far as could be read: ${p.read} of ${plural(p.of, 'app')}. What isn’t listed may be open.`,
    zh: '仅包含能够读取的部分：{of} 个应用中的 {read} 个。未列出的地址可能是开放的。',
  },
  withoutComponents: {
    en: (p: { apps: string }) =>
      `The components of ${p.apps} couldn’t be read. Their names and status may be out of date.`,
    zh: (p) => `无法读取以下应用的组件，名称和状态可能不是最新的：${enumerated(p.apps)}。`,
  },
  notEnabled: {
    en: (p: { regions: string }) => `Not enabled for the team, so not read: ${p.regions}.`,
    zh: (p) => `团队未启用，因此未读取：${enumerated(p.regions)}。`,
  },
  about: {
    en: 'Read from the records of the platform’s console (Rainbond). What was made directly in Kubernetes isn’t included.',
    zh: '以平台（Rainbond）控制台的记录为准。不包含直接在 Kubernetes 中创建的内容。',
  },
  showAll: { en: 'Show all', zh: '显示全部' },
  close: { en: 'Close {target}…', zh: '关闭 {target}…' },
  nothingAtOnce: {
    en: '“Close” shows its plan before anything changes. “This is expected” asks for a reason and for how long.',
    zh: '“关闭”会先显示计划，确认后才会更改。“这是预期的”需填写理由和有效期。',
  },
  setClosingTime: { en: 'Set closing time', zh: '设置关闭时间' },
  deleteRule: { en: 'Delete rule', zh: '删除网关策略' },
  certificates: { en: 'Certificates', zh: '查看证书' },
  acceptOne: { en: 'This is expected…', zh: '这是预期的…' },
  acceptAll: {
    en: (p: { count: number }) => `Accept ${p.count === 1 ? 'this one' : `all ${p.count}`} as expected…`,
    zh: '将这 {count} 个全部确认为预期…',
  },
  review: { en: 'Review the other {count}', zh: '核对其余 {count} 个' },
  reviewTitle: { en: 'Not reviewed yet: {scope}', zh: '尚未核对的地址：{scope}' },
  reviewSays: {
    en: 'Nobody has said yet whether these are meant to be open. Accept all of them, or choose below.',
    zh: '尚无人确认这些地址是否应该开放。可全部确认，也可在下方逐个选择。',
  },
  reviewFlag: { en: 'Only what isn’t reviewed yet', zh: '仅尚未核对的地址' },
  closeOne: { en: 'Close…', zh: '关闭…' },
  setClosingTimeOne: { en: 'Set closing time…', zh: '设置关闭时间…' },
  deleteOne: { en: 'Delete rule…', zh: '删除网关策略…' },
  address: { en: 'Address', zh: '地址' },
  target: { en: 'Leads to', zh: '指向' },
  app: { en: 'App', zh: '应用' },
  since: { en: 'Open since', zh: '开放时间' },
  note: { en: 'Note', zh: '说明' },
  by: { en: '{at}, {who}', zh: '{at}，{who}' },
  outside: {
    en: (p: { at: string }) => `opened outside Portolan before ${p.at}`,
    zh: (p) => `于${apart(p.at)}前在 Portolan 之外开放`,
  },
  outsideBy: {
    en: (p: { at: string; user: string }) => `opened outside Portolan by ${p.user} before ${p.at}`,
    zh: (p) => `由 ${p.user} 于${apart(p.at)}前在 Portolan 之外开放`,
  },
  notKnown: { en: 'not known', zh: '未知' },
  csvTitle: { en: 'Reachable from outside', zh: '可从外部访问的地址' },
  csvSent: {
    en: (p: { count: number }) =>
      `The file with ${plural(p.count, 'address', 'addresses')} is in your direct messages with me.`,
    zh: '包含 {count} 个地址的文件已发送到您与我的私信中。',
  },
});
