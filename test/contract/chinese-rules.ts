/** Patterns that Chinese texts must not contain. Texts use the terms of the console, and one term for each thing. */
export const chineseRules: Readonly<Record<string, RegExp>> = {
  'half-width punctuation': /\p{Script=Han}[,;:?!()]|(?<!\bip)[,;:?!)]\p{Script=Han}/u,
  '网关规则: the console says 网关策略': /网关规则|访问策略|访问规则/,
  '策略 alone: 审批策略 or 网关策略': /(?<!审批|网关)策略/,
  // A word of a command may be one that only people use, so it is allowed alone.
  'words that the console doesn’t use':
    /未构建|滚动更新|水平伸缩|垂直伸缩|(?:关闭|停用)组件(?!的)|签发者|(?<!^)到期|到期(?!$)|请求体大小|代理缓冲/,
  '申请的理由: a person’s words are a 理由, a cause is a 原因': /原因(?:有|：“|会显示)|填写原因/,
  '区域 or 地域: the console says 集群': /区域|地域/,
  'a space before a full-width sign': / [，。；：！？、）”]/u,
  '你: write 您': /你/,
  '发生 OOM: 内存不足': /发生 ?OOM|内存溢出/,
  'a length of time in Latin letters': /最近 ?\d+ ?[smhd]\b/,
};
