import { messages } from '../../core/text/text.ts';

export const channelLanguageMsg = messages('channelLanguage', {
  says: { en: 'Choose the language of messages in the channel', zh: '选择频道中消息的语言' },
  form: { en: 'Language of the channel', zh: '频道语言' },
  language: { en: 'Language', zh: '语言' },
  missing: { en: 'Choose a language.', zh: '请选择语言。' },
  wrong: { en: '`{typed}` isn’t valid. Use `en` or `zh`.', zh: '`{typed}` 无效。请使用 `en` 或 `zh`。' },
  en: { en: 'English', zh: '英文' },
  zh: { en: 'Chinese', zh: '中文' },
  now: {
    en: '{who} set the language of this channel: messages that everyone sees here are in {language} from now on.',
    zh: '{who} 设置了本频道的语言：此后所有人可见的消息使用{language}。',
  },
  inChannels: {
    en: 'Use this in a channel. Messages that only you see are in the language of your Slack.',
    zh: '请在频道中使用。仅您可见的消息使用您 Slack 的语言。',
  },
  policySets: {
    en: 'The policy file sets the language of this channel.',
    zh: '本频道的语言由审批策略文件设置。',
  },
});
