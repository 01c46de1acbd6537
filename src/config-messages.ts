import { messages } from './core/text/text.ts';

/** Errors in a variable's value. Each text continues after the variable's name. */
export const configMsg = messages('config', {
  variable: {
    en: (p: { variable: string; why: string }) => `${p.variable} ${p.why.replace(/\.$/, '')}.`,
    zh: (p) => `${p.variable} ${p.why.replace(/。$/, '')}。`,
  },
  missing: { en: 'is missing.', zh: '未设置。' },
  orSocket: {
    en: 'For Socket Mode, set SLACK_APP_TOKEN instead.',
    zh: '如果使用 Socket Mode，请改为设置 SLACK_APP_TOKEN。',
  },
  similar: { en: 'Did you mean {name}, which is set?', zh: '已设置的 {name} 是否就是它？' },
  quoted: { en: 'is in quotes. Remove them', zh: '的值带有引号。请删除引号' },
  userToken: {
    en: 'is a user token (xoxp-). Use the Bot User OAuth Token, which starts with xoxb-',
    zh: '是用户令牌（xoxp-）。请使用以 xoxb- 开头的 Bot User OAuth Token',
  },
  appToken: {
    en: 'is an app-level token (xapp-). Use the Bot User OAuth Token, which starts with xoxb-',
    zh: '是应用级令牌（xapp-）。请使用以 xoxb- 开头的 Bot User OAuth Token',
  },
  refreshToken: {
    en: 'is a refresh token (xoxe-). Use the Bot User OAuth Token, which starts with xoxb-',
    zh: '是刷新令牌（xoxe-）。请使用以 xoxb- 开头的 Bot User OAuth Token',
  },
  notBotToken: { en: 'isn’t a bot token. Bot tokens start with xoxb-', zh: '不是机器人令牌。机器人令牌以 xoxb- 开头' },
  notAppToken: {
    en: 'isn’t an app-level token. App-level tokens start with xapp-',
    zh: '不是应用级令牌。应用级令牌以 xapp- 开头',
  },
  notSecret: { en: 'isn’t a signing secret. It has no spaces', zh: '不是签名密钥。签名密钥不含空格' },
  notToken: { en: 'isn’t a valid token. It has no spaces', zh: '不是有效的令牌。令牌不含空格' },
  notPort: {
    en: 'isn’t a valid port. Use a number from 1 to 65535',
    zh: '不是有效的端口。请使用 1 到 65535 之间的数字',
  },
  notMilliseconds: {
    en: 'isn’t a valid time. Use whole milliseconds from 100 to 600000',
    zh: '不是有效的时长。请使用 100 到 600000 之间的整数（毫秒）',
  },
  notUrl: {
    en: 'isn’t a valid address. Use one such as https://host, without user name, query or #',
    zh: '不是有效的地址。请使用例如 https://host 的地址，不含用户名、查询参数或 #',
  },
  notMcpUrl: {
    en: 'isn’t the address of /mcp. Use one such as https://bot.example.com/mcp',
    zh: '不是 /mcp 的地址。请使用例如 https://bot.example.com/mcp 的地址',
  },
  notPrefix: {
    en: 'isn’t a valid prefix. Use up to 20 lowercase letters, digits, - and _',
    zh: '不是有效的前缀。请使用最多 20 个小写字母、数字、- 和 _',
  },
  notLanguage: { en: 'isn’t a supported language. Use en or zh', zh: '不是支持的语言。请使用 en 或 zh' },
  notHeader: {
    en: 'isn’t a valid header name. The default is Authorization',
    zh: '不是有效的请求头名称。默认为 Authorization',
  },
  notHeaderWord: { en: 'contains characters that a header can’t contain', zh: '包含请求头不允许的字符' },
  notDialect: {
    en: 'isn’t a valid dialect. Use auto, document or console',
    zh: '不是有效的接口形式。请使用 auto、document 或 console',
  },
  teamId: { en: 'contains a team’s ID. Use the team’s name', zh: '包含团队 ID。请使用团队名称' },
  notContext: {
    en: 'isn’t a valid context. Use team/region/app, with the app’s number or name',
    zh: '不是有效的上下文。请使用 团队/集群/应用，应用为编号或名称',
  },
  notDatabase: {
    en: 'isn’t a valid address. Use one such as postgres://user:password@host/database',
    zh: '不是有效的地址。请使用例如 postgres://user:password@host/database 的地址',
  },
  notSslMode: {
    en: 'has an invalid sslmode. Use one of disable, prefer, require, verify-ca, verify-full and no-verify',
    zh: '中的 sslmode 无效。请使用 disable、prefer、require、verify-ca、verify-full 或 no-verify',
  },
  notKey: {
    en: 'isn’t a valid key. Use at least 32 characters, without spaces and commas',
    zh: '不是有效的密钥。请使用至少 32 个字符，不含空格和逗号',
  },
  notKeys: {
    en: 'isn’t a valid list of keys. Separate keys with commas. Each has at least 32 characters, without spaces',
    zh: '不是有效的密钥列表。请用逗号分隔，每个至少 32 个字符，不含空格',
  },
  notDuration: { en: 'isn’t a valid duration. Use one such as 365d', zh: '不是有效的时长。请使用例如 365d 的时长' },
  tooShort: { en: 'is too short. Use 30d or longer', zh: '太短。请使用 30d 或更长' },
  notHost: {
    en: 'isn’t a valid host name or address. Leave it unset to listen on all interfaces',
    zh: '不是有效的主机名或地址。不设置则监听所有网络接口',
  },
  notLevel: { en: 'isn’t a valid level. Use {levels}', zh: '不是有效的级别。请使用 {levels}' },
  samePort: {
    en: 'is the same as PORT. Remove it to serve everything on PORT',
    zh: '与 PORT 相同。删除它即可全部由 PORT 提供',
  },
  unread: { en: 'can’t be read ({path}): {why}', zh: '无法读取（{path}）：{why}' },
  isDirectory: { en: 'it’s a directory, not a file', zh: '它是目录，不是文件' },
  noFile: { en: 'names a file that doesn’t exist: {path}', zh: '指定的文件不存在：{path}' },
  noCertificate: { en: 'contains no PEM certificate: {path}', zh: '其中没有 PEM 证书：{path}' },
  notUtf8: { en: 'isn’t UTF-8 text: {path}. Save it as UTF-8', zh: '不是 UTF-8 文本：{path}。请保存为 UTF-8' },
  keyEncrypted: {
    en: 'names a key with a passphrase: {path}. Use a file without one',
    zh: '指定的密钥有密码：{path}。请使用没有密码的文件',
  },
  keyPublic: { en: 'names a public key: {path}. Use the private key', zh: '指定的是公钥：{path}。请使用私钥' },
  keyNone: {
    en: 'names a file without a private key in PEM: {path}. Make one with: openssl genpkey -algorithm ed25519 -out evidence.pem',
    zh: '指定的文件中没有 PEM 私钥：{path}。可以这样生成：openssl genpkey -algorithm ed25519 -out evidence.pem',
  },
  keyOther: {
    en: 'names a key of the type {type}: {path}. Only Ed25519 is accepted. Make one with: openssl genpkey -algorithm ed25519 -out evidence.pem',
    zh: '指定的密钥类型为 {type}：{path}。只接受 Ed25519，可以这样生成：openssl genpkey -algorithm ed25519 -out evidence.pem',
  },
  envUnread: { en: 'can’t be read: {why}', zh: '无法读取：{why}' },
  envFile: {
    en: 'put the file there. Docker makes a directory if the file to mount doesn’t exist',
    zh: '请将文件放在那里。如果要挂载的文件不存在，Docker 会创建目录',
  },
  fixSettings: { en: 'Portolan can’t start. Fix these settings:', zh: 'Portolan 无法启动。请修正以下设置：' },
  readme: {
    en: 'README.md describes the setup. To try Portolan without any of this: npm run playground',
    zh: '安装方法见 README.zh.md。无需这些设置即可试用 Portolan：npm run playground',
  },
});

