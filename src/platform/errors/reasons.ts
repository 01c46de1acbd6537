/** docs/platform.md#errors */
export const REASONS = {
  'token-refused': ['The platform rejected Portolan’s access token.', '平台拒绝了 Portolan 的访问令牌。'],
  'no-permission': ['Portolan’s token doesn’t have permission to do this.', 'Portolan 的令牌没有此操作的权限。'],
  'lifecycle-not-permitted': [
    'Portolan’s token can’t start, stop, update or deploy components in this team. Its user needs a team role with these permissions.',
    'Portolan 的令牌没有启动、停止、更新（滚动）或构建该团队组件的权限，其用户需要具备相应权限的团队角色。',
  ],
  'license-invalid': ['The platform’s license is invalid or has expired.', '平台授权无效或已过期。'],
  'no-such-enterprise': ['The platform can’t find this enterprise.', '平台上没有这个企业。'],
  'no-such-team': ['The platform can’t find this team.', '平台上没有这个团队。'],
  'no-such-region': ['The platform can’t find this region.', '平台上没有这个集群。'],
  'team-not-in-region': [
    'The team isn’t set up in this region, or the region isn’t enabled.',
    '团队未开通该集群，或集群未启用。',
  ],
  'no-such-app': ['This team has no such app in this region.', '该团队在此集群中没有这个应用。'],
  'no-such-component': ['This component doesn’t exist.', '组件不存在。'],
  'component-not-in-app': ['The component belongs to another app.', '该组件不属于此应用。'],
  'component-unfinished': ['The component hasn’t been fully created yet.', '组件尚未创建完成。'],
  'arch-mismatch': ['No build node has this component’s CPU architecture.', '没有与该组件 CPU 架构匹配的构建节点。'],
  'single-instance': ['This component can have only one instance.', '该组件为单实例组件，只能有一个实例。'],
  'instances-unchanged': [
    'The component already has this many instances of its newest version, counting those that wait or crash.',
    '组件最新版本的实例数（含等待中和异常的实例）已经是这个数量。',
  ],
  'no-such-rule': ['This team has no such HTTP gateway rule.', '该团队没有这条 HTTP 网关策略。'],
  'no-such-port': ['The component doesn’t have this port.', '组件没有这个端口。'],
  'port-exists': ['The component already has this port.', '组件已有这个端口。'],
  'port-missing': ['The port number is missing.', '缺少端口号。'],
  'port-out-of-range': ['The port number must be from 1 to 65535.', '端口号必须在 1 到 65535 之间。'],
  'alias-invalid': [
    'A port alias must start with a capital letter and contain only capital letters, digits and underscores.',
    '端口别名必须以大写字母开头，只能包含大写字母、数字和下划线。',
  ],
  'alias-missing': ['The port alias is missing.', '缺少端口别名。'],
  'alias-exists': ['Another port of this component already has this alias.', '该组件的另一个端口已使用此别名。'],
  'k8s-name-invalid': [
    'An in-cluster name must start with a letter, contain only lowercase letters, digits and hyphens, and have at most 63 characters.',
    '内部域名必须以字母开头，只能包含小写字母、数字和连字符，最多 63 个字符。',
  ],
  'k8s-name-exists': [
    'Another component of this team already has this in-cluster name.',
    '团队中的其他组件已使用此内部域名。',
  ],
  'inner-not-open': ['Internal access must be opened first.', '请先开启对内服务。'],
  'outer-still-open': ['External access must be closed first.', '请先关闭对外服务。'],
  'inner-still-open': ['Internal access must be closed first.', '请先关闭对内服务。'],
  'custom-domain-bound': ['The port still has active custom domains.', '该端口仍绑定了自定义域名。'],
  'rule-exists': ['A gateway rule for this address already exists.', '该地址已有网关策略。'],
  'domain-of-other-team': ['Another team already uses this domain.', '该域名已被其他团队使用。'],
  'domain-invalid': ['The platform rejected this domain.', '平台拒绝了这个域名。'],
  'port-not-outer-open': ['The port has no external access.', '该端口未开启对外服务。'],
  'gateway-refused': ['The region’s gateway rejected the rule.', '集群网关拒绝了该网关策略。'],
  'gateway-port-taken': ['This port of the region’s gateway is already in use.', '集群网关的该端口已被占用。'],
  'route-missing': ['The region’s gateway doesn’t have this route.', '集群网关上没有这条路由。'],
  'part-missing': ['The HTTP or TCP part of the rule is missing.', '网关策略缺少 HTTP 或 TCP 部分。'],
  'protocol-invalid': ['The platform doesn’t support this protocol.', '平台不支持这个协议。'],
  'protocol-missing': ['The protocol is missing.', '缺少协议。'],
  'range-missing': ['The start or end of the time range is missing.', '缺少开始或结束时间。'],
  'invalid-values': ['The platform rejected these values.', '平台拒绝了这些参数。'],
  'record-broken': [
    'The platform’s data about this is incomplete, so it can’t be read.',
    '平台保存的数据不完整，无法读取。',
  ],
  'lacks-memory': ['The region or the team doesn’t have enough memory.', '集群或团队内存不足。'],
  'lacks-resources': ['The region or the team doesn’t have enough resources.', '集群或团队资源不足。'],
  'region-busy': [
    'The region is still processing an earlier change. Try again in a moment.',
    '集群正在处理之前的操作，请稍后重试。',
  ],
  'region-lacks-it': [
    'The platform’s data and the region don’t match: the region doesn’t have this resource.',
    '平台与集群的数据不一致：集群中没有对应的资源。',
  ],
  'region-unreachable': ['The platform can’t reach its region.', '平台无法连接集群。'],
  'region-unknown': ['The platform has no connection details for this region.', '平台没有该集群的连接信息。'],
  'region-failed': ['The region reported an internal error.', '集群内部出错。'],
  'region-refused': ['The region rejected this.', '集群拒绝了此操作。'],
  'platform-failed': ['The platform reported an internal error.', '平台内部出错。'],
  'platform-overloaded': ['The platform is temporarily unavailable.', '平台暂时不可用。'],
  'too-many-requests': [
    'The platform is rate-limiting requests. Try again in a moment.',
    '平台正在限制请求频率，请稍后重试。',
  ],
  'not-the-api': [
    'The platform has no API at this address. Check the names in the request, and PLATFORM_URL.',
    '该地址没有平台 API。请检查所用的名称和 PLATFORM_URL。',
  ],
  'web-page': [
    'A web page answered, not the platform’s API. Set PLATFORM_URL to the address of the console.',
    '返回的是网页，而不是平台的 API。请将 PLATFORM_URL 设置为控制台地址。',
  ],
  'login-page': [
    'A login page answered, not the platform’s API. Something in front of the platform doesn’t let Portolan through.',
    '返回的是登录页，而不是平台的 API：平台前面的代理没有放行 Portolan 的请求。',
  ],
  'other-api': [
    'Another service answered, not the platform’s API. Set PLATFORM_URL to the address of the console.',
    '返回响应的是其他服务，而不是平台的 API。请将 PLATFORM_URL 设置为控制台地址。',
  ],
  'proxy-failed': [
    'A proxy answered that it can’t reach the platform. Try again in a moment.',
    '代理返回错误：它无法连接平台，请稍后重试。',
  ],
  'operation-missing': ['This platform’s API doesn’t have this operation.', '该平台的 API 不支持此操作。'],
  redirected: [
    'The platform responded with a redirect. PLATFORM_URL must be its final address.',
    '平台返回了重定向。PLATFORM_URL 必须是最终地址。',
  ],
  unreachable: ['The platform can’t be reached.', '无法连接平台。'],
  'name-unknown': [
    'The platform’s host name can’t be resolved. Check PLATFORM_URL.',
    '无法解析平台的主机名。请检查 PLATFORM_URL。',
  ],
  'plain-http': [
    'The platform serves plain HTTP at this address. Use http:// in PLATFORM_URL, or the port that serves HTTPS.',
    '平台在该地址仅提供 HTTP。请在 PLATFORM_URL 中使用 http://，或改用提供 HTTPS 的端口。',
  ],
  'certificate-expired': [
    'The platform’s TLS certificate has expired. Renew it.',
    '平台的 TLS 证书已过期，请更新证书。',
  ],
  'certificate-for-another-name': [
    'The platform’s TLS certificate is for another host name. Use that name in PLATFORM_URL.',
    '平台的 TLS 证书属于其他主机名。请在 PLATFORM_URL 中使用该主机名。',
  ],
  'certificate-refused': [
    'The platform’s TLS certificate isn’t trusted. If it is from a private CA, set PLATFORM_CA_FILE.',
    '平台的 TLS 证书不受信任。如使用私有 CA，请设置 PLATFORM_CA_FILE。',
  ],
  'connection-lost': ['The platform doesn’t answer: the connection was lost.', '平台没有响应：连接中断。'],
  timeout: ['The platform didn’t respond in time.', '平台未及时响应。'],
  aborted: ['The call was canceled before the platform responded.', '平台响应之前调用已取消。'],
  unreadable: ['The platform’s response can’t be read.', '无法读取平台的响应。'],
  'too-large': ['The platform’s response is too large.', '平台的响应过大。'],
} as const satisfies { readonly [key: string]: readonly [en: string, zh: string] };

