import { apart, enumerated } from '../../core/text/chinese.ts';
import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const exposedMsg = messages('exposure', {
  says: { en: () => 'List what can be reached from outside', zh: () => '查看可从外部访问的地址' },
  form: { en: () => 'Reachable from outside', zh: () => '可从外部访问的地址' },
  searchHint: {
    en: () => 'A part of an address, a component’s name, or a port',
    zh: () => '地址的一部分、组件名称或端口',
  },
  all: { en: () => 'All contexts', zh: () => '所有上下文' },
  allHint: { en: () => 'The apps of every context that you may use', zh: () => '您可以使用的所有上下文中的应用' },
  list: { en: () => 'Show all addresses', zh: () => '显示全部地址' },
  csv: { en: () => 'CSV file', zh: () => 'CSV 文件' },
  here: { en: () => 'Only the channel’s app', zh: () => '仅该频道的应用' },
  title: {
    en: (p: { scope: string }) => `Reachable from outside: ${p.scope}`,
    zh: (p) => `可从外部访问的地址：${p.scope}`,
  },
  ofTeam: { en: (p: { team: string }) => `team ${p.team}`, zh: (p) => `团队“${p.team}”` },
  ofAll: { en: () => 'all contexts', zh: () => '所有上下文' },
  region: { en: (p: { region: string }) => `region ${p.region}`, zh: (p) => `集群“${p.region}”` },
  none: { en: () => 'Nothing is reachable from outside.', zh: () => '没有可从外部访问的地址。' },
  noneFound: {
    en: (p: { typed: string }) => `No address that can be reached from outside matches \`${p.typed}\`.`,
    zh: (p) => `没有与 \`${p.typed}\` 匹配的可从外部访问的地址。`,
  },
  noApps: { en: () => 'You can’t use the context of any app here.', zh: () => '这里没有您可以使用的应用。' },
  counts: {
    en: (p: { count: number; parts: string }) => `*${plural(p.count, 'address', 'addresses')}*: ${p.parts}`,
    zh: (p) => `*共 ${p.count} 个地址*：${enumerated(p.parts)}`,
  },
  toLookAt: { en: (p: { count: number }) => `${p.count} to look at now`, zh: (p) => `${p.count} 个需要立即查看` },
  expected: { en: (p: { count: number }) => `${p.count} expected`, zh: (p) => `${p.count} 个符合预期` },
  temporary: { en: (p: { count: number }) => `${p.count} open for a while`, zh: (p) => `${p.count} 个临时开放` },
  withPortolan: {
    en: (p: { count: number }) => `${p.count} opened with Portolan`,
    zh: (p) => `${p.count} 个通过 Portolan 开放`,
  },
  unreviewed: {
    en: (p: { count: number }) => `${p.count} not reviewed yet`,
    zh: (p) => `${p.count} 个尚未核对`,
  },
  outsideMeans: {
    en: () => 'Outside: through the region’s gateway. Whether the internet reaches it depends on your network.',
    zh: () => '外部：可通过集群的网关访问；互联网能否访问取决于您的网络。',
  },
  appInRegion: {
    en: (p: { app: string; region: string }) => `${p.app}, ${p.region}`,
    zh: (p) => `${p.app}，${p.region}`,
  },
  inApp: { en: (p: { row: string; app: string }) => `${p.row} (${p.app})`, zh: (p) => `${p.row}（${p.app}）` },
  oddRow: { en: (p: { row: string }) => `⚠ *${p.row}*`, zh: (p) => `⚠ ${p.row}` },
  newRow: { en: (p: { row: string }) => `⚠ *New: ${p.row}*`, zh: (p) => `⚠ 新增：${p.row}` },
  newBelow: {
    en: (p: { count: number }) => `+ ${p.count} opened outside Portolan, marked “New” below`,
    zh: (p) => `+ 在 Portolan 之外开放 ${p.count} 个，见下方“新增”`,
  },
  moreOdd: {
    en: (p: { count: number }) => `And ${p.count} more to look at. “Show all” lists them.`,
    zh: (p) => `另有 ${p.count} 个需要查看，点击“显示全部”查看。`,
  },
  changesSince: {
    en: (p: { at: string }) => `*Changed since the last report (${p.at}):*`,
    zh: (p) => `*自上次报告（${p.at}）以来的变化：*`,
  },
  nothingChanged: {
    en: (p: { at: string }) => `Nothing has changed since the last report (${p.at}).`,
    zh: (p) => `自上次报告（${p.at}）以来没有变化。`,
  },
  wasOpened: {
    en: (p: { row: string; who: string; at: string }) => `+ ${p.row}: opened ${p.who}, ${p.at}`,
    zh: (p) => `+ ${p.row}：${p.who}开放，${p.at}`,
  },
  wasClosed: {
    en: (p: { row: string; who: string; at: string }) => `− ${p.row}: closed ${p.who}, ${p.at}`,
    zh: (p) => `− ${p.row}：${p.who}关闭，${p.at}`,
  },
  wasDeleted: {
    en: (p: { row: string; who: string; at: string }) =>
      `~ ${p.row}: its rule was deleted ${p.who}, ${p.at}. It may still answer`,
    zh: (p) => `~ ${p.row}：${p.who}删除网关策略，${p.at}，可能仍可访问`,
  },
  wasMoved: {
    en: (p: { row: string; at: string }) => `~ ${p.row}: moved to another app, ${p.at}`,
    zh: (p) => `~ ${p.row}：已移动到其他应用，${p.at}`,
  },
  byPerson: {
    en: (p: { who: string; request: string }) => `by ${p.who} (${p.request})`,
    zh: (p) => `由 ${p.who}（${p.request}）`,
  },
  automatically: { en: () => 'automatically', zh: () => '自动' },
  byUser: {
    en: (p: { user: string }) => `outside Portolan by the platform user ${p.user}`,
    zh: (p) => `由平台用户 ${p.user} 在 Portolan 之外`,
  },
  byOthers: { en: () => 'outside Portolan, by whom isn’t known', zh: () => '在 Portolan 之外（操作人未知）' },
  seen: { en: (p: { at: string }) => `seen ${p.at}`, zh: (p) => `发现于${apart(p.at).trimEnd()}` },
  moreChanges: { en: (p: { count: number }) => `And ${p.count} more.`, zh: (p) => `另有 ${p.count} 项。` },
  unread: {
    en: (p: { app: string; en: string; zh: string }) => `*${p.app} couldn’t be read:* ${p.en}`,
    zh: (p) => `无法读取${apart(p.app).trimEnd()}：${p.zh}`,
  },
  asFarAsRead: {
    en: (p: { read: number; of: number }) =>
      `This is as far as could be read: ${p.read} of ${plural(p.of, 'app')}. What isn’t listed may be open.`,
    zh: (p) => `仅包含能够读取的部分：${p.of} 个应用中的 ${p.read} 个。未列出的地址可能是开放的。`,
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
    en: () =>
      'Read from the records of the platform’s console (Rainbond). What was made directly in Kubernetes isn’t included.',
    zh: () => '以平台（Rainbond）控制台的记录为准。不包含直接在 Kubernetes 中创建的内容。',
  },
  showAll: { en: () => 'Show all', zh: () => '显示全部' },
  close: { en: (p: { target: string }) => `Close ${p.target}…`, zh: (p) => `关闭 ${p.target}…` },
  nothingAtOnce: {
    en: () => '“Close” shows its plan before anything changes. “This is expected” asks for a reason and for how long.',
    zh: () => '“关闭”会先显示计划，确认后才会更改。“这是预期的”需填写理由和有效期。',
  },
  setClosingTime: { en: () => 'Set closing time', zh: () => '设置关闭时间' },
  deleteRule: { en: () => 'Delete rule', zh: () => '删除网关策略' },
  certificates: { en: () => 'Certificates', zh: () => '查看证书' },
  acceptOne: { en: () => 'This is expected…', zh: () => '这是预期的…' },
  acceptAll: {
    en: (p: { count: number }) => `Accept ${p.count === 1 ? 'this one' : `all ${p.count}`} as expected…`,
    zh: (p) => `将这 ${p.count} 个全部确认为预期…`,
  },
  review: {
    en: (p: { count: number }) => `Review the other ${p.count}`,
    zh: (p) => `核对其余 ${p.count} 个`,
  },
  reviewTitle: {
    en: (p: { scope: string }) => `Not reviewed yet: ${p.scope}`,
    zh: (p) => `尚未核对的地址：${p.scope}`,
  },
  reviewSays: {
    en: () => 'Nobody has said yet whether these are meant to be open. Accept all of them, or choose below.',
    zh: () => '尚无人确认这些地址是否应该开放。可全部确认，也可在下方逐个选择。',
  },
  reviewFlag: { en: () => 'Only what isn’t reviewed yet', zh: () => '仅尚未核对的地址' },
  closeOne: { en: () => 'Close…', zh: () => '关闭…' },
  setClosingTimeOne: { en: () => 'Set closing time…', zh: () => '设置关闭时间…' },
  deleteOne: { en: () => 'Delete rule…', zh: () => '删除网关策略…' },
  address: { en: () => 'Address', zh: () => '地址' },
  target: { en: () => 'Leads to', zh: () => '指向' },
  app: { en: () => 'App', zh: () => '应用' },
  since: { en: () => 'Open since', zh: () => '开放时间' },
  note: { en: () => 'Note', zh: () => '说明' },
  by: { en: (p: { at: string; who: string }) => `${p.at}, ${p.who}`, zh: (p) => `${p.at}，${p.who}` },
  outside: {
    en: (p: { at: string }) => `opened outside Portolan before ${p.at}`,
    zh: (p) => `于${apart(p.at)}前在 Portolan 之外开放`,
  },
  outsideBy: {
    en: (p: { at: string; user: string }) => `opened outside Portolan by ${p.user} before ${p.at}`,
    zh: (p) => `由 ${p.user} 于${apart(p.at)}前在 Portolan 之外开放`,
  },
  notKnown: { en: () => 'not known', zh: () => '未知' },
  csvTitle: { en: () => 'Reachable from outside', zh: () => '可从外部访问的地址' },
  csvSent: {
    en: (p: { count: number }) =>
      `The file with ${plural(p.count, 'address', 'addresses')} is in your direct messages with me.`,
    zh: (p) => `包含 ${p.count} 个地址的文件已发送到您与我的私信中。`,
  },
});
