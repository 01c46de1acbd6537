import { apart } from '../../core/text/chinese.ts';
import { plural, pluralForm } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const componentMsg = messages('component', {
  listSays: { en: () => 'List the components of the app', zh: () => '列出应用的组件' },
  listForm: { en: () => 'List components', zh: () => '列出组件' },
  showSays: { en: () => 'Show a component and its ports', zh: () => '查看组件及其端口' },
  showForm: { en: () => 'Show a component', zh: () => '查看组件' },
  listTitle: { en: (p: { app: string }) => `Components of ${p.app}`, zh: (p) => `应用“${p.app}”的组件` },
  listNone: { en: () => 'This app has no components yet.', zh: () => '该应用还没有组件。' },
  listNoneKnown: {
    en: () =>
      'This platform can’t list components, and none has been used here yet. Enter a component’s ID or alias. It will be listed from then on.',
    zh: () => '该平台不能列出组件，这里也还没有使用过组件。请填写组件的 ID 或别名，之后会列出。',
  },
  listNoneFound: {
    en: (p: { typed: string }) => `No component has \`${p.typed}\` in its name.`,
    zh: (p) => `没有名称包含 \`${p.typed}\` 的组件。`,
  },
  listSeen: {
    en: () => 'This platform can’t list components. These are the ones used so far. For others, enter the ID or alias.',
    zh: () => '该平台不能列出组件。这里只显示使用过的组件；其他组件请填写 ID 或别名。',
  },
  listCount: {
    en: (p: { total: number }) => plural(p.total, 'component'),
    zh: (p) => `共 ${p.total} 个组件`,
  },
  listCountAbnormal: {
    en: (p: { total: number; abnormal: number }) =>
      `${plural(p.total, 'component')}, ${p.abnormal} ${pluralForm(p.abnormal, 'needs', 'need')} attention`,
    zh: (p) => `共 ${p.total} 个组件，其中 ${p.abnormal} 个需要关注`,
  },
  statusesUnknown: {
    en: () => 'The region isn’t responding, so the status of its components is unknown.',
    zh: () => '集群没有响应，组件状态未知。',
  },
  unfinished: { en: () => '◌ not created yet', zh: () => '◌ 尚未创建完成' },
  name: { en: () => 'Name', zh: () => '名称' },
  alias: { en: () => 'Alias', zh: () => '别名' },
  inCluster: { en: () => 'In-cluster name', zh: () => '内部域名' },
  status: { en: () => 'Status', zh: () => '状态' },
  showSelect: { en: () => 'Show a component', zh: () => '查看组件' },
  showButton: { en: (p: { name: string }) => `Show ${p.name}`, zh: (p) => `查看“${p.name}”` },
  eventsButton: { en: (p: { name: string }) => `Events of ${p.name}`, zh: (p) => `“${p.name}”的事件` },
  showTitle: { en: (p: { name: string }) => `Component ${p.name}`, zh: (p) => `组件“${p.name}”` },
  image: { en: () => 'Image', zh: () => '镜像' },
  version: { en: () => 'Version', zh: () => '版本' },
  instances: { en: () => 'Instances', zh: () => '实例数' },
  memory: { en: () => 'Memory', zh: () => '内存' },
  source: { en: () => 'Source', zh: () => '来源' },
  address: { en: (p: { address: string }) => `• ${p.address}`, zh: (p) => `• ${p.address}` },
  addressClosed: {
    en: (p: { address: string }) => `• ${p.address} – ○ port is closed`,
    zh: (p) => `• ${p.address} – ○ 端口未开启对外服务`,
  },
  addressMayAnswer: {
    en: (p: { address: string }) => `• ${p.address} – ○ port is closed, but may still answer`,
    zh: (p) => `• ${p.address} – ○ 端口未开启对外服务，但可能仍可访问`,
  },
  noPorts: { en: () => 'No ports.', zh: () => '没有端口。' },
  wrong: { en: (p: { what: string }) => `⚠ ${p.what}`, zh: (p) => `⚠ ${p.what}` },
  instanceCount: { en: (p: { count: number }) => plural(p.count, 'instance'), zh: (p) => `${p.count} 个实例` },
  each: { en: (p: { size: string }) => `${p.size} each`, zh: (p) => `每个 ${p.size}` },
  gpu: { en: (p: { memory: string }) => `${p.memory} of GPU memory`, zh: (p) => `GPU 显存 ${p.memory}` },
  noCpuLimit: { en: () => 'no CPU limit', zh: () => 'CPU 不限' },
  noMemoryLimit: { en: () => 'no memory limit', zh: () => '内存不限' },
  usage: {
    en: (p: { cpu: string; memory: string }) => `Uses ${p.cpu} · ${p.memory}`,
    zh: (p) => `已用 ${p.cpu} · ${p.memory}`,
  },
  ofLimit: {
    en: (p: { percent: number; limit: string }) => `${p.percent}% of ${p.limit}`,
    zh: (p) => `${apart(p.limit).trimStart()}的 ${p.percent}%`,
  },
  coresUsed: { en: (p: { cores: string }) => plural(p.cores, 'core'), zh: (p) => `${p.cores} 核` },
  changed: {
    en: (p: { what: string; when: string }) => `Last changed ${p.when}: ${p.what}`,
    zh: (p) => `最近变更：${p.when}，${p.what}`,
  },
  changedBy: {
    en: (p: { what: string; who: string; when: string }) => `Last changed by ${p.who}, ${p.when}: ${p.what}`,
    zh: (p) => `最近变更：${p.who}，${p.when}，${p.what}`,
  },
  changedAlone: {
    en: (p: { what: string; when: string }) => `Last changed automatically, ${p.when}: ${p.what}`,
    zh: (p) => `最近变更：自动执行，${p.when}，${p.what}`,
  },
  closedAlone: {
    en: (p: { what: string; when: string; who: string; length: string }) =>
      `Last changed automatically, ${p.when}: ${p.what} (opened by ${p.who} for ${p.length})`,
    zh: (p) => `最近变更：自动执行，${p.when}，${p.what}（由 ${p.who} 开放 ${p.length}）`,
  },
  changedInConsole: {
    en: (p: { what: string; who: string; when: string }) =>
      `Last changed by ${p.who} outside Portolan, ${p.when}: ${p.what}`,
    zh: (p) => `最近变更：${p.who} 在 Portolan 之外，${p.when}，${p.what}`,
  },
  isAbnormal: { en: () => 'It isn’t running as it should.', zh: () => '运行异常。' },
  seeEvents: { en: () => 'Its events and log show why.', zh: () => '原因请查看事件和日志。' },
  events: { en: () => 'Events', zh: () => '事件' },
  log: { en: () => 'Log', zh: () => '日志' },
  restart: { en: () => 'Restart', zh: () => '重启' },
  chart: { en: () => 'Chart', zh: () => '监控图' },
  ports: { en: () => 'Ports', zh: () => '端口' },
  more: { en: () => 'More', zh: () => '更多' },
  openPort: { en: () => 'Open a port', zh: () => '开启端口' },
  unfinishedNote: {
    en: () =>
      'This component is still being created. The platform shows its addresses and other details when that is done.',
    zh: () => '该组件仍在创建中。创建完成后，平台才会显示其访问地址和其他信息。',
  },
  partlyRead: {
    en: (p: { en: string; zh: string }) =>
      `Only part of this component could be read: its status and other details are missing. ${p.en}`,
    zh: (p) => `只读取到该组件的部分信息，缺少状态和其他信息。${p.zh}`,
  },
  addressesUnknown: { en: () => 'The addresses couldn’t be read.', zh: () => '无法读取访问地址。' },
  readAgain: { en: () => 'Try again', zh: () => '重试' },
  field: { en: (p: { name: string }) => p.name, zh: (p) => p.name },
  moreTitle: { en: () => 'All other details', zh: () => '平台提供的其他信息' },
});
