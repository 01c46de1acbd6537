/**
 * Why the platform refused, as far as its answers are known (platform facts 2 and 3). The words catalogue says each in
 * its own way; `sentence` is what is said without it.
 */
export const REASONS = {
  'token-refused': ['The platform did not accept its access token.', '平台拒绝了访问令牌。'],
  'no-permission': ["The platform's token may not do this.", '平台令牌没有此操作的权限。'],
  'lifecycle-not-permitted': [
    "The platform's token may not start, stop, upgrade or deploy components in this team. Its user needs a team role with these permissions.",
    '平台令牌没有启动、停止、更新或构建该团队组件的权限，其用户需要具备相应权限的团队角色。',
  ],
  'license-invalid': ["The platform's licence is invalid or has expired.", '平台授权无效或已过期。'],
  'no-such-enterprise': ['The platform does not know this enterprise.', '平台上没有这个企业。'],
  'no-such-team': ['The platform does not know this team.', '平台上没有这个团队。'],
  'no-such-region': ['The platform does not know this region.', '平台上没有这个集群。'],
  'team-not-in-region': [
    'The team is not set up in this region, or the region is not enabled.',
    '团队未在该集群开通，或集群未启用。',
  ],
  'no-such-app': ['There is no such application in this team and region.', '该团队和集群中没有这个应用。'],
  'no-such-component': ['There is no such component.', '组件不存在。'],
  'component-not-in-app': ['The component does not belong to this application.', '组件不属于该应用。'],
  'component-unfinished': ["The component's creation isn't complete.", '组件尚未完成创建。'],
  'single-instance': ['The component can only have one instance.', '该组件为单实例组件，不能使用多个实例。'],
  'instances-unchanged': ['The component already has this number of instances.', '组件的实例数量没有变化。'],
  'no-such-rule': ['The team has no such HTTP gateway rule.', '团队中没有这条 HTTP 网关策略。'],
  'no-such-port': ['The component has no such port.', '组件没有这个端口。'],
  'port-exists': ['The component already has this port.', '端口已存在。'],
  'port-missing': ['A port number is missing.', '缺少端口号。'],
  'port-out-of-range': ['A port is a number from 1 to 65535.', '端口号应在 1 到 65535 之间。'],
  'alias-invalid': [
    'A port alias starts with a capital letter and holds only capitals, digits and _.',
    '端口别名须以大写字母开头，只含大写字母、数字和下划线。',
  ],
  'alias-missing': ['A port alias is missing.', '缺少端口别名。'],
  'alias-exists': ['Another port of the component has this alias.', '该组件的另一个端口已使用此别名。'],
  'k8s-name-invalid': [
    'An in-cluster name holds small letters, digits and -, starts with a letter and has at most 63 characters.',
    '内部域名只含小写字母、数字和连字符，以字母开头，最多 63 个字符。',
  ],
  'k8s-name-exists': [
    'Another component of the team has this in-cluster name.',
    '该内部域名已被团队中的其他组件使用。',
  ],
  'inner-not-open': ['Access inside the cluster must be opened first.', '需先打开对内服务。'],
  'outer-still-open': ['Access from outside must be closed first.', '需先关闭对外服务。'],
  'inner-still-open': ['Access inside the cluster must be closed first.', '需先关闭对内服务。'],
  'custom-domain-bound': ['The port has custom domains that are still active.', '该端口仍绑定了自定义域名。'],
  'rule-exists': ['There is already a rule for this address.', '该地址已有访问策略。'],
  'domain-of-other-team': ['Another team uses this domain.', '该域名已被其他团队使用。'],
  'domain-invalid': ['The platform does not accept this domain.', '平台不接受这个域名。'],
  'port-not-outer-open': ['The port is not open to the outside.', '该端口没有开启对外服务。'],
  'gateway-refused': ["The region's gateway refused the rule.", '集群网关拒绝了该策略。'],
  'gateway-port-taken': ["The port on the region's gateway is taken.", '集群网关上的端口已被占用。'],
  'route-missing': ["The region's gateway has no such route.", '集群网关上没有这条路由。'],
  'part-missing': ['The rule lacks its HTTP or TCP part.', '策略缺少 HTTP 或 TCP 部分。'],
  'protocol-invalid': ['The platform does not accept this protocol.', '平台不接受这个协议。'],
  'range-missing': ['Start or end of the range is missing.', '缺少开始或结束时间。'],
  'invalid-values': ['The platform does not accept these values.', '平台不接受这些参数。'],
  'record-broken': [
    'What the platform has stored about this is incomplete, so it cannot be read.',
    '平台保存的数据不完整，无法读取。',
  ],
  'lacks-memory': ['The region or the team has no memory left for this.', '集群或团队内存不足。'],
  'lacks-resources': ['The region or the team has no resources left for this.', '集群或团队资源不足。'],
  'region-busy': ['The region is still busy with an earlier change.', '集群正在处理之前的操作，请稍候。'],
  'region-lacks-it': ['The region does not know what the platform knows.', '集群中没有对应的资源。'],
  'region-unreachable': ['The platform could not reach its region.', '平台无法连接集群。'],
  'region-unknown': ["The platform has lost the region's record.", '平台没有该集群的连接信息。'],
  'region-failed': ['The region failed while doing this.', '集群处理时出错。'],
  'region-refused': ['The region refused this.', '集群拒绝了该操作。'],
  'platform-failed': ['The platform failed inside itself.', '平台内部出错。'],
  'platform-overloaded': ['The platform is not available right now.', '平台暂时不可用。'],
  'too-many-requests': ['The platform asks to slow down.', '平台要求降低请求频率。'],
  'not-the-api': [
    'At this address the platform has no such operation: an identifier or PLATFORM_URL is wrong.',
    '平台在此地址没有该接口：标识或 PLATFORM_URL 有误。',
  ],
  'operation-missing': ["This platform's API doesn't have this operation.", '该平台的 API 不支持此操作。'],
  redirected: [
    'The platform answered with a redirect, which is not followed: PLATFORM_URL must be its final address.',
    '平台返回了重定向，不予跟随：PLATFORM_URL 须为最终地址。',
  ],
  unreachable: ['The platform cannot be reached.', '无法连接平台。'],
  'name-unknown': ["The platform's host name is not known.", '平台主机名无法解析。'],
  'certificate-refused': [
    "The platform's TLS certificate is not trusted (PLATFORM_CA_FILE names a private CA).",
    '平台的 TLS 证书不受信任（私有 CA 用 PLATFORM_CA_FILE 指定）。',
  ],
  'connection-lost': ['The connection to the platform broke before its answer was complete.', '与平台的连接中断。'],
  timeout: ['The platform did not answer in time.', '平台未在规定时间内应答。'],
  aborted: ['The call was given up before an answer came.', '调用在应答之前被放弃。'],
  unreadable: ['The platform gave an answer that cannot be read.', '平台的应答无法解读。'],
  'too-large': ['The platform gave an answer that is too large.', '平台的应答过大。'],
} as const satisfies { readonly [key: string]: readonly [en: string, zh: string] };

