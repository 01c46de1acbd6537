import { enumerated } from '../../../core/text/chinese.ts';
import { joinedWords } from '../../../core/text/joined.ts';
import { messages } from '../../../core/text/text.ts';

export const eventMarkMsg = messages('lifecycle', {
  markStart: {
    en: (p: { name: string }) => joinedWords('start', p.name),
    zh: (p) => joinedWords('启动', enumerated(p.name)),
  },
  markStop: {
    en: (p: { name: string }) => joinedWords('stop', p.name),
    zh: (p) => joinedWords('停止', enumerated(p.name)),
  },
  markRestart: {
    en: (p: { name: string }) => joinedWords('restart', p.name),
    zh: (p) => joinedWords('重启', enumerated(p.name)),
  },
  markUpgrade: {
    en: (p: { name: string }) => joinedWords('rolling update', p.name === '' ? '' : `of ${p.name}`),
    zh: (p) => joinedWords('更新（滚动）', enumerated(p.name)),
  },
  markDeploy: {
    en: (p: { name: string }) => joinedWords('deploy', p.name),
    zh: (p) => joinedWords('构建并部署', enumerated(p.name)),
  },
  markRollback: {
    en: (p: { name: string }) => joinedWords('roll back', p.name),
    zh: (p) => joinedWords('回滚', enumerated(p.name)),
  },
});