/** Instructions for finding each variable's value. */
export const whereFrom = messages('where', {
  SLACK_BOT_TOKEN: {
    en: 'api.slack.com/apps → your app → OAuth & Permissions → Bot User OAuth Token',
    zh: 'api.slack.com/apps → 您的应用 → OAuth & Permissions → Bot User OAuth Token',
  },
  SLACK_SIGNING_SECRET: {
    en: 'api.slack.com/apps → your app → Basic Information → App Credentials → Signing Secret',
    zh: 'api.slack.com/apps → 您的应用 → Basic Information → App Credentials → Signing Secret',
  },
  SLACK_APP_TOKEN: {
    en: 'api.slack.com/apps → your app → Basic Information → App-Level Tokens, with the scope connections:write',
    zh: 'api.slack.com/apps → 您的应用 → Basic Information → App-Level Tokens，权限范围为 connections:write',
  },
  SLACK_API_URL: {
    en: 'the base address of the Web API, for a simulator or GovSlack, such as http://127.0.0.1:4000/api/. Default: Slack’s',
    zh: 'Web API 的根地址，用于模拟环境或 GovSlack，例如 http://127.0.0.1:4000/api/。默认：Slack 的地址',
  },
  COMMAND_PREFIX: {
    en: 'the prefix of the commands in the manifest that you installed, such as rb-. Default: none',
    zh: '已安装的清单中命令的前缀，例如 rb-。默认：无',
  },
  LANGUAGE: {
    en: 'en or zh, for what is posted in channels. Default: the requester’s language',
    zh: 'en 或 zh，用于频道中的消息。默认：申请人的语言',
  },
  PLATFORM_URL: {
    en: 'the address of your platform’s console, such as https://console.example.com',
    zh: '平台控制台的地址，例如 https://console.example.com',
  },
  PLATFORM_TOKEN: { en: 'your platform’s console → your user → access tokens', zh: '平台控制台 → 个人中心 → 访问令牌' },
  PLATFORM_AUTH_HEADER: {
    en: 'the header that carries the token. Default: Authorization',
    zh: '携带令牌的请求头。默认：Authorization',
  },
  PLATFORM_AUTH_PREFIX: {
    en: 'a word before the token, such as Bearer. Default: none',
    zh: '令牌前的词，例如 Bearer。默认：无',
  },
  PLATFORM_DIALECT: { en: 'auto, document or console. Default: auto', zh: 'auto、document 或 console。默认：auto' },
  PLATFORM_CA_FILE: { en: 'a PEM file with the certificates of your private CA', zh: '含有私有 CA 证书的 PEM 文件' },
  PLATFORM_TIMEOUT_MS: {
    en: 'how long a read may take. Default: 10000; monitoring may take three times as long',
    zh: '一次读取的最长时间。默认：10000；监控查询为其三倍',
  },
  PLATFORM_WRITE_TIMEOUT_MS: {
    en: 'how long a change may take. Default: 80000, because a console may take 75 seconds',
    zh: '一次变更的最长时间。默认：80000，因为控制台可能需要 75 秒',
  },
  PLATFORM_CONTEXT: {
    en: 'team/region/app, as in the address of the app in the console',
    zh: '团队/集群/应用，与控制台中应用的地址一致',
  },
  CONSOLE_URL: {
    en: 'where people open the console in their browsers, such as https://console.example.com. Default: no links',
    zh: '在浏览器中打开控制台的地址，例如 https://console.example.com。默认：不显示链接',
  },
  MCP_URL: {
    en: 'the public address of /mcp on this server, such as https://bot.example.com/mcp. Default: no agents',
    zh: '此服务器 /mcp 的公网地址，例如 https://bot.example.com/mcp。默认：不启用智能体',
  },
  DATABASE_URL: {
    en: 'only for several replicas: postgres://user:password@host/database',
    zh: '仅用于多个副本：postgres://user:password@host/database',
  },
  PORTOLAN_DATA: {
    en: 'a directory that only this process uses. Default: ./data',
    zh: '仅供此进程使用的目录。默认：./data',
  },
  PORTOLAN_CONFIG: { en: 'the policy file. Default: ./portolan.yaml', zh: '审批策略文件。默认：./portolan.yaml' },
  AUDIT_KEY: {
    en: 'a secret of your own, such as the output of: openssl rand -base64 48',
    zh: '自己的密钥，例如以下命令的输出：openssl rand -base64 48',
  },
  AUDIT_KEY_PREVIOUS: {
    en: 'earlier values of AUDIT_KEY, separated by commas; only for checking older entries',
    zh: 'AUDIT_KEY 以前的值，用逗号分隔；仅用于校验较早的记录',
  },
  AUDIT_RETENTION: {
    en: 'a duration such as 365d, at least 30d. Default: entries are kept forever',
    zh: '时长，例如 365d，至少 30d。默认：永久保留记录',
  },
  EVIDENCE_KEY_FILE: {
    en: 'a PEM file with an Ed25519 private key: openssl genpkey -algorithm ed25519 -out evidence.pem',
    zh: '含有 Ed25519 私钥的 PEM 文件：openssl genpkey -algorithm ed25519 -out evidence.pem',
  },
  PORT: { en: 'a number from 1 to 65535. Default: 3000', zh: '1 到 65535 之间的数字。默认：3000' },
  HOST: { en: 'the address to listen on. Default: all interfaces', zh: '监听的地址。默认：所有网络接口' },
  ADMIN_PORT: {
    en: 'a second port for /readyz and /metrics. Default: the same as PORT',
    zh: '用于 /readyz 和 /metrics 的第二个端口。默认：与 PORT 相同',
  },
  LOG_LEVEL: {
    en: 'fatal, error, warn, info, debug, trace or silent. Default: info',
    zh: 'fatal、error、warn、info、debug、trace 或 silent。默认：info',
  },
});
