import { messages } from '../../core/text/text.ts';

export const scaleMsg = messages('scale', {
  markInstances: { en: '{before} → {after}', zh: '{before} → {after}' },
  markMemory: { en: 'memory {before} → {after}', zh: '内存 {before} → {after}' },
  markCpu: { en: 'CPU {before} → {after}', zh: 'CPU {before} → {after}' },
  searched: { en: 'memory, cpu, replicas, pods, instances, autoscale, autoscaling', zh: '内存，副本，扩容，缩容' },
  says: { en: 'Change the instances, memory or CPU of a component', zh: '伸缩组件：实例数、内存或 CPU' },
  form: { en: 'Scale a component', zh: '伸缩组件' },
  instances: { en: 'Instances', zh: '实例数' },
  instancesHint: { en: 'From 1 to 100.', zh: '1 到 100。' },
  nowIs: { en: 'Now {value}.', zh: '当前为 {value}。' },
  memory: { en: 'Memory', zh: '内存' },
  memoryHint: {
    en: 'For each instance, in MiB, such as 512, or in GiB, such as 2Gi.',
    zh: '每个实例的内存，单位 MiB，例如 512；也可以用 GiB，例如 2Gi。',
  },
  memoryWrong: {
    en: '`{typed}` isn’t a valid amount of memory. Use MiB from 64 to 65536, ideally a multiple of 64, or GiB, such as 2Gi.',
    zh: '`{typed}` 不是有效的内存值。请使用 64 到 65536 之间的 MiB 数（最好是 64 的倍数），或 GiB，例如 2Gi。',
  },
  cpu: { en: 'CPU', zh: 'CPU' },
  cpuHint: {
    en: 'For each instance, in cores, such as 0.5 or 2, or in thousandths, such as 500m. 0 means no limit.',
    zh: '每个实例的 CPU，单位为核，例如 0.5 或 2；也可以用千分之一核，例如 500m。0 为不限。',
  },
  cpuWrong: {
    en: '`{typed}` isn’t a valid amount of CPU. Use cores from 0.01 to 1000, such as 0.5 or 2, or thousandths of a core, such as 500m. 0 means no limit.',
    zh: '`{typed}` 不是有效的 CPU 值。请使用 0.01 到 1000 之间的核数，例如 0.5 或 2，或千分之一核，例如 500m。0 为不限。',
  },
  cpuUnclear: {
    en: '`{amount}` could mean {amount} cores or {amount} thousandths of a core. Use `{amount}c` or `{amount}m`.',
    zh: '`{amount}` 可能是 {amount} 核，也可能是千分之 {amount} 核。请使用 `{amount}c` 或 `{amount}m`。',
  },
  nothing: {
    en: 'Enter at least one of these: the number of instances, memory= or cpu=.',
    zh: '请至少指定实例数、memory= 或 cpu= 中的一项。',
  },
  singleton: {
    en: '{name} can have only one instance because of its component type.',
    zh: '“{name}”的组件类型只允许一个实例。',
  },
  daemonSet: {
    en: '{name} is a DaemonSet: it always has one instance on each node, so its number of instances can’t be changed.',
    zh: '“{name}”是 DaemonSet，每个节点固定运行一个实例，无法修改实例数。',
  },
  unread: {
    en: 'The platform doesn’t return the current memory and CPU of {name}, so they can’t be kept.',
    zh: '平台未提供“{name}”当前的内存和 CPU，无法保留原值。',
  },
  memoryNeeded: {
    en: 'The platform no longer accepts the current memory of {name} ({memory}). Add memory=, such as memory=512.',
    zh: '平台不接受“{name}”当前的内存值（{memory}）。请加上 memory=，例如 memory=512。',
  },
  already: {
    en: 'Nothing to do: {name} already has these values. If its instances don’t have them yet, use `{command}`.',
    zh: '无需操作：“{name}”已采用这些设置。如果实例尚未生效，请使用 `{command}`。',
  },
  titleInstances: {
    en: 'Scale {name} to {instances:# instance|# instances}',
    zh: '将“{name}”伸缩到 {instances} 个实例',
  },
  titleSize: { en: 'Set each instance of {name} to {size}', zh: '将“{name}”每个实例的资源设为 {size}' },
  titleBoth: {
    en: 'Scale {name} to {instances:# instance|# instances} with {size} each',
    zh: '将“{name}”伸缩到 {instances} 个实例，每个 {size}',
  },
  size: { en: '{memory} of memory and {cpu}', zh: '{memory} 内存、{cpu}' },
  memoryOf: { en: '{memory} of memory', zh: '{memory} 内存' },
  cpuOf: { en: '{cpu}', zh: '{cpu} CPU' },
  cpuNoLimit: { en: 'no CPU limit', zh: 'CPU 不限' },
  stepInstances: { en: 'Set the number of instances to {instances}', zh: '将实例数设为 {instances}' },
  stepSize: { en: 'Set each instance to {size}', zh: '将每个实例设为 {size}' },
  scaling: { en: 'Scaling', zh: '伸缩中' },
  resizing: { en: 'Changing memory and CPU', zh: '调整资源中' },
  warnReplaced: {
    en: 'All instances are replaced. There may be a short interruption.',
    zh: '所有实例都会被替换，可能会短暂中断。',
  },
  warnFewer: {
    en: 'This reduces the instances from {before} to {after}. Those that remain must handle the whole load.',
    zh: '实例数将从 {before} 减少到 {after}：剩余的实例需要承担全部负载。',
  },
  warnNotRunning: {
    en: 'Current status: {state}. If its instances can’t start, more instances won’t help.',
    zh: '当前状态：{state}。如果实例无法启动，增加实例不会有帮助。',
  },
  keptForStart: {
    en: 'The component is stopped. The new values take effect when it is started.',
    zh: '该组件已关闭，新的设置在启动后生效。',
  },
  warnLess: {
    en: 'This reduces the memory. Instances that need more are killed.',
    zh: '内存将减少：需要更多内存的实例会被终止。',
  },
  warnLessCpu: {
    en: 'This reduces the CPU. Instances that need more may become slow.',
    zh: 'CPU 将减少：需要更多 CPU 的实例可能会变慢。',
  },
  undo: { en: 'Restore the previous values', zh: '恢复为之前的值' },
  undoNone: {
    en: 'The platform doesn’t accept the previous memory size: {memory}.',
    zh: '平台不接受之前的内存值：{memory}。',
  },
  undoNoCpu: {
    en: 'The previous CPU is too small to be set again: {cpu}.',
    zh: '之前的 CPU 值过小，无法再次设置：{cpu}。',
  },
  done: { en: '{name}: {instances} desired, {size} each', zh: '{name}：期望 {instances}，每个 {size}' },
  instanceCount: { en: '{count:# instance|# instances}', zh: '{count} 个实例' },
});
