import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const doctorMsg = messages('doctor', {
  settingsFine: {
    en: 'every variable that is set is valid, and none is missing',
    zh: '已设置的变量全部有效，没有缺少',
  },
  inFile: { en: '{at} {why}', zh: '{at} {why}' },
  it: { en: 'it', zh: '该文件' },
  line: { en: 'line {line}', zh: '第 {line} 行' },
  policyContents: {
    en: (p: { rules: number; contexts: number; channels: number }) =>
      [plural(p.rules, 'rule'), plural(p.contexts, 'context'), plural(p.channels, 'channel')].join(', '),
    zh: '{rules} 条规则、{contexts} 个上下文、{channels} 个频道',
  },
  portInUse: {
    en: 'Port {port} is already in use. Set {variable} to a free port.',
    zh: '端口 {port} 已被占用。请将 {variable} 设为空闲的端口。',
  },
  portDenied: {
    en: 'Portolan isn’t allowed to listen on port {port}. Set {variable} to a port above 1023.',
    zh: 'Portolan 无权监听端口 {port}。请将 {variable} 设为大于 1023 的端口。',
  },
  noAddress: {
    en: 'This machine doesn’t have the address {address}. Check HOST.',
    zh: '本机没有地址 {address}。请检查 HOST。',
  },
  cantStart: { en: 'Portolan can’t start: {why}', zh: 'Portolan 无法启动：{why}' },
  noAppNames: {
    en: 'This platform’s API can’t list apps, so an app has no name here. Use its number.',
    zh: '此平台的 API 无法列出应用，因此应用在此没有名称。请使用编号。',
  },
  appNotFound: {
    en: 'The app’s name can’t be looked up: {en} Use its number.',
    zh: '无法查询应用名称：{zh}请使用编号。',
  },
  databaseOld: {
    en: '{place}, the next start brings it up to date ({steps:# step|# steps})',
    zh: '{place}，下次启动时更新（{steps} 步）',
  },
  databaseOldHeld: {
    en: '{place}, the next start brings it up to date ({steps:# step|# steps}), in use by a running bot',
    zh: '{place}，下次启动时更新（{steps} 步），正由运行中的机器人使用',
  },
  withTls: { en: 'PostgreSQL (TLS, its certificate verified)', zh: 'PostgreSQL（TLS，已验证证书）' },
  withLaxTls: { en: 'PostgreSQL (TLS, its certificate not verified)', zh: 'PostgreSQL（TLS，未验证证书）' },
  withoutTls: { en: 'PostgreSQL (without TLS)', zh: 'PostgreSQL（无 TLS）' },
  auditFine: {
    en: '{entries:# entry|# entries}, unchanged as far as can be seen here; {signatures}',
    zh: '{entries} 条记录，从这里看没有改动；{signatures}',
  },
  auditChanged: {
    en: (p: { fault: string; more: number }) =>
      `it isn’t intact: ${p.fault}${p.more > 0 ? ` And ${plural(p.more, 'more fault')}.` : ''}`,
    zh: (p) => `不完整：${p.fault}${p.more > 0 ? `另有 ${p.more} 处。` : ''}`,
  },
  notSigned: { en: 'not signed', zh: '未签名' },
  signaturesFine: { en: 'signatures valid', zh: '签名有效' },
  signaturesUnread: { en: 'signatures not checked: AUDIT_KEY isn’t set', zh: '未校验签名：未设置 AUDIT_KEY' },
  evidenceSigned: { en: 'signed with the key {key}', zh: '使用密钥 {key} 签名' },
  evidenceUnsigned: {
    en: 'archives are unsigned: EVIDENCE_KEY_FILE isn’t set',
    zh: '归档未签名：未设置 EVIDENCE_KEY_FILE',
  },
  misspelled: {
    en: '{given} is set, but Portolan has no such variable. Did you mean {meant}?',
    zh: '设置了 {given}，但 Portolan 没有这个变量。是否为 {meant}？',
  },
  noEffect: { en: 'It has no effect.', zh: '它不起作用。' },
  renameIt: { en: 'Rename it to {meant}, or remove it.', zh: '请改名为 {meant}，或删除它。' },
  proxyUnused: { en: '{proxy} is set, but it isn’t used.', zh: '设置了 {proxy}，但没有使用。' },
  proxyIgnored: {
    en: 'Node.js ignores it unless NODE_USE_ENV_PROXY=1 is set too.',
    zh: '只有同时设置 NODE_USE_ENV_PROXY=1，Node.js 才会使用它。',
  },
  useProxy: { en: 'Set NODE_USE_ENV_PROXY=1, or remove {proxy}.', zh: '请设置 NODE_USE_ENV_PROXY=1，或删除 {proxy}。' },
  proxyNotForSockets: {
    en: '{proxy} is used for Slack’s Web API, but not in Socket Mode.',
    zh: '{proxy} 用于 Slack 的 Web API，但不用于 Socket Mode。',
  },
  socketsIgnoreProxies: {
    en: 'Socket Mode’s connection ignores proxies, so it works only where Slack can be reached directly.',
    zh: 'Socket Mode 的连接不经过代理，只有能直接访问 Slack 时才可用。',
  },
  useHttp: {
    en: 'If it can’t, use HTTP: set SLACK_SIGNING_SECRET and remove SLACK_APP_TOKEN.',
    zh: '如果不能，请使用 HTTP：设置 SLACK_SIGNING_SECRET，并删除 SLACK_APP_TOKEN。',
  },
  proxyFine: { en: 'calls to Slack go through the proxy in {proxy}', zh: '对 Slack 的调用经过 {proxy} 中的代理' },
  allocatorFine: { en: 'jemalloc gives memory back after load', zh: 'jemalloc 会在负载之后归还内存' },
  allocatorSmall: {
    en: 'the limit is {mib} MiB, and jemalloc isn’t used.',
    zh: '内存限制为 {mib} MiB，且没有使用 jemalloc。',
  },
  allocatorKeeps: {
    en: 'After many large replies of the platform, the system’s allocator keeps up to 700 MB for a while.',
    zh: '平台返回大量大型响应之后，系统的分配器会暂时占用最多 700 MB。',
  },
  allocatorMissing: {
    en: 'without jemalloc, up to 700 MB stay in use for a while after many large replies',
    zh: '没有 jemalloc：大量大型响应之后，会暂时占用最多 700 MB',
  },
  installAllocator: {
    en: 'Install libjemalloc2 and set LD_PRELOAD and MALLOC_CONF as in the Dockerfile, see docs/deployment.md (Docker).',
    zh: '请安装 libjemalloc2，并按 Dockerfile 设置 LD_PRELOAD 和 MALLOC_CONF，参见 docs/deployment.zh.md（Docker）。',
  },
  correctFile: { en: 'Correct the file, see docs/policy.md.', zh: '请修正文件，参见 docs/policy.zh.md。' },
  policyDefaults: { en: 'the defaults, because no policy file is set', zh: '默认的审批策略，因为没有设置审批策略文件' },
  ruleUnused: { en: '{file}:{line} a rule of the policy never applies.', zh: '{file}:{line} 有一条规则永远不会生效。' },
  ruleCovered: {
    en: 'Earlier rules match everything that it matches: {lines}.',
    zh: '前面的规则已包含它的全部情况：{lines}。',
  },
  moveRule: {
    en: 'Move it up or remove it: the first rule that matches decides.',
    zh: '请上移或删除：以第一条符合的规则为准。',
  },
  noStartWithoutDatabase: { en: 'The bot doesn’t start without its database.', zh: '没有数据库，机器人无法启动。' },
  newerDatabase: {
    en: '{place}: it was written by a newer or a different version of Portolan.',
    zh: '{place}：由更新或其他版本的 Portolan 写入。',
  },
  noStartWithIt: { en: 'The bot doesn’t start with it.', zh: '机器人无法用它启动。' },
  installThat: {
    en: 'Install that version, or restore a backup, see docs/deployment.md.',
    zh: '请安装该版本，或恢复备份，参见 docs/deployment.zh.md。',
  },
  tablesLost: { en: '{place}: tables are missing ({names}).', zh: '{place}：缺少数据表（{names}）。' },
  neededTables: { en: 'Everything that needs them fails.', zh: '需要它们的功能都会失败。' },
  restoreTables: {
    en: 'Someone removed them. Restore a backup, see docs/deployment.md.',
    zh: '有人删除了它们。请恢复备份，参见 docs/deployment.zh.md。',
  },
  damaged: { en: '{place}: the database file is damaged ({what}).', zh: '{place}：数据库文件已损坏（{what}）。' },
  damageGrows: { en: 'Requests fail, and more may be lost.', zh: '申请会失败，还可能丢失更多数据。' },
  restoreDamaged: {
    en: 'Stop the bot, keep the files, and restore a backup, see docs/deployment.md.',
    zh: '请停止机器人，保留文件，恢复备份，参见 docs/deployment.zh.md。',
  },
  filesReadable: { en: 'other users of this machine can read {names}.', zh: '这台机器的其他用户可以读取 {names}。' },
  filesHold: {
    en: 'The database has what people wrote, and hashes of tokens.',
    zh: '数据库中有用户填写的内容和令牌的哈希。',
  },
  closeFiles: { en: 'Run: chmod 600 {place}/portolan.*', zh: '请运行：chmod 600 {place}/portolan.*' },
  diskUnknown: { en: 'how much room {where} has can’t be read', zh: '无法读取 {where} 的可用空间' },
  diskNone: {
    en: '{where} isn’t on a file system that can store anything.',
    zh: '{where} 所在的文件系统不能存储数据。',
  },
  useDisk: { en: 'Set PORTOLAN_DATA to a directory on a disk.', zh: '请将 PORTOLAN_DATA 设为磁盘上的目录。' },
  diskUnwritable: { en: '{where} can’t be written by this user.', zh: '当前用户不能写入 {where}。' },
  storesAll: { en: 'The bot stores everything there.', zh: '机器人的全部数据都保存在这里。' },
  checkOwner: { en: 'Check its owner and permissions.', zh: '请检查所有者和权限。' },
  diskSmall: { en: 'the disk of {where} is too small: {size} in all.', zh: '{where} 的磁盘太小：共 {size}。' },
  noChangeUnrecorded: { en: 'Nothing can be changed without a record of it.', zh: '无法记录，就不能变更。' },
  useVolume: { en: 'Use a volume of at least 1 GiB.', zh: '请使用至少 1 GiB 的存储卷。' },
  diskFree: { en: '{free} of {total} free', zh: '可用 {free}，共 {total}' },
  diskFull: {
    en: 'the disk of {where} is full: {free} of {total} free.',
    zh: '{where} 的磁盘已满：可用 {free}，共 {total}。',
  },
  diskLow: {
    en: 'the disk of {where} is nearly full: {free} of {total} free.',
    zh: '{where} 的磁盘即将用满：可用 {free}，共 {total}。',
  },
  fullStops: { en: 'When it is full, nothing can be changed.', zh: '用满之后，将不能变更。' },
  makeRoom: { en: 'Make room, or enlarge the volume.', zh: '请腾出空间，或扩大存储卷。' },
  auditBroken: {
    en: 'Someone changed the database, or a backup was restored.',
    zh: '有人改动了数据库，或恢复了备份。',
  },
  auditHelp: {
    en: 'See docs/deployment.md, audit log. It also says how to list every fault.',
    zh: '参见 docs/deployment.zh.md 的审计日志，其中也说明如何列出所有错误。',
  },
  agentsFine: { en: '{url} answers, and asks for a token', zh: '{url} 有响应，并要求令牌' },
  agentsSilent: {
    en: '{url} doesn’t answer from this machine ({code}).',
    zh: '从这台机器访问 {url} 没有响应（{code}）。',
  },
  agentsCantConnect: { en: 'Agents can’t connect.', zh: '智能体无法连接。' },
  agentsStart: {
    en: 'Start the bot. If it runs, check this address: DNS, the proxy, the certificate.',
    zh: '请启动机器人。如果已在运行，请检查此地址：DNS、代理、证书。',
  },
  agentsLogin: {
    en: 'something else at {url} asks for a login (HTTP 401).',
    zh: '{url} 处的其他服务要求登录（HTTP 401）。',
  },
  agentsNoLogin: {
    en: 'Let the proxy pass /mcp on without a login: the bot asks for a token itself.',
    zh: '请让代理不登录即可转发 /mcp：机器人自己会要求令牌。',
  },
  agentsOtherName: {
    en: '{url} was called by another name than its own (HTTP 403).',
    zh: '访问 {url} 时使用了其他名称（HTTP 403）。',
  },
  agentsHost: { en: 'Let the proxy pass the header Host on unchanged.', zh: '请让代理原样转发请求头 Host。' },
  agentsNothing: { en: 'nothing is at {url} (HTTP 404).', zh: '{url} 处没有内容（HTTP 404）。' },
  agentsPublish: {
    en: 'Publish /mcp at the proxy (docs/deployment.md, Proxies), and restart the bot if MCP_URL is new.',
    zh: '请在代理上发布 /mcp（参见 docs/deployment.zh.md 的代理）；如果 MCP_URL 是新设置的，请重启机器人。',
  },
  agentsProxy: {
    en: 'the proxy at {url} can’t reach the bot (HTTP {status}).',
    zh: '{url} 处的代理连不上机器人（HTTP {status}）。',
  },
  agentsCheckProxy: {
    en: 'Start the bot. If it runs, check where the proxy sends /mcp.',
    zh: '请启动机器人。如果已在运行，请检查代理将 /mcp 转发到哪里。',
  },
  agentsOther: { en: 'something else answers at {url} (HTTP {status}).', zh: '{url} 处是其他服务（HTTP {status}）。' },
  agentsRedirect: {
    en: 'something else answers at {url} (HTTP {status}) and leads to {target}.',
    zh: '{url} 处是其他服务（HTTP {status}），并指向 {target}。',
  },
  agentsAddress: {
    en: 'Set MCP_URL to the public address of /mcp on this bot.',
    zh: '请将 MCP_URL 设为此机器人 /mcp 的公网地址。',
  },
  slackbotFine: { en: 'its requests can be verified', zh: '可以验证它的请求' },
  slackbotOff: {
    en: 'isn’t set up: without SLACK_SIGNING_SECRET, only agents with a token connect',
    zh: '未设置：没有 SLACK_SIGNING_SECRET 时，只有持有令牌的智能体可以连接',
  },
  personUnknown: { en: 'Slack doesn’t know the person {id} ({where}).', zh: 'Slack 中没有用户 {id}（{where}）。' },
  groupUnknown: { en: 'Slack doesn’t know the group {id} ({where}).', zh: 'Slack 中没有用户组 {id}（{where}）。' },
  personGone: {
    en: 'the person {id} is deactivated in Slack ({where}).',
    zh: '用户 {id} 在 Slack 中已停用（{where}）。',
  },
  nobodyInstead: { en: 'Nobody counts in their place.', zh: '没有人代替他们。' },
  correctPolicy: { en: 'Correct the policy file.', zh: '请修正审批策略文件。' },
  channelUnknown: {
    en: 'the bot isn’t a member of channel {id}, or Slack doesn’t know it ({where}).',
    zh: '机器人不在频道 {id} 中，或 Slack 中没有该频道（{where}）。',
  },
  nothingPosted: { en: 'Nothing can be posted there.', zh: '无法在那里发消息。' },
  inviteOrCorrect: {
    en: 'Invite the bot there, or correct the policy file.',
    zh: '请将机器人邀请到该频道，或修正审批策略文件。',
  },
  nobodyApproves: {
    en: '{file}:{line} nobody can approve by this rule: Slack knows no one of role “{role}”.',
    zh: '{file}:{line} 没有人能按此规则审批：Slack 中没有角色“{role}”的任何人。',
  },
  requestsExpire: { en: 'Requests that it applies to expire.', zh: '适用此规则的申请会过期。' },
  namesUnread: { en: 'Slack didn’t say whether these exist: {ids}', zh: 'Slack 没有说明它们是否存在：{ids}' },
  namesFine: {
    en: 'Slack knows every person, group and channel that the policy file names',
    zh: '审批策略文件中的人、用户组和频道在 Slack 中都存在',
  },
  server: { en: '{where}: {en}{status}', zh: '{where}：{zh}{status}' },
  failsUntilSolved: { en: 'Questions and changes fail until this is solved.', zh: '解决之前，查询和变更都会失败。' },
  newToken: {
    en: 'Create a new token in the console (your user → access tokens), and set PLATFORM_TOKEN.',
    zh: '请在控制台新建令牌（个人中心 → 访问令牌），并设置 PLATFORM_TOKEN。',
  },
  letThrough: {
    en: 'Let calls to /openapi/v1 through without a login, at least from this machine.',
    zh: '请至少让这台机器不登录即可访问 /openapi/v1。',
  },
  onlyDocumented: {
    en: 'If your platform has only the documented API, set PLATFORM_DIALECT=document.',
    zh: '如果平台只有文档中的 API，请设置 PLATFORM_DIALECT=document。',
  },
  consoleBehindProxy: { en: 'Check the console behind the proxy.', zh: '请检查代理后面的控制台。' },
  checkAddress: { en: 'Check PLATFORM_URL, the network and the firewall.', zh: '请检查 PLATFORM_URL、网络和防火墙。' },
  checkBetween: {
    en: 'Check the console, and what is between it and the bot.',
    zh: '请检查控制台，以及它与机器人之间的设备。',
  },
  slowConsole: {
    en: 'Check the console. If it is slow, raise PLATFORM_TIMEOUT_MS.',
    zh: '请检查控制台。如果它较慢，请调大 PLATFORM_TIMEOUT_MS。',
  },
  removeVariables: {
    en: 'Remove {names} unless your platform asks for it: Rainbond’s console takes the token in Authorization, without a word before it.',
    zh: '除非平台要求，请删除 {names}：Rainbond 控制台在 Authorization 中直接读取令牌，前面没有其他词。',
  },
  notDocument: {
    en: '{where} is Rainbond’s console, but PLATFORM_DIALECT is document.',
    zh: '{where} 是 Rainbond 控制台，但 PLATFORM_DIALECT 为 document。',
  },
  fewCommands: { en: 'Most commands aren’t offered then.', zh: '这样大部分命令不可用。' },
  removeDialect: { en: 'Remove PLATFORM_DIALECT.', zh: '请删除 PLATFORM_DIALECT。' },
  dialectDocument: { en: '{where}, dialect document', zh: '{where}，接口形式 document' },
  dialectUnknown: { en: '{where}, dialect not known yet', zh: '{where}，接口形式未知' },
  console: {
    en: 'Rainbond console{version} at {where}, dialect console',
    zh: 'Rainbond 控制台{version}，地址 {where}，接口形式 console',
  },
  identity: { en: 'workspace {workspace}, as @{bot}', zh: '工作区 {workspace}，名称 @{bot}' },
  databaseNew: { en: '{place}, the first start creates it', zh: '{place}，首次启动时创建' },
  databaseFine: { en: '{place}, up to date', zh: '{place}，已是最新' },
  databaseHeld: { en: '{place}, up to date, in use by a running bot', zh: '{place}，已是最新，正由运行中的机器人使用' },
});
