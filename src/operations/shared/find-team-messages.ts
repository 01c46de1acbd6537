import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const msg = messages('team', {
  team: { en: () => 'Team', zh: () => '团队' },
  teamHint: {
    en: () => 'The team’s name on the platform. Default: the team of the context here.',
    zh: () => '团队在平台上的名称。默认为当前上下文的团队。',
  },
  missing: {
    en: () => 'Enter a team: team=shop. Or set a context for this channel first.',
    zh: () => '请指定团队：team=shop。也可以先为本频道设置上下文。',
  },
  several: {
    en: (p: { count: number }) => `There are ${plural(p.count, 'team')}. Which one?`,
    zh: (p) => `共有 ${p.count} 个团队。是哪一个？`,
  },
  unknown: {
    en: (p: { typed: string }) => `There is no team called \`${p.typed}\`.`,
    zh: (p) => `没有名为 \`${p.typed}\` 的团队。`,
  },
});
