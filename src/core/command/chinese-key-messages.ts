/** Chinese words for keys of parameters, as forms call them: `理由="慢"` is `reason="慢"`. */
const keysByWord: ReadonlyMap<string, string> = new Map([
  ...words('reason', '理由', '原因'),
  ...words('for', '时长', '持续时间'),
  ...words('at', '执行时间', '时间'),
  ...words('ticket', '工单', '单号'),
  ...words('ask', '审批人'),
  ...words('in', '上下文'),
  ...words('component', '组件'),
  ...words('port', '端口'),
  ...words('side', '访问方式'),
  ...words('protocol', '协议'),
  ...words('alias', '别名'),
  ...words('instances', '实例数'),
  ...words('memory', '内存'),
  ...words('image', '镜像'),
  ...words('item', '监控项', '监控内容'),
  ...words('range', '时间范围'),
  ...words('step', '步长'),
  ...words('above', '阈值', '高于'),
  ...words('below', '下限阈值', '低于'),
  ...words('vs', '对比'),
  ...words('notify', '通知'),
]);

/** Chinese words for the words after a command: `/portolan 帮助` is `/portolan help`. */
const commandWords: ReadonlyMap<string, string> = new Map([
  ...words('help', '帮助'),
  ...words('list', '列表'),
  ...words('show', '查看'),
  ...words('audit', '审计日志', '审计'),
  ...words('context', '上下文'),
  ...words('language', '语言'),
]);

/** Returns a command's word, in lower case. */
export function commandWord(word: string): string {
  return commandWords.get(word) ?? word.toLowerCase();
}

function words(key: string, ...chinese: readonly string[]): readonly [string, string][] {
  return chinese.map((word) => [word, key]);
}

/** Returns the key of a parameter, in lower case with underscores. */
export function parameterKey(word: string): string {
  return keysByWord.get(word) ?? word.toLowerCase().replaceAll('-', '_');
}

/** Returns keys, and the Chinese words for them. */
export function withChineseWords(keys: readonly string[]): readonly string[] {
  return [...keys, ...[...keysByWord].flatMap(([word, key]) => (keys.includes(key) ? [word] : []))];
}

export function isChineseKey(word: string): boolean {
  return keysByWord.has(word);
}
