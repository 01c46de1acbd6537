import { joinedWords, portWords } from '../../core/text/joined.ts';
import { messages } from '../../core/text/text.ts';

export const ruleMsg = messages('gateway.rule', {
  /** Shown next to a line in a chart. */
  markAdded: {
    en: (p: { name: string; port: number; address: string }) => `added ${p.address} to ${portWords(p.name, p.port)}`,
    zh: (p) => `为 ${portWords(p.name, p.port)} 添加地址 ${p.address}`,
  },
  markAddedBriefly: {
    en: (p: { name: string }) => joinedWords('added a gateway rule', p.name === '' ? '' : `for ${p.name}`),
    zh: (p) => (p.name === '' ? '添加网关策略' : `为 ${p.name} 添加网关策略`),
  },

  title: {
    en: 'Open port {port} on {component} to the internet at {address}',
    zh: '开启“{component}”端口 {port} 的对外服务，地址为 {address}',
  },
  /** For private addresses, which the internet may not reach. */
  titlePrivate: {
    en: 'Open external access to port {port} on {component} at {address}',
    zh: '开启“{component}”端口 {port} 的对外服务，地址为 {address}',
  },
  /** For a rule on all addresses of the region. Naming a single address, which may look private, would mislead. */
  titlePort: {
    en: 'Open port {port} on {component} to the internet on the region’s port {number}',
    zh: '开启“{component}”端口 {port} 的对外服务，使用集群的端口 {number}',
  },
  routes: { en: '{address} → {component}:{port}', zh: '{address} → {component}:{port}' },
  everyAddress: { en: '{endPoint} (every address of the region)', zh: '{endPoint}（集群的所有地址）' },
  servesEverywhere: {
    en: 'The region opens port {number} at every address of its nodes, not only at {host}.',
    zh: '集群会在所有节点地址上开启端口 {number}，而不仅是 {host}。',
  },
  warnPrivate: {
    en: '{host} is a private address. Portolan can’t see whether the region makes it reachable from the internet, so treat it as public.',
    zh: '{host} 是私有地址。Portolan 无法得知集群是否使其可从互联网访问，请按公开地址对待。',
  },
  warnGatewayPort: {
    en: 'Gateways usually serve the HTTP addresses of the whole region on port {port}. If the region accepts this rule, HTTP addresses of other apps and teams in the region may stop working, perhaps until this rule is deleted in the platform’s console: closing external access may not bring them back.',
    zh: '网关通常用端口 {port} 提供整个集群的 HTTP 访问。若集群接受该网关策略，该集群中其他应用和其他团队的 HTTP 地址可能无法访问，或许要到在平台控制台删除此网关策略后才会恢复，仅关闭对外服务可能无法恢复。',
  },
  openAlready: {
    en: 'Port {port} is already open to the internet: anyone can reach it.',
    zh: '端口 {port} 此前已对外开放，互联网上的任何人都可以访问它。',
  },
  openUntil: {
    en: 'Port {port} closes automatically at {at}; this address stops then.',
    zh: '端口 {port} 将于 {at} 自动关闭，届时此地址停止访问。',
  },
  otherApps: {
    en: '*If another app serves {domain}, its requests may go to this port*, and undo may not give them back. Rules of other apps can’t be seen here.',
    zh: '*如果其他应用已使用 {domain}，其请求可能改为发往此端口*，撤销也不一定能恢复。此处看不到其他应用的网关策略。',
  },
  warnConnect: {
    en: 'Anyone on the internet will be able to connect to {component} on the region’s port {number}.',
    zh: '互联网上的任何人都将可以通过集群的端口 {number} 连接“{component}”。',
  },
  warnConnectAt: {
    en: 'Anyone on the internet will be able to connect to {component} at {endPoint}.',
    zh: '互联网上的任何人都将可以通过 {endPoint} 连接“{component}”。',
  },
  warnConnectPrivate: {
    en: 'Anyone who can reach {endPoint} will be able to connect to {component}.',
    zh: '能够访问 {endPoint} 的任何人都将可以连接“{component}”。',
  },
  titleWeighted: {
    en: 'Open port {port} on {component} to the internet at {address}, with weight {weight}',
    zh: '开启“{component}”端口 {port} 的对外服务，地址为 {address}，权重 {weight}',
  },
  titleAdded: {
    en: 'Add the internet address {address} to port {port} on {component}',
    zh: '为“{component}”的端口 {port} 添加对外访问地址 {address}',
  },
  titleAddedWeighted: {
    en: 'Add the internet address {address} to port {port} on {component}, with weight {weight}',
    zh: '为“{component}”的端口 {port} 添加对外访问地址 {address}，权重 {weight}',
  },
  titleSubdomains: {
    en: 'Open port {port} on {component} to the internet for every subdomain of {domain}',
    zh: '开启“{component}”端口 {port} 的对外服务，并接收 {domain} 所有子域名的请求',
  },
  titleSubdomainsAdded: {
    en: 'Route every subdomain of {domain} from the internet to port {port} on {component}',
    zh: '将互联网上 {domain} 所有子域名的请求转到“{component}”的端口 {port}',
  },
  /** For a rule with a path or conditions that the gateway ignores. */
  titleWhole: {
    en: 'Open port {port} on {component} to the internet for all of {domain}',
    zh: '开启“{component}”端口 {port} 的对外服务，并接收 {domain} 的全部请求',
  },
  titleWholeAdded: {
    en: 'Route all of {domain} from the internet to port {port} on {component}',
    zh: '将互联网上 {domain} 的全部请求转到“{component}”的端口 {port}',
  },
  step: { en: 'Create the rule {address} for port {port}', zh: '为端口 {port} 创建网关策略 {address}' },
  stepOpening: {
    en: 'Create the rule {address} for port {port} and open the port’s external access',
    zh: '为端口 {port} 创建网关策略 {address}，并开启该端口的对外服务',
  },
  typedDomain: { en: 'Domain as entered', zh: '输入的域名' },
  already: {
    en: '{address} already routes to port {port} on {component}.',
    zh: '{address} 已指向“{component}”的端口 {port}。',
  },
  cannotChange: {
    en: '{address} already routes to port {port} on {component}. To change the settings of an existing rule, use the platform’s console.',
    zh: '{address} 已指向“{component}”的端口 {port}。要修改已有网关策略的设置，请使用平台控制台。',
  },
  existsClosed: {
    en: 'The rule {address} for port {port} on {component} already exists, but the port’s external access is closed. Open the port to the internet to activate the rule.',
    zh: '“{component}”端口 {port} 的网关策略 {address} 已存在，但该端口未开启对外服务。开启后网关策略即启用。',
  },
  existsSomewhere: {
    en: '{address} already routes to {component}. The platform doesn’t say to which port.',
    zh: '{address} 已指向“{component}”，但平台没有说明是哪个端口。',
  },
  redirectExists: {
    en: 'There is already an http rule for {address}, so the platform can’t add a redirect to https. Delete that rule in the platform’s console first.',
    zh: '{address} 已有 http 网关策略，平台无法再添加跳转到 https 的网关策略。请先在平台控制台中删除该网关策略。',
  },
  portClosed: {
    en: 'A rule needs external access, which is closed for port {port} on {component}.',
    zh: '网关策略需要对外服务，而“{component}”的端口 {port} 未开启对外服务。',
  },
  offerWithOpening: { en: 'Create rule and open to the internet', zh: '创建网关策略并开启对外服务' },
  noClosingTime: {
    en: 'A gateway rule has no closing time of its own. It stops working when its port closes: first open the port for {length}, then create the rule without `for=`.',
    zh: '网关策略本身没有关闭时间，随端口关闭而失效。请先开放端口 {length}，再去掉 `for=` 创建网关策略。',
  },
  noClosingTimeOpen: {
    en: 'A gateway rule has no closing time of its own. Create it without `for=`, and delete it when it’s no longer needed.',
    zh: '网关策略本身没有关闭时间。请去掉 `for=` 创建，不再需要时删除。',
  },
  closesOthers: {
    en: 'A closing time of port {port} would also end {addresses}.',
    zh: '若设置端口 {port} 的关闭时间，{addresses:list} 也会随之失效。',
  },
  offerOpenFor: { en: 'Open port {port} for {length}', zh: '开放端口 {port} {length}' },
  offerRule: { en: 'Create rule without it', zh: '不设时间，创建网关策略' },
  offerOpen: { en: 'Only open to the internet', zh: '只开启对外服务' },
  offerEndPoint: { en: 'Use {endPoint}', zh: '使用 {endPoint}' },
  taken: {
    en: '{endPoint} is in use. The rule {other} routes to port {port} on {component}.',
    zh: '{endPoint} 已被占用：网关策略 {other} 指向“{component}”的端口 {port}。',
  },
  takenAlike: {
    en: 'The platform would refuse {endPoint} because another rule uses {other}. It compares only the beginning of the port number.',
    zh: '平台会拒绝 {endPoint}，因为另一条网关策略使用了 {other}：它只比较端口号的开头。',
  },
  warnOpens: {
    en: 'Creating the rule opens external access to port {port}.',
    zh: '创建网关策略会开启端口 {port} 的对外服务。',
  },
  warnOpensFirst: {
    en: 'Port {port} opens first, which may give it another address too. It stays open even if the platform then refuses the rule.',
    zh: '端口 {port} 会先开启，因此可能还有其他访问地址；即使平台随后拒绝该网关策略，端口也会保持开启。',
  },
  warnWakes: {
    en: 'Opening the port also activates these rules: {addresses}',
    zh: '开启对外服务后，以下网关策略也会启用：{addresses}',
  },
  warnShared: {
    en: '{address} also routes to {component}:{port} (weight {weight}). Requests are split by weight.',
    zh: '{address} 也指向 {component}:{port}（权重 {weight}）。请求会按权重分配。',
  },
  warnSharedUnweighted: {
    en: '{address} already routes to {component}:{port} (weight {weight}). The platform’s gateway doesn’t apply paths and weights, so either may answer.',
    zh: '{address} 已指向 {component}:{port}（权重 {weight}）。平台网关不区分路径和权重，请求可能到达其中任意一个。',
  },
  warnWholeDomain: {
    en: 'This routes all of {domain}, every path and every visitor. These settings are saved, but have no effect: {settings}.',
    zh: '{domain} 的全部请求（所有路径、所有访问者）都会转到该端口。以下设置只会保存，不会生效：{settings}。',
  },
  warnSavedOnly: {
    en: 'The platform saves these settings, but its gateway doesn’t apply them: {settings}.',
    zh: '平台会保存以下设置，但网关不会应用：{settings}。',
  },
  sameHost: {
    en: (p: { count: number; addresses: string }) =>
      `The component already has ${p.count === 1 ? 'a rule' : `${p.count} rules`} of this domain for this port: ${p.addresses}. This adds another one, and leaves ${p.count === 1 ? 'it' : 'them'} as ${p.count === 1 ? 'it is' : 'they are'}.`,
    zh: (p) => `该组件的此端口已有该域名的 ${p.count} 条网关策略：${p.addresses}。本次会新增一条，已有的保持不变。`,
  },
  warnRedirect: {
    en: 'If an existing rule for {address} redirects to https, the platform will refuse this rule. The API doesn’t show which rules do.',
    zh: '若 {address} 已有网关策略设置了跳转到 https，平台会拒绝本次添加。平台的 API 不显示哪些网关策略设置了跳转。',
  },
  warnConfiguration: {
    en: 'The platform ignores the proxy settings here. Set them in its console afterwards.',
    zh: '平台不会应用这里的代理设置。请之后在平台控制台中设置。',
  },
  warnCertificate: {
    en: 'The platform doesn’t check that certificate {id} exists. If it doesn’t, the rule serves http only.',
    zh: '平台不会检查证书 {id} 是否存在。若不存在，网关策略只提供 http。',
  },
  warnNoCertificate: {
    en: 'httptohttps redirects requests to https, but this rule has no certificate, so the requests fail. Set a certificate as well.',
    zh: 'httptohttps 会把请求跳转到 https，但该网关策略没有证书，请求会失败。请同时指定证书。',
  },
  warnAutoConfig: {
    en: 'The automatic certificate is off, so its settings have no effect.',
    zh: '未启用自动签发证书，其配置不起作用。',
  },
  warnWildcard: {
    en: '“*” means every subdomain of {domain}. One that has a rule of its own now may be routed to this port instead.',
    zh: '“*”代表 {domain} 的所有子域名。已有单独网关策略的子域名，其请求也可能转到该端口。',
  },
  warnLongDomain: {
    en: 'The platform stores up to 128 characters of a domain, so it may refuse this one.',
    zh: '平台最多保存 128 个字符的域名，可能会拒绝该域名。',
  },
  warnServing: {
    en: 'Portolan can’t check whether the address works. That also depends on DNS and the gateway.',
    zh: 'Portolan 无法检查该地址能否访问，这还取决于 DNS 和网关。',
  },
  warnNotHttp: {
    en: 'Port {port} uses {protocol}, so it may not answer the http requests that come to this address.',
    zh: '端口 {port} 是 {protocol} 协议，可能无法响应到达该地址的 http 请求。',
  },
  warnHttpPort: {
    en: 'Port {port} uses http. It gets everything that arrives at this address, for every domain. Other addresses stay as they are.',
    zh: '端口 {port} 是 http 协议。到达该地址的全部流量都会转发给它，不区分域名。其他访问地址不受影响。',
  },
  warnNodeRange: {
    en: 'Node ports are usually 30000–32767. Unless this region has another range, a rule for {port} is accepted but doesn’t serve.',
    zh: '节点端口通常为 30000–32767。除非此集群使用其他范围，否则 {port} 的网关策略会被接受，但无法访问。',
  },
  uselessOpen: {
    en: 'Port {port} on {component} is already open to the internet. The region would accept another rule, but it would never serve. To give the port another address, close it first.',
    zh: '“{component}”的端口 {port} 已开启对外服务。集群会接受新的网关策略，但它不会生效。如需更换地址，请先关闭对外服务。',
  },
  uselessSecond: {
    en: 'Port {port} on {component} already has the rule {address}. The region serves only the first rule of a port, so another one would never serve. Open the port again, or delete and add it to get another address.',
    zh: '“{component}”的端口 {port} 已有网关策略 {address}。集群只使用端口的第一条网关策略，新的网关策略不会生效。请重新开启该端口；如需更换地址，请删除端口后重新添加。',
  },
  servesTcp: {
    en: 'The region serves TCP for this rule, although the port uses UDP.',
    zh: '该端口使用 UDP，但集群为此网关策略提供的是 TCP。',
  },
  warnOtherApps: {
    en: 'Rules of other apps can’t be seen here. If one of them uses this address and port, the platform will refuse this rule.',
    zh: '这里看不到其他应用的网关策略。若其中有网关策略占用了此地址和端口，平台会拒绝本次添加。',
  },
  staysOpen: {
    en: 'The port has no closing time: it stays open until it’s closed.',
    zh: '该端口不会自动关闭，需手动关闭。',
  },
  innerStaysOff: { en: 'Internal access stays off.', zh: '对内服务保持关闭。' },
  /** For a rule that no call can delete. Used in the rule's plan, and when someone requests its deletion. */
  noUndo: {
    en: 'To end access, close external access to port {port}, which closes its other addresses too. The rule stays until it’s deleted in the platform’s console, or together with the port.',
    zh: '要终止访问，请关闭端口 {port} 的对外服务，它的其他地址也会一并关闭。网关策略会保留，直到在平台控制台中删除或随端口删除。',
  },
  createdWhole: {
    en: 'Rule created: {address}. The gateway routes all of {domain} to {component}:{port}',
    zh: '网关策略已创建：{address}。网关会把 {domain} 的全部请求转到 {component}:{port}',
  },
  created: {
    en: 'Rule created: {address} routes to {component}:{port}',
    zh: '网关策略已创建：{address} 指向 {component}:{port}',
  },
  opened: {
    en: 'Port {port} on {component} is open to the internet, without a closing time.',
    zh: '“{component}”的端口 {port} 已开启对外服务，没有关闭时间。',
  },
  openedToo: {
    en: 'Rules of the port that are active now too: {addresses}',
    zh: '该端口同时启用的网关策略：{addresses}',
  },
  warning: { en: '⚠ {difference}', zh: '⚠ {difference}' },
  certificateNotApplied: {
    en: 'Certificate {id} wasn’t applied: the address serves http only.',
    zh: '证书 {id} 未生效：该地址只提供 http。',
  },
  notApplied: {
    en: '{what} wasn’t applied as requested: requested {requested}, saved {saved}.',
    zh: '{what}未按申请生效：申请为 {requested}，平台保存为 {saved}。',
  },
  ignoredField: {
    en: '{what} wasn’t applied: {requested}. The platform’s console ignores it.',
    zh: '{what}未生效：{requested}。平台控制台不会应用此项。',
  },
  proxyNotApplied: {
    en: 'Proxy settings weren’t applied. Set them in the platform’s console.',
    zh: '代理设置未生效，请在平台控制台中设置。',
  },
  proxyNotChecked: {
    en: 'Proxy settings weren’t checked: the platform doesn’t show them.',
    zh: '代理设置未核对：平台不显示。',
  },
  extensionsNotShown: {
    en: 'Extensions weren’t checked: the platform doesn’t show them.',
    zh: '扩展功能未核对：平台不显示。',
  },
  rewritesPath: {
    en: 'The rule also rewrites the path, which wasn’t requested.',
    zh: '该网关策略还会重写路径，这不在申请内。',
  },
  ruleType: { en: 'Rule type', zh: '网关策略类型' },
  typeDefault: { en: 'default', zh: '默认' },
  typeCustom: { en: 'custom', zh: '自定义' },
  routeNotChecked: {
    en: 'Not checked: whether the gateway has a live route for the rule. The platform reports success even if it couldn’t create one.',
    zh: '未检查：网关是否已为该网关策略建立路由。即使未能建立，平台也会报告成功。',
  },
  answerNotChecked: { en: 'Not checked: whether the address answers.', zh: '未检查：该地址能否访问。' },
  undoDelete: {
    en: 'Delete the rule; to end access, close port {port} too',
    zh: '删除网关策略；要终止访问，还须关闭端口 {port} 的对外服务',
  },
  /** For a port that isn’t http: closing it doesn’t end its http rules. */
  undoDeleteOnly: {
    en: 'Delete the rule; its address may stay reachable until port {port} is deleted',
    zh: '删除网关策略；在删除端口 {port} 之前，其地址可能仍可访问',
  },
  offerDelete: { en: 'Delete that rule', zh: '删除该网关策略' },
  redirectExistsHere: {
    en: 'There is already an http rule for {address}, so the platform can’t add a redirect to https. Delete that rule first.',
    zh: '{address} 已有 http 网关策略，平台无法再添加跳转到 https 的网关策略。请先删除该网关策略。',
  },
  notCreated: { en: 'The rule wasn’t created.', zh: '网关策略未创建。' },
  leftOpen: {
    en: 'Port {port} on {component} is now open to the internet.',
    zh: '“{component}”的端口 {port} 现在已开启对外服务。',
  },
  closePort: { en: 'Close port {port}', zh: '关闭端口 {port}' },
  closePortIn: { en: 'Close port {port} in {length}', zh: '{length}后关闭端口 {port}' },
});
