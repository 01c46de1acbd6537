import { joinedWords } from '../../core/text/joined.ts';
import { messages } from '../../core/text/text.ts';

export const lifecycleMsg = messages('lifecycle', {
  markBuild: { en: (p: { name: string }) => joinedWords('build', p.name), zh: (p) => joinedWords('构建', p.name) },
  startSays: { en: 'Start components', zh: '启动组件' },
  stopSearched: { en: 'kill, shut down', zh: '停机，关停' },
  stopSays: { en: 'Stop components', zh: '停止组件' },
  restartSays: { en: 'Restart components: stop them, then start them again', zh: '重启组件：先停止，再启动' },
  restartForm: { en: 'Restart components', zh: '重启组件' },
  upgradeSays: { en: 'Start a rolling update of components', zh: '更新（滚动）组件' },
  upgradeForm: { en: 'Rolling update', zh: '更新（滚动）' },
  deployFirst: { en: 'Deploy a component', zh: '构建并部署组件' },
  restartFirst: { en: 'Restart a component', zh: '重启组件' },
  deploySays: { en: 'Deploy components', zh: '构建并部署组件' },
  startAllSays: { en: 'Start every component of the app', zh: '启动应用的全部组件' },
  startAllForm: { en: 'Start all components', zh: '启动全部组件' },
  stopAllSays: { en: 'Stop every component of the app', zh: '停止应用的全部组件' },
  stopAllForm: { en: 'Stop all components', zh: '停止全部组件' },
  buildSays: {
    en: 'Build a component, and deploy it unless that’s turned off',
    zh: '构建组件；除非已关闭构建后更新，否则一并部署',
  },
  buildForm: { en: 'Build a component', zh: '构建组件' },
  componentsHint: { en: 'Their names, aliases or IDs.', zh: '名称、别名或 ID。' },

  named: { en: '{names}', zh: '{names:quoted}' },
  several: { en: '{count:# component|# components}', zh: '{count} 个组件' },
  everyOne: {
    en: (p: { count: number; app: string }) =>
      p.count === 1 ? `the only component of ${p.app}` : `all ${p.count} components of ${p.app}`,
    zh: '“{app}”的全部 {count} 个组件',
  },
  startTitle: { en: 'Start {which}', zh: '启动{which:apart-before}' },
  stopTitle: { en: 'Stop {which}', zh: '停止{which:apart-before}' },
  restartTitle: { en: 'Restart {which}', zh: '重启{which:apart-before}' },
  upgradeTitle: { en: 'Rolling update of {which}', zh: '更新（滚动）{which}' },
  deployTitle: { en: 'Deploy {which}', zh: '构建并部署{which:apart-before}' },
  /** For a build without a deploy. */
  buildTitle: { en: 'Build {which} without deploying it', zh: '仅构建{which:apart-before}，不部署' },

  starting: { en: 'Starting', zh: '启动中' },
  stopping: { en: 'Stopping', zh: '停止中' },
  upgrading: { en: 'Rolling update', zh: '更新（滚动）中' },
  rollingOut: { en: 'Updating the running version', zh: '更新运行版本' },
  deploying: { en: 'Deploying', zh: '构建并部署中' },
  building: { en: 'Building', zh: '构建中' },

  running: { en: '● running', zh: '● 运行中' },
  stopped: { en: '○ stopped', zh: '○ 已关闭' },
  unbuilt: { en: '○ not deployed', zh: '○ 未部署' },
  isStopping: { en: '◌ stopping', zh: '◌ 关闭中' },
  updated: { en: '● running, after a rolling update', zh: '● 运行中，已更新（滚动）' },
  restarted: { en: '● running, after a restart', zh: '● 运行中，已重启' },
  deployed: { en: '● running, after a deployment', zh: '● 运行中，已构建并部署' },
  versionOf: { en: 'Version of {name}', zh: '“{name}”的版本' },
  lastBuilt: { en: 'from the last build', zh: '上次构建的版本' },
  newestOf: { en: 'newest commit of {branch}', zh: '{branch} 的最新提交' },
  tagged: { en: 'tag {tag}', zh: '标签 {tag}' },
  newestCode: { en: 'newest commit of its source code', zh: '源代码的最新提交' },
  pulledAgain: { en: '{image}, pulled again', zh: '{image}（重新拉取）' },
  built: { en: '● built, not deployed', zh: '● 已构建，未部署' },

  alreadyRunning: { en: 'Already running: {which}.', zh: '已在运行：{which}。' },
  alreadyStopped: { en: 'Already stopped: {which}.', zh: '已关闭：{which}。' },
  alreadyAt: { en: 'Nothing to do: {states}.', zh: '无需操作：{states}。' },
  notStopped: {
    en: 'Only stopped components can be started. Restart instead: {states}.',
    zh: '未关闭，无法启动：{states}。请改用重启。',
  },
  leftAbnormal: {
    en: 'Not included, because only stopped components are started: {states}.',
    zh: '只启动已关闭的组件，因此不包括{states:apart-before}。',
  },
  leftUnbuilt: {
    en: 'Not included, because they haven’t been deployed yet: {names}.',
    zh: '不包括未部署的组件：{names:quoted}。',
  },
  leftStopping: {
    en: 'Not included, because they are already stopping: {names}.',
    zh: '不包括正在关闭的组件：{names:quoted}。',
  },
  noneLeft: {
    en: 'This app has no components that can be started or stopped.',
    zh: '此应用没有可以启动或停止的组件。',
  },
  thirdParty: {
    en: 'Third-party components don’t run on the platform, so this isn’t possible: {names}.',
    zh: '第三方组件不在平台上运行，无法进行此操作：{names:quoted}。',
  },
  draft: {
    en: (p: { names: string }) =>
      `Not fully created yet: ${p.names}. Finish creating ${formFor(p.names, 'it', 'them')} in the platform’s console first.`,
    zh: '尚未创建完成：{names:quoted}。请先在平台控制台完成创建。',
  },
  notThere: { en: 'This component is no longer in the app.', zh: '该组件已不在此应用中。' },
  statusUnknown: {
    en: 'The platform can’t read the status right now: {names}. Try again.',
    zh: '平台暂时无法获取状态：{names:quoted}。请重试。',
  },
  neverBuilt: {
    en: (p: { names: string }) => `Not deployed yet: ${p.names}. Deploy ${formFor(p.names, 'it', 'them')} first.`,
    zh: '未部署，无法启动：{names:quoted}。请先构建并部署。',
  },
  stillStopping: {
    en: (p: { names: string }) =>
      `Still stopping: ${p.names}. Try again when ${formFor(p.names, 'it has', 'they have')} stopped.`,
    zh: '仍在关闭中：{names:quoted}。请在停止后重试。',
  },
  notRunning: {
    en: (p: { names: string }) => `Not running: ${p.names}. Start ${formFor(p.names, 'it', 'them')} instead.`,
    zh: '未运行：{names:quoted}。请直接启动。',
  },
  startFirst: {
    en: (p: { names: string }) => `Not running: ${p.names}. Start ${formFor(p.names, 'it', 'them')} first.`,
    zh: '未运行：{names:quoted}。请先启动。',
  },
  leftOut: {
    en: 'Not run by the platform (third-party), so not included: {names}.',
    zh: '第三方组件不在平台上运行，因此不包括：{names:quoted}。',
  },
  leftOutDrafts: {
    en: 'Not fully created yet, so not included: {names}.',
    zh: '尚未创建完成，因此不包括：{names:quoted}。',
  },

  warnStop: {
    en: 'Stopped components can’t be reached until they’re started again.',
    zh: '组件停止后，在重新启动之前无法访问。',
  },
  killedAtOnce: {
    en: (p: { count: number }) => `${p.count === 1 ? 'Its' : 'Their'} processes are ended without a grace period.`,
    zh: '进程会被立即终止，没有宽限期。',
  },
  killedWithData: {
    en: (p: { count: number }) =>
      `${p.count === 1 ? 'Its' : 'Their'} processes are ended without a grace period. A database may lose what it hasn’t written.`,
    zh: '进程会被立即终止，没有宽限期。数据库可能丢失尚未写入的数据。',
  },
  killedIfFailed: {
    en: (p: { count: number }) =>
      `If the start fails, ${p.count === 1 ? 'its' : 'their'} processes are ended without a grace period. A database may lose what it hasn’t written.`,
    zh: '如果启动失败，进程会被立即终止，没有宽限期。数据库可能丢失尚未写入的数据。',
  },
  warnRestart: { en: 'The service is interrupted during the restart.', zh: '重启期间服务会中断。' },
  warnRestartDuringUpgrade: {
    en: 'A rolling update of {names} is in progress. The restart also ends the old instances, which may still be serving.',
    zh: '{names:quoted}正在更新（滚动）中，重启也会关闭可能仍在提供服务的旧实例。',
  },
  warnDeployStarts: {
    en: 'This starts what isn’t running now: {names}.',
    zh: '会启动当前未运行的组件：{names:quoted}。',
  },
  warnOneInstance: {
    en: 'Only one instance, so there may be a short interruption: {names}.',
    zh: '只有一个实例，可能会短暂中断：{names:quoted}。',
  },
  noteBuildFails: {
    en: 'If the build fails, what runs now isn’t replaced.',
    zh: '如果构建失败，正在运行的版本不会被替换。',
  },
  warnUpgrade: {
    en: 'The version stays the same: new instances replace the running ones.',
    zh: '版本不变：新的实例会替换正在运行的实例。',
  },
  warnSaved: {
    en: 'This also applies settings that were saved but not yet applied. Portolan can’t see which, and can’t undo that.',
    zh: '此操作还会使已保存但未生效的设置一并生效。Portolan 无法得知是哪些，也无法撤销。',
  },
  warnBuildOnly: {
    en: 'The running version doesn’t change: the platform doesn’t update this component after a build.',
    zh: '当前运行的版本不变：此组件构建后不会自动更新。',
  },

  undoStart: { en: 'Stop it again', zh: '重新停止' },
  undoStop: { en: 'Start it again', zh: '重新启动' },
  undoStartSeveral: { en: 'Stop them again', zh: '重新停止' },
  undoStopSeveral: { en: 'Start them again', zh: '重新启动' },
  undoNone: { en: 'Portolan can’t bring back the version that runs now.', zh: 'Portolan 无法恢复当前运行的版本。' },
  upgrade: { en: 'Rolling update instead', zh: '改用更新（滚动）' },
  log: { en: 'Log', zh: '日志' },
  isStopped: { en: '{which} is stopped.', zh: '{which}已关闭。' },
  areStopped: { en: 'Stopped: {which}.', zh: '已关闭：{which}。' },
  nowIs: { en: '{name}: {state}', zh: '{name}：{state}' },
});

/** Returns the English form for a comma-separated list of names: “deploy it”, “deploy them”. */
function formFor(names: string, one: string, other: string): string {
  return names.includes(', ') ? other : one;
}