export type Reason = keyof typeof REASONS;

const standIns = ['web-page', 'login-page', 'other-api', 'redirected', 'proxy-failed'] as const satisfies Reason[];
export type StandIn = (typeof standIns)[number];

export function isStandIn(reason: Reason | undefined): reason is StandIn {
  return standIns.some((each) => each === reason);
}

/** Business codes of all endpoints (docs/platform.md#errors). `endpoints` has the codes of single endpoints. */
const BY_CODE: { readonly [code: number]: Reason } = {
  1000: 'no-such-enterprise',
  2001: 'team-not-in-region',
  2002: 'no-such-team',
  3000: 'no-such-region',
  10400: 'license-invalid',
  10401: 'platform-failed',
  10402: 'no-permission',
  10406: 'lacks-memory',
  10411: 'region-unreachable',
  10412: 'region-unknown',
  10413: 'lacks-memory',
  10414: 'license-invalid',
  10415: 'license-invalid',
  10416: 'license-invalid',
  10417: 'license-invalid',
  10418: 'lacks-resources',
  10419: 'lacks-resources',
  10420: 'lacks-resources',
};

/**
 * The first match is used. `msg_show` comes first, because `msg` can be wrong: closing inner access while outer access
 * is open says "inner port is not open" (docs/platform.md#opening-and-closing).
 */
