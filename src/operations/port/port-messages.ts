import { messages } from '../../core/text/text.ts';

/** The names and labels of the port changes' parameters, and what is wrong with a value. */
export const msg = messages('port', {
  side: { en: () => 'Access', zh: () => '访问方式' },
  sideOuter: { en: () => 'Outer: from everywhere', zh: () => '对外：任何地方可访问' },
  sideInner: { en: () => 'Inner: inside the cluster', zh: () => '对内：集群内可访问' },
  sideWrong: {
    en: (p: { typed: string }) => `“${p.typed}” is neither outer nor inner.`,
    zh: (p) => `“${p.typed}”不是 outer（对外）或 inner（对内）。`,
  },
  both: { en: () => 'Both inner and outer', zh: () => '同时包括对内和对外' },
  bothHint: {
    en: () => 'Outer access needs inner access: this does both in the right order.',
    zh: () => '对外服务依赖对内服务：会按正确的顺序一并处理。',
  },
  length: { en: () => 'For how long', zh: () => '时长' },
  lengthPlaceholder: { en: () => '30m, 2h, 1d', zh: () => '30m、2h、1d' },
  lengthHint: { en: () => 'It closes by itself afterwards.', zh: () => '到时会自动关闭。' },
  lengthMissing: { en: () => 'Say for how long, such as 2h.', zh: () => '请指定时长，例如 2h。' },
  lengthWrong: {
    en: (p: { typed: string }) => `“${p.typed}” is no length of time. Use 30m, 2h, 1d or 1h30m.`,
    zh: (p) => `“${p.typed}”不是时长。可用 30m、2h、1d 或 1h30m。`,
  },
  lengthOutside: {
    en: (p: { typed: string }) => `“${p.typed}” is not between one minute and 365 days.`,
    zh: (p) => `“${p.typed}”不在 1 分钟到 365 天之间。`,
  },
  alias: { en: () => 'Alias', zh: () => '别名' },
  aliasHint: {
    en: () => 'Capital letters, digits and _. It names the environment variables ALIAS_HOST and ALIAS_PORT.',
    zh: () => '大写字母、数字和下划线。用于环境变量 ALIAS_HOST 和 ALIAS_PORT 的名称。',
  },
  aliasMissing: { en: () => 'Name the alias, such as WEB_HTTP.', zh: () => '请指定别名，例如 WEB_HTTP。' },
  aliasWrong: {
    en: (p: { typed: string }) =>
      `“${p.typed}” is no alias: a capital letter, then capitals, digits and _, at most 64 in all.`,
    zh: (p) => `“${p.typed}”不是可用的别名：须以大写字母开头，只含大写字母、数字和下划线，最多 64 个字符。`,
  },
  serviceName: { en: () => 'In-cluster name', zh: () => '内部域名' },
  serviceNameHint: {
    en: () => 'Holds for every port of the component. Left empty: the port’s present name.',
    zh: () => '对该组件的所有端口生效。留空则使用端口当前的名称。',
  },
  serviceNameWrong: {
    en: (p: { typed: string }) =>
      `“${p.typed}” is no in-cluster name: a small letter, then small letters, digits and -, at most 63, not ending in -.`,
    zh: (p) =>
      `“${p.typed}”不是可用的内部域名：须以小写字母开头，只含小写字母、数字和连字符，最多 63 个字符，不以连字符结尾。`,
  },
  innerToo: { en: () => 'Open inside the cluster', zh: () => '同时开启对内服务' },
  closeFirst: { en: () => 'Close it first if it is open', zh: () => '若已开放则先关闭' },

  openSays: { en: () => 'Open a port', zh: () => '开放端口' },
  closeSays: { en: () => 'Close a port', zh: () => '关闭端口' },
  untilSays: { en: () => 'Give an open port a closing time', zh: () => '为已开放的端口设置关闭时间' },
  addSays: { en: () => 'Add a port to a component', zh: () => '为组件添加端口' },
  protocolSays: { en: () => 'Change a port’s protocol', zh: () => '修改端口协议' },
  aliasSays: { en: () => 'Change a port’s alias and in-cluster name', zh: () => '修改端口别名和内部域名' },
  deleteSays: { en: () => 'Delete a port', zh: () => '删除端口' },

  whichPort: { en: () => 'Port', zh: () => '端口' },
  environment: { en: () => 'Environment variables', zh: () => '环境变量' },
  everyName: { en: () => 'In-cluster name of every port', zh: () => '所有端口的内部域名' },
  nameOfPort: {
    en: (p: { port: number }) => `In-cluster name of port ${p.port}`,
    zh: (p) => `端口 ${p.port} 的内部域名`,
  },
  closesByItself: { en: () => 'Closes by itself', zh: () => '自动关闭' },
  asItIs: { en: () => 'as it is now', zh: () => '保持现状' },
  afterLength: { en: (p: { length: string }) => `${p.length} after it is done`, zh: (p) => `完成后 ${p.length}` },
  deleted: { en: () => 'deleted', zh: () => '删除' },
  answers: { en: (p: { address: string }) => `● ${p.address}`, zh: (p) => `● ${p.address}` },
  silent: { en: (p: { address: string }) => `○ ${p.address}`, zh: (p) => `○ ${p.address}` },
  likely: {
    en: (p: { address: string }) => `given by the platform, usually ${p.address}`,
    zh: (p) => `由平台分配，通常为 ${p.address}`,
  },
  givenByPlatform: { en: () => 'given by the platform', zh: () => '由平台分配' },
  nodePort: {
    en: () => 'a port of the region’s nodes, chosen by the platform',
    zh: () => '由平台选择的集群节点端口',
  },
  openShortcut: { en: () => 'Open a port', zh: () => '开放端口' },
  openShortcutDescription: {
    en: () => 'Open a port of a component: shown as a plan first',
    zh: () => '开放组件的端口：先显示计划',
  },
  closeShortcut: { en: () => 'Close a port', zh: () => '关闭端口' },
  closeShortcutDescription: {
    en: () => 'Close a port of a component: shown as a plan first',
    zh: () => '关闭组件的端口：先显示计划',
  },
  option: {
    en: (p: { port: number; protocol: string; inner: string; outer: string }) =>
      `${p.port} ${p.protocol} · inner ${p.inner} · outer ${p.outer}`,
    zh: (p) => `${p.port} ${p.protocol} · 对内 ${p.inner} · 对外 ${p.outer}`,
  },
});
