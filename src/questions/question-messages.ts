import { messages } from '../core/text/text.ts';

export const msg = messages('workflow', {
  /** The platform client says its reasons in both languages. */
  platformSaid: { en: (p: { en: string; zh: string }) => p.en, zh: (p) => p.zh },
  withCode: {
    en: (p: { why: string; code: number }) => `${p.why} (code ${p.code})`,
    zh: (p) => `${p.why}（代码 ${p.code}）`,
  },
  gone: {
    en: () => 'I no longer know this kind of question. Ask again with today’s words.',
    zh: () => '我已不再支持这种查询。请用现在的命令重新提问。',
  },
  monitoringLost: {
    en: () => 'The platform answered, but without any samples.',
    zh: () => '平台有响应，但没有返回任何数据。',
  },
});
