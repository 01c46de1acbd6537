import { messages } from '../../core/text/text.ts';

/** The names and labels of the gateway changes' parameters, and what is wrong with a value. */
export const msg = messages('gateway', {
  httpSays: { en: () => 'Route a domain to a port', zh: () => '将域名指向端口' },
  tcpSays: { en: () => 'Route a gateway address to a port', zh: () => '将地址和端口指向组件端口' },
  domain: { en: () => 'Domain', zh: () => '域名' },
  domainPlaceholder: { en: () => 'www.shop.test', zh: () => 'www.shop.test' },
  domainHint: {
    en: () => 'A name such as www.shop.test or *.shop.test; a path may follow it.',
    zh: () => '例如 www.shop.test 或 *.shop.test；后面可以带路径。',
  },
  domainMissing: { en: () => 'Name the domain, such as www.shop.test.', zh: () => '请指定域名，例如 www.shop.test。' },
  domainWrong: {
    en: (p: { typed: string }) =>
      `“${p.typed}” is no domain name: letters, digits and - between dots, such as www.shop.test or *.shop.test.`,
    zh: (p) => `“${p.typed}”不是域名：应由点分隔的字母、数字和连字符组成，例如 www.shop.test 或 *.shop.test。`,
  },
  domainNumbers: {
    en: (p: { typed: string }) =>
      `“${p.typed}” is an address. An HTTP rule needs a domain name; a TCP rule takes addresses.`,
    zh: (p) => `“${p.typed}”是地址。HTTP 策略需要域名；TCP 策略才使用地址。`,
  },
  domainPort: {
    en: (p: { typed: string }) => `“${p.typed}” names a port: a domain of an HTTP rule has none.`,
    zh: (p) => `“${p.typed}”带有端口：HTTP 策略的域名不含端口。`,
  },
  domainHttps: {
    en: (p: { typed: string }) =>
      `“${p.typed}”: leave https:// out. A rule answers https when a certificate is given (certificate_id).`,
    zh: (p) => `“${p.typed}”：请去掉 https://。提供证书（certificate_id）后策略即使用 https。`,
  },
  path: { en: () => 'Path', zh: () => '路径' },
  pathWrong: {
    en: (p: { typed: string }) =>
      `“${p.typed}” isn’t a valid path. Start it with / and leave out spaces, quotes, ?, #, $, ; and braces.`,
    zh: (p) => `“${p.typed}”不是有效的路径。须以 / 开头，且不含空格、引号、?、#、$、; 和花括号。`,
  },
  pathTwice: {
    en: (p: { one: string; other: string }) =>
      `Two paths are given: ${p.one} with the domain and ${p.other}. Keep one.`,
    zh: (p) => `给了两个路径：域名后的 ${p.one} 和 ${p.other}。请只保留一个。`,
  },
  whetherOpen: { en: () => 'Open the port to the outside if it is closed', zh: () => '若端口未对外开放则开放' },
  certificate: { en: () => 'Certificate', zh: () => '证书' },
  certificateHint: {
    en: () => 'The certificate’s number on the platform. With one the rule answers https.',
    zh: () => '证书在平台上的编号。提供后策略使用 https。',
  },
  cookie: { en: () => 'Cookie condition', zh: () => 'Cookie 条件' },
  header: { en: () => 'Header condition', zh: () => 'Header 条件' },
  conditionHint: {
    en: () => 'Only requests that carry it are routed here, such as version:beta.',
    zh: () => '只转发带有该内容的请求，例如 version:beta。',
  },
  weight: { en: () => 'Weight', zh: () => '权重' },
  weightHint: {
    en: () => '0 to 100: this rule’s share where several components have the same domain and path.',
    zh: () => '0 到 100：多个组件使用相同域名和路径时的流量占比。',
  },
  extensions: { en: () => 'Extensions', zh: () => '扩展功能' },
  extensionsHint: {
    en: () => 'One key:value a line, such as httptohttps:true or lb-type:round-robin.',
    zh: () => '每行一个 key:value，例如 httptohttps:true 或 lb-type:round-robin。',
  },
  pairWrong: {
    en: (p: { typed: string }) => `“${p.typed}” is no key:value.`,
    zh: (p) => `“${p.typed}”不是 key:value 格式。`,
  },
  tcpExtensionsHint: {
    en: () => 'One key:value per line, such as lb-type:round-robin.',
    zh: () => '每行一个 key:value，例如 lb-type:round-robin。',
  },
  extensionWrong: {
    en: (p: { typed: string }) =>
      `“${p.typed}” isn’t a valid extension. Use key:value, such as lb-type:round-robin. Each part can have up to 64 letters, digits, dots, underscores and hyphens.`,
    zh: (p) =>
      `“${p.typed}”不是有效的扩展功能。请使用 key:value 格式，例如 lb-type:round-robin；键和值只能包含字母、数字、点、下划线和连字符，各最多 64 个字符。`,
  },
  extensionNotAllowed: {
    en: (p: { typed: string; allowed: string }) =>
      `The extension ${p.typed} can’t be sent to this platform. Allowed: ${p.allowed}.`,
    zh: (p) => `不能向该平台发送扩展功能 ${p.typed}。可用的有：${p.allowed}。`,
  },
  headerWrong: {
    en: (p: { typed: string }) =>
      `“${p.typed}” isn’t a valid header. Use Name:value. The name can have letters, digits, hyphens and underscores. The value can’t have quotes, semicolons, backslashes or braces.`,
    zh: (p) =>
      `“${p.typed}”不是有效的请求头。请使用 Name:value 格式；名称只能包含字母、数字、连字符和下划线，值不能包含引号、分号、反斜杠或花括号。`,
  },
  conditionWrong: {
    en: (p: { typed: string }) =>
      `“${p.typed}” isn’t a valid condition. Use name:value, such as version:beta, with at most 255 characters and without quotes, backslashes or braces.`,
    zh: (p) =>
      `“${p.typed}”不是有效的条件。请使用 name:value 格式，例如 version:beta；最多 255 个字符，且不能包含引号、反斜杠或花括号。`,
  },
  certificateConfigWrong: {
    en: (p: { typed: string }) =>
      `“${p.typed}” isn’t a valid certificate configuration. Use up to 64 letters, digits, dots, underscores and hyphens.`,
    zh: (p) => `“${p.typed}”不是有效的证书配置。请使用最多 64 个字母、数字、点、下划线和连字符。`,
  },
  autoSsl: { en: () => 'Automatic certificate', zh: () => '自动签发证书' },
  autoSslConfig: { en: () => 'Settings of the automatic certificate', zh: () => '自动签发证书的配置' },
  autoSslTwice: {
    en: () => 'A certificate is given already: choose that or the automatic one.',
    zh: () => '已指定证书：请在该证书与自动签发之间选择一个。',
  },
  yesNoWrong: {
    en: (p: { typed: string }) => `“${p.typed}” is neither yes nor no.`,
    zh: (p) => `“${p.typed}”不是 yes 或 no。`,
  },
  bodySize: { en: () => 'Largest request body', zh: () => '请求体上限' },
  bufferNumbers: { en: () => 'Number of proxy buffers', zh: () => '代理缓冲区数量' },
  bufferSize: { en: () => 'Size of a proxy buffer', zh: () => '代理缓冲区大小' },
  buffering: { en: () => 'Proxy buffering', zh: () => '代理缓冲' },
  bufferingWrong: {
    en: (p: { typed: string }) => `“${p.typed}” is neither on nor off.`,
    zh: (p) => `“${p.typed}”不是 on 或 off。`,
  },
  connectTimeout: { en: () => 'Connect timeout, seconds', zh: () => '连接超时（秒）' },
  readTimeout: { en: () => 'Read timeout, seconds', zh: () => '读取超时（秒）' },
  sendTimeout: { en: () => 'Send timeout, seconds', zh: () => '发送超时（秒）' },
  setHeaders: { en: () => 'Headers to set', zh: () => '设置请求头' },
  setHeadersHint: { en: () => 'One Name:value a line.', zh: () => '每行一个 Name:value。' },
  endPoint: { en: () => 'End point', zh: () => '访问端点' },
  endPointPlaceholder: { en: () => '0.0.0.0:30021', zh: () => '0.0.0.0:30021' },
  endPointHint: {
    en: () => 'ip:port. 0.0.0.0 stands for every address of the region’s gateway.',
    zh: () => 'ip:端口。0.0.0.0 表示集群网关的所有地址。',
  },
  endPointMissing: {
    en: () => 'Name the end point as ip:port, such as 0.0.0.0:30021.',
    zh: () => '请以 ip:端口 指定端点，例如 0.0.0.0:30021。',
  },
  endPointWrong: {
    en: (p: { typed: string }) =>
      `“${p.typed}” is no end point: ip:port with a port from 1 to 65535, at most 32 characters, such as 0.0.0.0:30021.`,
    zh: (p) => `“${p.typed}”不是端点：应为 ip:端口，端口为 1 到 65535，最多 32 个字符，例如 0.0.0.0:30021。`,
  },
  defaultPort: { en: () => 'Default port', zh: () => '默认端口' },
  defaultIp: { en: () => 'Default address', zh: () => '默认地址' },
  defaultHint: { en: () => 'Left empty: that of the end point.', zh: () => '留空则与端点相同。' },
  ipWrong: {
    en: (p: { typed: string }) => `“${p.typed}” is no address such as 10.2.0.9.`,
    zh: (p) => `“${p.typed}”不是地址，例如 10.2.0.9。`,
  },
  modalTitle: { en: () => 'Gateway rule', zh: () => '网关规则' },
  httpOption: { en: () => 'HTTP: a domain', zh: () => 'HTTP：域名' },
  tcpOption: { en: () => 'TCP: an address and port', zh: () => 'TCP：地址和端口' },
  shortcut: { en: () => 'Create a gateway rule', zh: () => '创建网关规则' },
  shortcutDescription: {
    en: () => 'An HTTP or TCP rule of the gateway: shown as a plan first',
    zh: () => '网关的 HTTP 或 TCP 规则：先显示计划',
  },
});
