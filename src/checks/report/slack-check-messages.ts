import { messages } from '../../core/text/text.ts';

export const slackCheckMsg = messages('doctor.slack', {
  noStart: { en: 'The bot doesn’t start without it.', zh: '缺少它，机器人无法启动。' },
  noSettings: {
    en: 'not checked, because its settings are missing or invalid',
    zh: '未检查，因为缺少相关变量或变量无效',
  },
  checkFailed: { en: 'the check itself failed ({error}).', zh: '检查本身失败（{error}）。' },
  reportBug: { en: 'This is a bug in Portolan. Report it.', zh: '这是 Portolan 的缺陷，请报告。' },
  overHttp: {
    en: 'HTTP: only a request from Slack shows whether its address and SLACK_SIGNING_SECRET are right',
    zh: 'HTTP：只有 Slack 发来请求时，才能知道地址和 SLACK_SIGNING_SECRET 是否正确',
  },
  typeCommand: {
    en: 'Type a command in Slack. If it fails, see docs/troubleshooting.md.',
    zh: '请在 Slack 中输入一个命令。如果失败，请参阅 docs/troubleshooting.zh.md。',
  },
  socketFine: { en: 'Socket Mode: Slack accepted SLACK_APP_TOKEN', zh: 'Socket Mode：Slack 接受了 SLACK_APP_TOKEN' },
  updateApp: {
    en: 'Update the app from the manifest (manifest/), reinstall it, and set the new token.',
    zh: '请用清单（manifest/）更新 Slack 应用，重新安装，并设置新的令牌。',
  },
  scopesUnlisted: { en: 'Slack didn’t list the scopes of the token', zh: 'Slack 没有返回该令牌的权限范围' },
  scopesFine: { en: 'all {count} that the manifest asks for', zh: '清单要求的 {count} 个全部具备' },
  scopesMissing: {
    en: '{count:# scope is|# scopes are} missing: {scopes}.',
    zh: '缺少 {count} 个权限范围：{scopes}。',
  },
  lostWithout: { en: 'These don’t work without: {lost}.', zh: '缺少时，以下功能不可用：{lost}。' },
  pasteManifest: {
    en: 'Paste the manifest (manifest/) into the app’s settings. Reinstall the app if Slack asks for it.',
    zh: '请将清单（manifest/）粘贴到 Slack 应用的设置中。如果 Slack 要求，请重新安装应用。',
  },
  compareByHand: {
    en: 'compare the app’s commands by hand: {commands}',
    zh: '请手动核对 Slack 应用的命令：{commands}',
  },
  manifestHidden: { en: 'A bot token can’t read the installed manifest.', zh: '机器人令牌无法读取已安装的清单。' },
  setConfigToken: {
    en: 'To have it compared, set SLACK_CONFIG_TOKEN for this run: api.slack.com/apps → Your App Configuration Tokens.',
    zh: '如需自动核对，请为本次运行设置 SLACK_CONFIG_TOKEN：api.slack.com/apps → Your App Configuration Tokens。',
  },
  manifestUnread: {
    en: 'the installed manifest can’t be read with SLACK_CONFIG_TOKEN: {why}',
    zh: '无法用 SLACK_CONFIG_TOKEN 读取已安装的清单：{why}',
  },
  newConfigToken: {
    en: 'Configuration tokens expire after 12 hours. Generate a new one, in the workspace in which the app was created.',
    zh: '配置令牌在 12 小时后过期。请在创建该应用的工作区中重新生成。',
  },
  manifestFine: {
    en: 'the installed app has every command, shortcut, event and setting of the manifest',
    zh: '已安装的应用具备清单中的全部命令、快捷方式、事件和设置',
  },
  notOffered: { en: 'Slack doesn’t offer or deliver what is missing.', zh: '缺少的部分，Slack 不会提供，也不会发送。' },
  lacksCommands: { en: 'The installed manifest lacks commands: {names}.', zh: '已安装的清单缺少命令：{names}。' },
  lacksShortcuts: { en: 'The installed manifest lacks shortcuts: {names}.', zh: '已安装的清单缺少快捷方式：{names}。' },
  lacksScopes: { en: 'The installed manifest lacks scopes: {names}.', zh: '已安装的清单缺少权限范围：{names}。' },
  lacksEvents: { en: 'The installed manifest lacks events: {names}.', zh: '已安装的清单缺少事件：{names}。' },
  homeOff: { en: 'The Home tab is off.', zh: '“主页”选项卡已关闭。' },
  messagesOff: {
    en: 'The Messages tab is off, so people can’t write to the bot.',
    zh: '“消息”选项卡已关闭，因此无法给机器人发送消息。',
  },
  interactivityOff: {
    en: 'Interactivity is off, so buttons and forms don’t work.',
    zh: '交互功能已关闭，因此按钮和表单不可用。',
  },
  socketOff: {
    en: 'Socket Mode is off in the app’s settings, but SLACK_APP_TOKEN is set.',
    zh: 'Slack 应用的设置中关闭了 Socket Mode，但设置了 SLACK_APP_TOKEN。',
  },
  socketOn: {
    en: 'Socket Mode is on in the app’s settings, so Slack sends nothing over HTTP.',
    zh: 'Slack 应用的设置中开启了 Socket Mode，因此 Slack 不会通过 HTTP 发送请求。',
  },
  addressMissing: {
    en: 'The installed manifest lacks the address of the bot in some places.',
    zh: '已安装的清单中，有些地方缺少机器人的地址。',
  },
  addressesDiffer: {
    en: 'The installed manifest has several addresses of the bot: {addresses}.',
    zh: '已安装的清单中，机器人的地址不一致：{addresses}。',
  },
  addressWrong: {
    en: 'The bot’s address in the installed manifest doesn’t end with /slack/events: {address}.',
    zh: '已安装的清单中，机器人的地址没有以 /slack/events 结尾：{address}。',
  },
  cantConnect: {
    en: 'Portolan can’t connect to Slack’s Socket Mode: {why}.',
    zh: 'Portolan 无法连接 Slack 的 Socket Mode：{why}。',
  },
  letOut: {
    en: 'Check that connections to wss://wss-primary.slack.com can leave the network. Socket Mode ignores proxies.',
    zh: '请检查网络是否允许连接 wss://wss-primary.slack.com。Socket Mode 不经过代理。',
  },
  withCode: { en: '{found} ({code}).', zh: '{found}（{code}）。' },
  rejected: { en: 'Slack rejected {token} ({code}).', zh: 'Slack 拒绝了 {token}（{code}）。' },
  reinstall: {
    en: 'Reinstall the app in the workspace and set the new token.',
    zh: '请在工作区中重新安装应用，并设置新的令牌。',
  },
  createAppToken: { en: 'Create a new app-level token and set it.', zh: '请创建新的应用级令牌并设置。' },
  scopeMissing: { en: '{token} is missing the scope {scope}.', zh: '{token} 缺少权限范围 {scope}。' },
  unknownScope: { en: '(unknown)', zh: '（未知）' },
  addScope: { en: 'Add it and set the new token.', zh: '请添加该权限范围，并设置新的令牌。' },
  keptOut: {
    en: 'Slack keeps Portolan out of the workspace for now ({code}).',
    zh: 'Slack 目前不允许 Portolan 使用该工作区（{code}）。',
  },
  askAdmin: {
    en: 'Ask an administrator of the workspace to allow the app, from this network too.',
    zh: '请让工作区管理员允许该应用，并允许从此网络使用。',
  },
  failing: { en: 'Slack can’t answer at the moment ({code}).', zh: 'Slack 目前无法响应（{code}）。' },
  startLater: { en: 'Start Portolan again later.', zh: '请稍后重新启动 Portolan。' },
  rateLimited: { en: 'Slack is rate-limiting Portolan.', zh: 'Slack 正在限制 Portolan 的请求频率。' },
  startSoon: { en: 'Wait a minute, then start Portolan again.', zh: '请等待一分钟，然后重新启动 Portolan。' },
  unreachable: {
    en: 'Portolan can’t reach Slack at {address}: {why}.',
    zh: 'Portolan 无法访问 Slack（{address}）：{why}。',
  },
  refused: { en: 'Slack refused a call at {address}: {code}.', zh: 'Slack（{address}）拒绝了一个调用：{code}。' },
  notSlack: { en: 'What answers at {address} isn’t Slack’s Web API.', zh: '{address} 返回的不是 Slack 的 Web API。' },
  checkApiUrl: { en: 'Check SLACK_API_URL.', zh: '请检查 SLACK_API_URL。' },
  checkNetwork: {
    en: 'Check the network. Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.',
    zh: '请检查网络。如果需要代理，请设置 HTTPS_PROXY 和 NODE_USE_ENV_PROXY=1。',
  },
  checkProxy: { en: 'Check the network and the proxy in {proxy}.', zh: '请检查网络以及 {proxy} 中的代理。' },
  proxyIgnored: {
    en: '{proxy} is set, but Node.js ignores it unless NODE_USE_ENV_PROXY=1 is set too.',
    zh: '设置了 {proxy}，但只有同时设置 NODE_USE_ENV_PROXY=1，Node.js 才会使用它。',
  },
  linkDisabled: { en: 'Socket Mode is off in the app’s settings', zh: 'Slack 应用的设置中关闭了 Socket Mode' },
  turnOn: {
    en: 'Turn it on: api.slack.com/apps → your app → Socket Mode. Or remove SLACK_APP_TOKEN and set SLACK_SIGNING_SECRET, to use HTTP.',
    zh: '请开启：api.slack.com/apps → 您的应用 → Socket Mode。或者删除 SLACK_APP_TOKEN 并设置 SLACK_SIGNING_SECRET，改用 HTTP。',
  },
  tooMany: {
    en: 'The app has 10 connections already, as many as Slack allows',
    zh: '该应用已有 10 个连接，已达到 Slack 的上限',
  },
  stopOthers: {
    en: 'Stop other processes that use the same SLACK_APP_TOKEN.',
    zh: '请停止使用同一 SLACK_APP_TOKEN 的其他进程。',
  },
  notAppToken: { en: 'SLACK_APP_TOKEN isn’t an app-level token', zh: 'SLACK_APP_TOKEN 不是应用级令牌' },
  mayNotOpen: { en: 'SLACK_APP_TOKEN isn’t allowed to open connections', zh: 'SLACK_APP_TOKEN 无权建立连接' },
  newAppToken: { en: 'Create an app-level token (xapp-…) and set it.', zh: '请创建应用级令牌（xapp-…）并设置。' },
  socketForbidden: {
    en: 'Slack doesn’t allow Socket Mode in this workspace',
    zh: 'Slack 不允许在此工作区中使用 Socket Mode',
  },
  askOrHttp: {
    en: 'Ask an administrator of the workspace. Or remove SLACK_APP_TOKEN and set SLACK_SIGNING_SECRET, to use HTTP.',
    zh: '请联系工作区管理员。或者删除 SLACK_APP_TOKEN 并设置 SLACK_SIGNING_SECRET，改用 HTTP。',
  },
  noHost: { en: 'the host name can’t be resolved', zh: '无法解析主机名' },
  noHostNow: { en: 'the host name can’t be resolved at the moment', zh: '目前无法解析主机名' },
  connectionRefused: { en: 'the connection was refused', zh: '连接被拒绝' },
  connectionLost: { en: 'the connection was lost', zh: '连接中断' },
  timedOut: { en: 'the connection timed out', zh: '连接超时' },
  noNetwork: { en: 'the network can’t be reached', zh: '网络不可达' },
  hostUnreachable: { en: 'the host can’t be reached', zh: '主机不可达' },
  notHttps: { en: 'this address doesn’t use HTTPS', zh: '该地址未使用 HTTPS' },
  untrusted: { en: 'its TLS certificate isn’t trusted', zh: '其 TLS 证书不受信任' },
  requestFailed: { en: 'the request failed', zh: '请求失败' },
  reasonCode: { en: '{why} ({code})', zh: '{why}（{code}）' },
  httpStatus: { en: 'it responded with HTTP {status}', zh: '返回了 HTTP {status}' },
  noResponse: { en: 'it didn’t respond in time', zh: '未及时响应' },
  clockFine: { en: 'this machine’s clock agrees with Slack’s', zh: '本机时钟与 Slack 一致' },
  clockAhead: { en: 'this machine’s clock is {length} ahead of Slack’s.', zh: '本机时钟比 Slack 快 {length}。' },
  clockBehind: { en: 'this machine’s clock is {length} behind Slack’s.', zh: '本机时钟比 Slack 慢 {length}。' },
  clockRefused: {
    en: 'Requests from Slack are refused when the clocks differ by 5 minutes or more.',
    zh: '时钟相差 5 分钟及以上时，会拒绝 Slack 的请求。',
  },
  clockMatters: {
    en: 'Closing times, schedules and charts follow this machine’s clock.',
    zh: '关闭时间、定时任务和图表以本机时钟为准。',
  },
  synchronize: { en: 'Synchronize it with NTP.', zh: '请使用 NTP 同步。' },
});
