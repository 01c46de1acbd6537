/** Chinese words for keys of parameters, as forms call them: `理由="慢"` is `reason="慢"`. */
const keysByWord: ReadonlyMap<string, string> = new Map(
  Object.entries({
    reason: ['理由', '原因'],
    for: ['时长', '持续时间'],
    at: ['执行时间', '时间'],
    ticket: ['工单', '单号'],
    ask: ['审批人'],
    in: ['上下文'],
    component: ['组件'],
    port: ['端口'],
    side: ['访问方式'],
    protocol: ['协议'],
    alias: ['别名'],
    instances: ['实例数'],
    memory: ['内存'],
    image: ['镜像'],
    item: ['监控项', '监控内容'],
    range: ['时间范围'],
    step: ['步长'],
    above: ['阈值', '高于'],
    below: ['下限阈值', '低于'],
    vs: ['对比'],
    notify: ['通知'],
  }).flatMap(([key, chinese]) => chinese.map((word) => [word, key] as const)),
);

/** Other words for the words of commands, Chinese and English: `/port 开启` and `/port expose` are `/port open`. */
const commandWords: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    port: ['端口'],
    gateway: ['网关', '网关策略'],
    component: ['组件'],
    monitor: ['监控'],
    region: ['集群'],
    watch: ['监测', '监控告警', '告警'],
    follow: ['跟踪', '关注'],
    help: ['帮助'],
    list: ['列表', '列出'],
    show: ['查看'],
    add: ['添加', '新增', '创建', 'create', 'new'],
    delete: ['删除', '移除', 'remove', 'rm'],
    open: ['开启', '打开', '开放', 'expose'],
    close: ['关闭'],
    stop: ['关闭', '停止'],
    until: ['关闭时间', '到期'],
    alias: ['别名'],
    protocol: ['协议'],
    start: ['启动'],
    restart: ['重启'],
    upgrade: ['更新'],
    deploy: ['部署', '构建并部署'],
    build: ['构建'],
    scale: ['伸缩'],
    image: ['镜像'],
    events: ['操作记录', '事件'],
    log: ['日志'],
    all: ['全部'],
    certificates: ['证书'],
    pause: ['暂停'],
    resume: ['恢复'],
    silence: ['静默'],
    acknowledge: ['认领', '确认'],
    audit: ['审计日志', '审计'],
    requests: ['申请'],
    openings: ['开放情况'],
    freeze: ['冻结'],
    unfreeze: ['解冻'],
    apps: ['应用'],
    use: ['切换'],
    context: ['上下文'],
    language: ['语言'],
    theme: ['主题'],
  }),
);

/** Splits Chinese words of commands that were typed as one: `开启端口`. Returns undefined if another word is in it. */
export function splitCommandWords(typed: string, words: readonly string[]): readonly string[] | undefined {
  const known = words.flatMap((word) => commandWords.get(word) ?? []).filter((word) => /^\p{Script=Han}+$/u.test(word));
  const parts =
    typed.match(new RegExp([...new Set(known)].toSorted((a, b) => b.length - a.length).join('|'), 'g')) ?? [];
  return parts.length > 0 && parts.join('') === typed ? parts : undefined;
}

/** Divides a Chinese question about slowness, such as `web为什么慢`, into the component and the word `slow`. */
export function splitSlowQuestion(typed: string): readonly string[] | undefined {
  const [, name] = /^(.*?)(?:为什么|为何|怎么|咋)(?:会|这么|那么|变|变得)*慢(?:了|吗|呢)?[?？]*$/.exec(typed) ?? [];
  if (name !== undefined) return name === '' ? ['slow'] : [name, 'slow'];
  return /^(?:很|太|好|变)?慢(?:了|吗)?[?？]*$/.test(typed) ? ['slow'] : undefined;
}

/** Returns other words for a word of a command. */
export function otherWordsFor(word: string): readonly string[] {
  return commandWords.get(word) ?? [];
}

/** Checks whether a typed word is a word of a command. */
export function isCommandWord(typed: string, word: string): boolean {
  return typed.toLowerCase() === word || commandWords.get(word)?.includes(typed.toLowerCase()) === true;
}

/** Returns the key of a parameter, in lower case with underscores. */
export function parameterKey(word: string): string {
  return keysByWord.get(word) ?? word.toLowerCase().replaceAll('-', '_');
}

const wordsBeforeValues = {
  above: /^(?:above|over|[>＞]=?|≥|高于|大于|超过)(?=$|[\d０-９.])/i,
  below: /^(?:below|under|[<＜]=?|≤|低于|小于)(?=$|[\d０-９.])/i,
  for: /^持续(?=$|[\d０-９])/,
} as const;

/** Reads a key without `=`: `above 500`, `>80%`, `高于500ms`. `value`: empty if it is the next word. */
export function keyBeforeValue(typed: string): { readonly key: string; readonly value: string } | undefined {
  for (const [key, pattern] of Object.entries(wordsBeforeValues)) {
    const [word] = pattern.exec(typed) ?? [];
    if (word !== undefined) return { key, value: typed.slice(word.length) };
  }
  return undefined;
}

/** Divides `p95>500` and `内存高于90%` before the sign. Returns other words as they are. */
export function dividedAtSign(typed: string): readonly string[] {
  const at = typed.search(/[<>＜＞≤≥]|高于|大于|超过|低于|小于/);
  return at > 0 && keyBeforeValue(typed.slice(at)) ? [typed.slice(0, at), typed.slice(at)] : [typed];
}

/** Returns keys, and the Chinese words for them. */
export function withChineseWords(keys: readonly string[]): readonly string[] {
  return [...keys, ...[...keysByWord].flatMap(([word, key]) => (keys.includes(key) ? [word] : []))];
}

const questionsAboutUse = [
  /^(?:hi|hello|hey|menu|commands?|usage)$/,
  /^what (?:can|do) (?:you|i) do(?: here| with (?:you|this))?$/,
  /^how (?:(?:do|can) (?:i|we) use (?:you|this)|does (?:this|it) work|do you work)$/,
  /^(?:what is (?:this|portolan)|who are you)$/,
];
const chineseQuestionsAboutUse: readonly string[] = [
  '好',
  '菜单',
  '命令',
  '功能',
  '使用说明',
  ...['怎么用', '怎么使用', '如何使用'],
  ...['有哪些功能', '有什么功能', '有哪些命令', '有什么命令'],
  ...['能做什么', '会做什么', '可以做什么', '能干什么', '可以干什么'],
];

/** Checks whether words only ask what the bot can do, such as “what can you do?”. */
export function asksForHelp(text: string): boolean {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/[\s?？!！.。,，]+$/, '');
  // Chinese questions often begin with “you”, in its plain or polite form.
  const withoutYou = said.replace(/^[\u4f60\u60a8]/, '');
  return questionsAboutUse.some((each) => each.test(said)) || chineseQuestionsAboutUse.includes(withoutYou);
}

export function isChineseKey(word: string): boolean {
  return keysByWord.has(word);
}