/** A known reason. */
export type Reason = keyof typeof REASONS;

/** Business codes that mean the same at every endpoint (platform facts 2); `endpoints` has the others. */
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
 * Known messages, looked for in `msg` and `msg_show` together, first match wins. `msg_show` comes first where `msg`
 * misleads: closing inner access while outer is open says "inner port is not open" (platform facts 3.5).
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
  [/singleton component|单实例组件/, 'single-instance'],
  [/domain not found|域名不存在/, 'no-such-rule'],
  [/no found component|组件不存在/, 'no-such-component'],
  [/port out of range|端口范围/, 'port-out-of-range'],
  [/缺少端口参数/, 'port-missing'],
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
  [/wait a moment|frequent|操作过于频繁/, 'region-busy'],
  [/invalid license/, 'license-invalid'],
  [/region no found this resource|数据中心资源不存在/, 'region-lacks-it'],
  [/lack[ _]of[ _]memory|内存不足/, 'lacks-memory'],
  [/params error/, 'range-missing'],
];

/** The reason behind a code and what the platform says, or undefined when it is not a known one. */
export function reasonOf(code: number | undefined, said: readonly (string | undefined)[]): Reason | undefined {
  const known = code === undefined ? undefined : BY_CODE[code];
  if (known) return known;
  const text = said.filter((part) => part !== undefined).join('\n');
  return BY_TEXT.find(([pattern]) => pattern.test(text))?.[1];
}
