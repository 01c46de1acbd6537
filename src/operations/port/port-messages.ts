import { messages } from '../../core/text/text.ts';

export interface NamedPort {
  /** Port number; with the protocol if the number isn't unique. */
  readonly port: string;
  readonly component: string;
}

export const portMsg = messages('port', {
  side: { en: 'Access', zh: '访问方式' },
  sideOuter: { en: 'External access, from the internet', zh: '对外服务（互联网可访问）' },
  sideInner: { en: 'Internal access, inside the cluster', zh: '对内服务（集群内可访问）' },
  sideHint: {
    en: 'External access needs internal access: the form opens both.',
    zh: '对外服务需要对内服务，表单会一并开启。',
  },
  sideWrong: {
    en: '`{typed}` isn’t a valid kind of access. Use external (outer) or internal (inner).',
    zh: '`{typed}` 不是有效的访问方式。请使用 external（对外服务）或 internal（对内服务）。',
  },
  both: { en: 'Both internal and external', zh: '同时对内和对外' },
  bothHint: {
    en: 'External access needs internal access. Yes changes both, in the right order.',
    zh: '对外服务依赖对内服务。选“是”会按正确的顺序一并处理。',
  },
  oneSide: { en: 'No, only the one above', zh: '否，仅上面所选' },
  bothSides: { en: 'Yes, both', zh: '是，两者一起' },
  isOn: { en: 'on', zh: '已开启' },
  isOff: { en: 'off', zh: '未开启' },
  length: { en: 'For how long', zh: '时长' },
  endless: { en: 'Until someone closes it', zh: '直到有人关闭' },
  lengthPlaceholder: { en: '30m, 2h, 1d', zh: '30m、2h、1d' },
  lengthHint: { en: 'The port closes automatically afterwards.', zh: '时间到后端口自动关闭。' },
  lengthMissing: { en: 'Enter a length of time, such as 2h.', zh: '请指定时长，例如 2h。' },
  lengthWrong: {
    en: '`{typed}` isn’t a valid length of time. Use 30m, 2h, 1d or 1h30m.',
    zh: '`{typed}` 不是有效的时长。可用 30m、2h、1d 或 1h30m。',
  },
  untilHint: {
    en: 'A time such as 22:00 or "tomorrow 06:00", instead of the length. At most 30 days ahead.',
    zh: '代替时长的时间，例如 22:00 或 "明天 06:00"，最多提前 30 天。',
  },
  untilWrong: {
    en: '`{typed}` isn’t a time in the next 30 days. Use `22:00`, `tomorrow 06:00` or a length such as `2h`.',
    zh: '`{typed}` 不是未来 30 天内的有效时间。请使用 `22:00`、`明天 06:00` 或时长，例如 `2h`。',
  },
  lengthOutside: {
    en: '`{typed}` is out of range. Use 1 minute to 365 days.',
    zh: '`{typed}` 超出范围。请使用 1 分钟到 365 天。',
  },
  alias: { en: 'Alias', zh: '别名' },
  aliasHint: {
    en: 'Capital letters, digits and underscores. Used in the environment variables ALIAS_HOST and ALIAS_PORT.',
    zh: '大写字母、数字和下划线。用于环境变量名，例如“别名_HOST”和“别名_PORT”。',
  },
  aliasMissing: { en: 'Enter an alias, such as WEB_HTTP.', zh: '请指定别名，例如 WEB_HTTP。' },
  aliasWrong: {
    en: '`{typed}` isn’t a valid alias. Start with a capital letter. Use capital letters, digits and underscores, up to 64 characters.',
    zh: '`{typed}` 不是有效的别名。须以大写字母开头，只含大写字母、数字和下划线，最多 64 个字符。',
  },
  serviceName: { en: 'In-cluster name', zh: '内部域名' },
  serviceNameHint: {
    en: 'Applies to all ports of the component. Default: the port’s current name.',
    zh: '对该组件的所有端口生效。默认为端口当前的名称。',
  },
  serviceNameWrong: {
    en: '`{typed}` isn’t a valid in-cluster name. Start with a lowercase letter. Use lowercase letters, digits and hyphens, up to 63 characters, with no hyphen at the end.',
    zh: '`{typed}` 不是有效的内部域名。须以小写字母开头，只含小写字母、数字和连字符，最多 63 个字符，不以连字符结尾。',
  },
  innerToo: { en: 'Open internal access', zh: '同时开启对内服务' },
  closeFirst: { en: 'Close it first if it’s open', zh: '若已开启则先关闭' },

  openAfter: { en: 'Open external access afterwards', zh: '之后开启对外服务' },
  extendForm: { en: 'Extend', zh: '延长开启时间' },
  howMuchLonger: { en: 'How much longer', zh: '延长多久' },
  longerHint: {
    en: 'Added to the current closing time. The request shows the new one.',
    zh: '从当前关闭时间起延长，申请中会显示新的关闭时间。',
  },
  longer: { en: 'Counted from the current closing time', zh: '从当前关闭时间起计算' },

  openSays: { en: 'Open a port', zh: '开启端口' },
  openSearched: {
    en: 'access, expose, publish, public, internet, tunnel, firewall, ssh, database, mysql, redis, postgres',
    zh: '访问，开放端口，暴露端口，外网，公网，内网，防火墙，数据库',
  },
  closeSearched: { en: 'access, shut, firewall, leak', zh: '访问，关掉，关上，外网，公网，内网，防火墙，泄露' },
  openFirst: { en: 'Open a port to the internet for 2 hours', zh: '开启端口的对外服务 2 小时' },
  closeSays: { en: 'Close a port', zh: '关闭端口' },
  untilSays: { en: 'Set a closing time for an open port', zh: '为已开启的端口设置关闭时间' },
  untilSearched: { en: 'access, extend, prolong, expire, expired', zh: '访问，延长，延期，过期' },
  untilForm: { en: 'Set a closing time', zh: '设置关闭时间' },
  addSays: { en: 'Add a port to a component', zh: '为组件添加端口' },
  addForm: { en: 'Add a port', zh: '添加端口' },
  protocolSays: { en: 'Change a port’s protocol', zh: '修改端口协议' },
  aliasSays: { en: 'Change a port’s alias and in-cluster name', zh: '修改端口别名和内部域名' },
  aliasForm: { en: 'Change a port’s alias', zh: '修改端口别名' },
  deleteSays: { en: 'Delete a port', zh: '删除端口' },

  whichPort: { en: 'Port', zh: '端口' },
  environment: { en: 'Environment variables', zh: '环境变量' },
  everyName: { en: 'In-cluster name of all ports', zh: '所有端口的内部域名' },
  nameOfPort: { en: 'In-cluster name of port {port}', zh: '端口 {port} 的内部域名' },
  closingTime: { en: 'Closing time', zh: '关闭时间' },
  afterLength: { en: '{length} after this request runs', zh: '从本申请执行时起 {length}后' },
  /** `from`: when the card was made, because it isn't known when people decide. */
  afterLengthFrom: {
    en: '{length} after this request runs ({at} if it runs at {from})',
    zh: '从本申请执行时起 {length}后（如在 {from} 执行，则为 {at}）',
  },
  afterLengthAt: { en: '{at}, {length} after this request runs', zh: '{at}，即从本申请执行时起 {length}后' },
  deleted: { en: 'deleted', zh: '已删除' },
  inactive: { en: '○ inactive', zh: '○ 未启用' },
  likely: { en: 'chosen by the platform, usually {address}', zh: '由平台分配，通常为 {address}' },
  givenByPlatform: { en: 'chosen by the platform', zh: '由平台分配' },
  nodePort: { en: 'a node port chosen by the platform', zh: '由平台分配的节点端口' },
  openShortcut: { en: 'Open a port', zh: '开启端口' },
  openShortcutDescription: {
    en: 'Open a port of a component. Its plan is shown before it runs',
    zh: '开启组件的端口，执行前会显示计划',
  },
  closeShortcut: { en: 'Close a port', zh: '关闭端口' },
  closeShortcutDescription: {
    en: 'Close a port of a component. Its plan is shown before it runs',
    zh: '关闭组件的端口，执行前会显示计划',
  },
  option: {
    en: '{port} {protocol} · internal {inner} · external {outer}',
    zh: '{port} {protocol} · 对内{inner} · 对外{outer}',
  },
});