const BY_TEXT: readonly (readonly [RegExp, Reason])[] = [
  [/对外服务开启中|请关闭外部访问|can not delete outer port/, 'outer-still-open'],
  [/inner port is not open|对内服务未开启/, 'inner-not-open'],
  [/can not delete inner port|请关闭对内服务/, 'inner-still-open'],
  [/contains custom domains|有自定义域名/, 'custom-domain-bound'],
  [/no found team|团队不存在/, 'no-such-team'],
  [/region is not found|no found region|集群不存在|数据中心不存在/, 'no-such-region'],
  [/team is not init|not initialized in the region/, 'team-not-in-region'],
  [/no found app\b|应用不存在/, 'no-such-app'],
  [/component not belong/, 'component-not-in-app'],
  [/component port already exists|端口已存在/, 'port-exists'],
  [/component port does not exist|port not found|^端口\d*不存在|端口\d+不存在/, 'no-such-port'],
  [/component create status is|组件未完成创建/, 'component-unfinished'],
  [/app arch does not match/, 'arch-mismatch'],
  [/singleton component|单实例组件/, 'single-instance'],
  [/domain not found|域名不存在/, 'no-such-rule'],
  [/no found component|组件不存在/, 'no-such-component'],
  [/port out of range|端口范围/, 'port-out-of-range'],
  [/缺少端口参数/, 'port-missing'],
  [/缺少协议参数/, 'protocol-missing'],
  [/端口别名不合法/, 'alias-invalid'],
  [/端口别名不能为空/, 'alias-missing'],
  [/别名已存在/, 'alias-exists'],
  [/内部域名格式|regex used for validation/, 'k8s-name-invalid'],
  [/内部域名已存在|k8s service name already exists/, 'k8s-name-exists'],
  [/策略已存在/, 'rule-exists'],
  [/be used other team|被其他团队/, 'domain-of-other-team'],
  [/没有开启对外端口/, 'port-not-outer-open'],
  [/数据中心添加策略失败/, 'gateway-refused'],
  [/Missing parameters: (?:tcp|http)|缺少参数: ?(?:tcp|http)/, 'part-missing'],
  [/error parameters: protocol/, 'protocol-invalid'],
  [/方法 ?“\w+” ?不被允许|Method "\w+" not allowed/, 'operation-missing'],
  [/wait a moment|frequent|操作过于频繁/, 'region-busy'],
  [/invalid license/, 'license-invalid'],
  [/region no found this resource|数据中心资源不存在/, 'region-lacks-it'],
  [/lack[ _]of[ _]memory|内存不足/, 'lacks-memory'],
  [/缺少 ?query ?参数/, 'range-missing'],
  // With this `msg`, only `msg_show` names the missing part. The patterns above match `msg_show`.
  [/^params error$/m, 'invalid-values'],
];

export function reasonOf(code: number | undefined, said: readonly (string | undefined)[]): Reason | undefined {
  const reason = code === undefined ? undefined : BY_CODE[code];
  if (reason) return reason;
  const text = said.filter((part) => part !== undefined).join('\n');
  return BY_TEXT.find(([pattern]) => pattern.test(text))?.[1];
}
