import { messages } from '../../core/text/text.ts';

export const gatewayMsg = messages('gateway', {
  httpSays: { en: 'Route a domain to a port', zh: '将域名指向端口' },
  httpSearched: { en: 'certificate, https, ssl, tls, dns', zh: '证书，https' },
  tcpSays: { en: 'Route an address and port of the gateway to a port', zh: '将网关的地址和端口指向组件端口' },
  domain: { en: 'Domain', zh: '域名' },
  domainPlaceholder: { en: 'www.shop.test', zh: 'www.shop.test' },
  domainHint: {
    en: 'For example www.shop.test or *.shop.test. A path, as in shop.test/cart, may have no effect.',
    zh: '例如 www.shop.test 或 *.shop.test。可带路径（shop.test/cart），但可能不生效。',
  },
  domainMissing: { en: 'Enter a domain, such as www.shop.test.', zh: '请填写域名，例如 www.shop.test。' },
  domainWrong: { en: '`{typed}` isn’t a valid domain: {fault}', zh: '`{typed}` 不是有效的域名：{fault}' },
  domainExample: { en: 'a domain such as shop.example.com', zh: '类似 shop.example.com 的域名' },
  domainScheme: {
    en: 'it begins like a web address. Use {like}, or the same with http:// or https://.',
    zh: '开头不是域名。请使用{like:apart-before}，前面可加 http:// 或 https://。',
  },
  domainNone: {
    en: 'it’s only a path. Put the domain first, such as shop.example.com/cart.',
    zh: '只有路径。请先填写域名，例如 shop.example.com/cart。',
  },
  domainFaults: { en: 'it {faults}. Use {like}.', zh: '{faults}。请使用{like:apart-before}。' },
  domainFaultsOfHttps: {
    en: 'it {faults}. Use {like} with a certificate.',
    zh: '{faults}。请使用{like:apart}并指定证书。',
  },
  domainPort: { en: 'contains a port', zh: '包含端口' },
  domainSpace: { en: 'contains a space', zh: '包含空格' },
  domainUnderscore: { en: 'contains an underscore', zh: '包含下划线' },
  domainSign: { en: 'contains “{sign}”', zh: '包含“{sign}”' },
  domainLong: { en: 'is longer than {most} characters', zh: '超过 {most} 个字符' },
  domainPartLong: {
    en: 'has a part of more than {most} characters between dots',
    zh: '点之间的一段超过 {most} 个字符',
  },
  domainDots: { en: 'has a dot too many', zh: '有多余的点' },
  domainStar: { en: 'has a star that isn’t the whole first part', zh: '星号不是单独的第一段' },
  domainHyphen: { en: 'has a part that begins or ends with a hyphen', zh: '有一段以连字符开头或结尾' },
  domainPath: { en: 'has a path with characters that aren’t allowed', zh: '路径中有不允许的字符' },
  domainNumbers: {
    en: '`{typed}` is an IP address. An HTTP rule needs a domain. For an address, create a TCP rule.',
    zh: '`{typed}` 是 IP 地址。HTTP 网关策略需要域名；如需使用地址，请创建 TCP 网关策略。',
  },
  /** Unused, because https:// is accepted now. Kept for cards stored by older versions. */
  domainHttps: {
    en: '`{typed}`: to serve https, set a certificate (certificate_id).',
    zh: '`{typed}`：如需 https，请指定证书（certificate_id）。',
  },
  certificateNeeded: {
    en: 'Needed for https on {domain}: choose a certificate, or turn on the automatic certificate. For http, enter the domain without https.',
    zh: '{domain} 使用 https 需要证书：请选择证书或启用自动签发。如需 http，请填写不带 https 的域名。',
  },
  path: { en: 'Path', zh: '路径' },
  pathWrong: {
    en: '`{typed}` isn’t a valid path. Start with /. Spaces, quotes, ?, #, $, ; and braces aren’t allowed.',
    zh: '`{typed}` 不是有效的路径。须以 / 开头，且不含空格、引号、?、#、$、; 和花括号。',
  },
  pathTwice: {
    en: 'There are two paths: {one} after the domain, and {other}. Keep one of them.',
    zh: '有两个路径：域名后的 {one} 和 {other}。请只保留一个。',
  },
  closingTime: { en: 'Closing time', zh: '关闭时间' },
  whetherOpen: { en: 'Open external access if it’s closed', zh: '若对外服务未开启则一并开启' },
  certificate: { en: 'Certificate', zh: '证书' },
  certificateHint: {
    en: 'One of the team’s certificates, by its name or number. With a certificate, the rule serves https.',
    zh: '团队证书的名称或编号。指定证书后，网关策略使用 https。',
  },
  cookie: { en: 'Cookie condition', zh: 'Cookie 条件' },
  header: { en: 'Header condition', zh: '请求头条件' },
  conditionHint: {
    en: 'Only requests with these values are routed to the port. Format: name=value;name2=value2.',
    zh: '只转发带有这些值的请求。格式：name=value;name2=value2。',
  },
  weight: { en: 'Weight', zh: '权重' },
  weightHint: {
    en: '0 to 100. The rule’s share of requests when several components use the same domain and path.',
    zh: '0 到 100。多个组件使用相同域名和路径时的流量占比。',
  },
  extensions: { en: 'Extensions', zh: '扩展功能' },
  extensionsHint: {
    en: 'One key:value per line: httptohttps:true or lb-type:round-robin.',
    zh: '每行一个 key:value，例如 httptohttps:true 或 lb-type:round-robin。',
  },
  pairWrong: { en: '`{typed}` isn’t valid. Use name:value.', zh: '`{typed}` 无效。请使用 name:value 格式。' },
  tcpExtensionsHint: {
    en: 'One key:value per line, such as lb-type:round-robin.',
    zh: '每行一个 key:value，例如 lb-type:round-robin。',
  },
  extensionWrong: {
    en: '`{typed}` isn’t a valid extension. Use key:value, such as lb-type:round-robin. Each part can have up to 64 letters, digits, dots, underscores and hyphens.',
    zh: '`{typed}` 不是有效的扩展功能。请使用 key:value 格式，例如 lb-type:round-robin；键和值只能包含字母、数字、点、下划线和连字符，各最多 64 个字符。',
  },
  extensionNotAllowed: {
    en: 'The extension {typed} can’t be sent to this platform. Allowed: {allowed}.',
    zh: '不能向该平台发送扩展功能 {typed}。可用的有：{allowed:list}。',
  },
  headerWrong: {
    en: '`{typed}` isn’t a valid header. Use Name:value. The name can have letters, digits, hyphens and underscores. The value can’t have quotes, semicolons, backslashes or braces.',
    zh: '`{typed}` 不是有效的请求头。请使用 Name:value 格式；名称只能包含字母、数字、连字符和下划线，值不能包含引号、分号、反斜杠或花括号。',
  },
  conditionWrong: {
    en: '`{typed}` isn’t a valid condition. Use name=value, such as version=beta, and semicolons between several conditions. Up to 255 characters, without quotes, backslashes or braces.',
    zh: '`{typed}` 不是有效的条件。请使用 name=value 格式，例如 version=beta，多个之间用分号隔开；最多 255 个字符，且不能包含引号、反斜杠或花括号。',
  },
  certificateConfigWrong: {
    en: '`{typed}` isn’t a valid certificate setting. Use up to 64 letters, digits, dots, underscores and hyphens.',
    zh: '`{typed}` 不是有效的证书配置。请使用最多 64 个字母、数字、点、下划线和连字符。',
  },
  autoSsl: { en: 'Automatic certificate', zh: '自动签发证书' },
  autoSslConfig: { en: 'Automatic certificate settings', zh: '自动签发证书的配置' },
  autoSslTwice: {
    en: 'Choose either a certificate or the automatic certificate, not both.',
    zh: '证书和自动签发证书只能选择一个。',
  },
  yesNoWrong: { en: '`{typed}` isn’t valid. Use yes or no.', zh: '`{typed}` 无效。请使用 yes 或 no。' },
  bodySize: { en: 'Maximum request body size', zh: '上传限制' },
  bufferNumbers: { en: 'Number of proxy buffers', zh: '缓冲区数量' },
  bufferSize: { en: 'Proxy buffer size', zh: '缓冲区大小' },
  buffering: { en: 'Proxy buffering', zh: '开启 ProxyBuffer' },
  bufferingWrong: { en: '`{typed}` isn’t valid. Use on or off.', zh: '`{typed}` 无效。请使用 on 或 off。' },
  connectTimeout: { en: 'Connect timeout, seconds', zh: '连接超时时间（秒）' },
  readTimeout: { en: 'Read timeout, seconds', zh: '响应超时时间（秒）' },
  sendTimeout: { en: 'Send timeout, seconds', zh: '请求超时时间（秒）' },
  setHeaders: { en: 'Headers to set', zh: '自定义请求头' },
  setHeadersHint: { en: 'One name:value per line.', zh: '每行一个 name:value。' },
  ignored: { en: '{value} (ignored by the platform)', zh: '{value}（平台不会应用）' },
  labelOnly: {
    en: '{value} (only a label in the console, opens nothing)',
    zh: '{value}（仅为控制台中的标记，不会开启端口）',
  },
  savedOnly: {
    en: '{value} (no effect)',
    zh: '{value}（不生效）',
  },
  ignoredByConsole: { en: 'The platform’s console ignores this.', zh: '平台控制台不会应用此项。' },
  routedByDomain: {
    en: 'The platform saves this, but its gateway may route by domain alone.',
    zh: '平台会保存此项，但网关可能只按域名转发。',
  },
  endPoint: { en: 'Address and port', zh: '访问地址和端口' },
  endPointPlaceholder: { en: '0.0.0.0:30100', zh: '0.0.0.0:30100' },
  endPointHint: {
    en: 'ip:port, or only the port. 0.0.0.0 means all addresses of the region’s gateway.',
    zh: 'ip:端口，或只填端口。0.0.0.0 表示集群网关的所有地址。',
  },
  endPointMissing: {
    en: 'Enter the address and port, such as 0.0.0.0:30100.',
    zh: '请填写地址和端口，例如 0.0.0.0:30100。',
  },
  endPointWrong: {
    en: '`{typed}` isn’t a valid address and port. Use ip:port, such as 0.0.0.0:30100, with a port from 1 to 65535 and at most 32 characters.',
    zh: '`{typed}` 不是有效的地址和端口。请使用 ip:端口，例如 0.0.0.0:30100；端口为 1 到 65535，最多 32 个字符。',
  },
  defaultPort: { en: 'Default port', zh: '默认端口' },
  defaultIp: { en: 'Default IP address', zh: '默认 IP 地址' },
  defaultHint: { en: 'Leave empty to use the value above.', zh: '留空则与上面的相同。' },
  ipWrong: {
    en: '`{typed}` isn’t a valid IP address. Use four numbers, such as 203.0.113.9.',
    zh: '`{typed}` 不是有效的 IP 地址。请使用四段数字，例如 203.0.113.9。',
  },
  modalTitle: { en: 'Gateway rule', zh: '网关策略' },
  httpOption: { en: 'HTTP: a domain', zh: 'HTTP：域名' },
  tcpOption: { en: 'TCP: an address and port', zh: 'TCP：地址和端口' },
  shortcut: { en: 'Create a gateway rule', zh: '创建网关策略' },
  shortcutDescription: {
    en: 'Create an HTTP or TCP rule on the gateway. Its plan is shown before it runs',
    zh: '在网关上创建 HTTP 或 TCP 网关策略，执行前会显示计划',
  },
});
