import { enumerated } from '../../../core/text/chinese.ts';
import { joinedWords } from '../../../core/text/joined.ts';
import { messages } from '../../../core/text/text.ts';

function withNames(en: string, zh: string) {
  return {
    en: (p: { name: string }) => joinedWords(en, p.name),
    zh: (p: { name: string }) => joinedWords(zh, enumerated(p.name)),
  };
}

export const eventMarkMsg = messages('lifecycle', {
  markStart: withNames('start', '启动'),
  markStop: withNames('stop', '停止'),
  markRestart: withNames('restart', '重启'),
  markUpgrade: {
    en: (p: { name: string }) => joinedWords('rolling update', p.name === '' ? '' : `of ${p.name}`),
    zh: (p) => joinedWords('更新（滚动）', enumerated(p.name)),
  },
  markDeploy: withNames('deploy', '构建并部署'),
  markRollback: withNames('roll back', '回滚'),
});
