import { ok, optional, type Read, wrong } from '../../core/command/params.ts';
import { invalid, isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { quote } from '../../core/command/tokenize.ts';
import { present } from '../../core/defined.ts';
import { narrow } from '../../core/narrow.ts';
import type { Ask } from '../../core/operation.ts';
import { interrupts, type Plan, type Step, type Warning } from '../../core/request/plan.ts';
import { isUp, statusKind } from '../../core/runs/component-status.ts';
import { isPlausibleInteger } from '../../core/text/plausible.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { type ServicePlace, type WriteCall, writeCall } from '../../platform/call.ts';
import { type ComponentSummary, isTakenMemory } from '../../platform/component/component-endpoints.ts';
import { attemptMsg } from '../shared/attempt-messages.ts';
import { componentStatus, cpuQuota, memorySize } from '../shared/component/component-format.ts';
import { defineChange } from '../shared/define.ts';
import { scaleMarkMsg } from '../shared/event/scale-mark-messages.ts';
import { componentName, findComponents } from '../shared/find-component.ts';
import { component, readInteger } from '../shared/shared-params.ts';
import { awaitedScaling, lifecycleEvents } from './lifecycle-events.ts';
import { type LifecycleFacts, oneNamed } from './lifecycle-facts.ts';
import { namedComponents, planOnComponents, refuseState, type SomeComponents, singleChange } from './plan-lifecycle.ts';
import { scaleMsg } from './scale-messages.ts';

/** Units that can follow an amount of memory. The console's units are powers of two, despite their names. */
const memoryUnit = /^(?:ki?b?|mi?b?|gi?b?)$/i;
const cpuUnit = /^(?:m|millicores?|c|cores?|cpus?|核)$/i;

/** Parses an amount with its unit, as Kubernetes and our cards write it: `1.5Gi`, `500m`, `2 cores`. */
function readAmount(typed: string, unit: RegExp): { readonly amount: number; readonly unit: string } | undefined {
  const [, digits, name = ''] = /^(\d{1,9}(?:\.\d{1,6})?) ?(\D{0,10})$/u.exec(narrow(typed).trim()) ?? [];
  if (digits === undefined || (name !== '' && !unit.test(name))) return undefined;
  return { amount: Number(digits), unit: name.toLowerCase() };
}

const mebibytes = { k: 1 / 1_024, m: 1, g: 1_024 };

/** Parses memory in MiB. The console only rejects values with `value % 64 === 1` (docs/platform.md#memory-and-cpu). */
function readMemory(typed: string): Read<number> {
  const amount = readAmount(typed, memoryUnit);
  const [first] = amount?.unit ?? '';
  const size = first === 'k' || first === 'g' ? mebibytes[first] : mebibytes.m;
  const value = (amount?.amount ?? Number.NaN) * size;
  return isTakenMemory(value) ? ok(value) : wrong(scaleMsg.memoryWrong({ typed }));
}

const minCpu = 10;
const maxCpu = 1_000_000;

/** @param milliCores thousandths of a core */
function isTakenCpu(milliCores: number): boolean {
  return Number.isInteger(milliCores) && milliCores >= minCpu && milliCores <= maxCpu;
}

/** Without a unit, numbers up to `maxBareCores` are cores, and from `minBareMilliCores` they are millicores. */
const maxBareCores = 64;
const minBareMilliCores = 100;

/** Parses an instance's CPU, in millicores; 0 means no limit. */
function readCpu(typed: string): Read<number> {
  if (/^(?:no limit|不限)$/i.test(typed)) return ok(0);
  const typedAmount = readAmount(typed, cpuUnit);
  if (!typedAmount) return wrong(scaleMsg.cpuWrong({ typed }));
  const { amount, unit } = typedAmount;
  if (amount === 0) return ok(0);
  if (unit === '' && amount > maxBareCores && amount < minBareMilliCores)
    return wrong(scaleMsg.cpuUnclear({ amount: String(amount) }));
  const isMilli = unit === '' ? amount >= minBareMilliCores : unit.startsWith('m');
  // Round away floating-point errors of the multiplication, because millicores are whole numbers.
  const value = isMilli ? amount : Number((amount * 1_000).toPrecision(12));
  return isTakenCpu(value) ? ok(value) : wrong(scaleMsg.cpuWrong({ typed }));
}

/** `/component scale`: instances, memory, CPU (docs/platform.md#instances, docs/platform.md#memory-and-cpu). */
export const componentScale = defineChange({
  ...singleChange,
  id: 'component.scale',
  freezes: 'covered',
  keywords: [['scale']],
  summary: scaleMsg.says(),
  attempt: (_given, component) => attemptMsg.scale({ component }),
  searched: scaleMsg.searched(),
  title: scaleMsg.form(),
  examples: ['component scale web 4', 'component scale web memory=1024 cpu=500', 'component scale web 2 memory=512'],
  params: {
    component: { ...component, source: 'scalable', redraws: true },
    instances: optional<number>(scaleMsg.instances(), readInteger(1, 100), { hint: scaleMsg.instancesHint() }),
    memory: optional<number>(scaleMsg.memory(), readMemory, { hint: scaleMsg.memoryHint(), units: memoryUnit }),
    cpu: optional<number>(scaleMsg.cpu(), readCpu, { hint: scaleMsg.cpuHint(), units: cpuUnit }),
  },
  order: ['component', 'instances'],
  undoable: 'sometimes',
  evidence: 'before-and-after',
  events: {
    ...lifecycleEvents,
    again: (given) => given,
    // A rolling update applies the saved settings (docs/platform.md#operations).
    applySaved: (components) => ({ operation: 'component.upgrade', given: { component: [...components] } }),
  },

  faults: ({ instances, memory, cpu }) =>
    instances === undefined && memory === undefined && cpu === undefined
      ? [{ param: 'instances', why: scaleMsg.nothing(), missing: true as const }]
      : [],

  async hints({ component: typed = [] }, ask, reads): Promise<Readonly<Record<string, Text>>> {
    if (typed.length === 0) return {};
    const [named, listed] = await Promise.all([
      findComponents(typed, ask, reads),
      reads.platform.listComponents(ask.context),
    ]);
    const one = isProblem(named) ? undefined : listed?.find(({ serviceId }) => serviceId === named[0]?.id);
    const is = one && sizesOf(one);
    if (!is) return {};
    const values = {
      instances: verbatim(String(is.instances)),
      memory: memorySize(is.memory),
      cpu: cpuQuota(is.cpu),
    };
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, scaleMsg.nowIs({ value })]));
  },

  mark: (name, done) => scaleMarkMsg.mark({ name, changes: done ? join(done.plan.rows.map(rowMark), ', ') : '' }),

  plan(args, facts: LifecycleFacts, ask) {
    const components = namedComponents(facts, ask);
    if ('problem' in components) return components;
    const [one] = components;
    const is = sizesOf(one);
    const name = componentName(one);
    if (!is) return refused(scaleMsg.unread({ name }));
    const wanted: Sizes = {
      instances: args.instances ?? is.instances,
      memory: args.memory ?? is.memory,
      cpu: args.cpu ?? is.cpu,
      gpu: is.gpu,
    };
    const more = wanted.instances !== is.instances;
    const resized = wanted.memory !== is.memory || wanted.cpu !== is.cpu;
    if (!more && !resized)
      return { already: scaleMsg.already({ name, command: `/${ask.prefix}component upgrade ${quote(name)}` }) };
    const scaling = { is, wanted, more, resized };
    return refuseSizes(components, scaling) ?? planScale(components, facts, ask, scaling);
  },

  observe(plan, step, facts: LifecycleFacts) {
    const { before, after } = plan.steps[step] ?? {};
    const one = oneNamed(facts);
    const is = one && sizesOf(one);
    if (!is) return 'other';
    if (shows(is, after)) return 'after';
    return shows(is, before) ? 'before' : 'other';
  },

  done(_plan, facts: LifecycleFacts) {
    const one = oneNamed(facts);
    const is = one && sizesOf(one);
    if (!is) return [];
    const instances = scaleMsg.instanceCount({ count: is.instances });
    return [scaleMsg.done({ name: componentName(one), instances, size: sizeText(is) })];
  },
});

/** Memory in MiB, CPU in millicores. GPU memory (MiB) is null if the platform doesn't return it; it stays unchanged. */
interface Sizes {
  readonly instances: number;
  readonly memory: number;
  readonly cpu: number;
  readonly gpu: number | null;
}

/** Returns undefined if a value is missing or implausible, because it can't be filled in. */
function sizesOf({ minNode, minMemory, minCpu, containerGpu }: ComponentSummary): Sizes | undefined {
  if (minNode === undefined || minMemory === undefined || minCpu === undefined) return undefined;
  if (![minNode, minMemory, minCpu, containerGpu ?? 0].every(isPlausibleInteger)) return undefined;
  return { instances: minNode, memory: minMemory, cpu: minCpu, gpu: containerGpu ?? null };
}

interface Scaling {
  readonly is: Sizes;
  readonly wanted: Sizes;
  readonly more: boolean;
  readonly resized: boolean;
}

/** If stopped, instances can't change; memory and CPU apply at the next start (docs/platform.md#instances). */
function refuseSizes(components: SomeComponents, { wanted, more, resized }: Scaling): Problem | undefined {
  const [one] = components;
  const name = componentName(one);
  if (more && one.extendMethod === 'daemonset') return invalid('instances', scaleMsg.daemonSet({ name }));
  const refusal = more ? refuseState('scale', components) : undefined;
  if (refusal) return refusal;
  if (more && wanted.instances > 1 && one.extendMethod?.endsWith('_singleton'))
    return invalid('instances', scaleMsg.singleton({ name }));
  // All fields are always sent, so values that don't change must be valid too.
  if (resized && !isTakenMemory(wanted.memory))
    return invalid('memory', scaleMsg.memoryNeeded({ name, memory: memorySize(wanted.memory) }));
  return undefined;
}

function planScale(components: SomeComponents, facts: LifecycleFacts, ask: Ask, scaling: Scaling): Plan {
  const { is, wanted, more, resized } = scaling;
  const [one] = components;
  const place = { ...ask.context, service: one.serviceId };
  const { instances, memory, cpu, gpu } = wanted;
  const count: Step = {
    says: scaleMsg.stepInstances({ instances }),
    call: scaleHorizontallyCall(place, instances),
    before: { instances: is.instances },
    after: { instances },
    awaits: awaitedScaling(components, 'horizontal-service', scaleMsg.scaling()),
  };
  const size: Step = {
    says: scaleMsg.stepSize({ size: sizeText(wanted) }),
    call: scaleVerticallyCall(place, { memory, cpu, gpu }),
    before: { memory: is.memory, cpu: is.cpu },
    after: { memory, cpu },
    awaits: awaitedScaling(components, 'vertical-service', scaleMsg.resizing()),
  };
  return {
    ...planOnComponents(components, facts),
    title: titleOfScaling(componentName(one), scaling),
    rows: present([
      more && sizeRow(scaleMsg.instances(), is.instances, instances, (value) => verbatim(String(value))),
      memory !== is.memory && sizeRow(scaleMsg.memory(), is.memory, memory, memorySize),
      cpu !== is.cpu && sizeRow(scaleMsg.cpu(), is.cpu, cpu, cpuQuota),
    ]),
    steps: present([more && count, resized && size]),
    warnings: present([
      instances > is.instances && warnNotRunning(one),
      instances < is.instances && interrupts(scaleMsg.warnFewer({ before: is.instances, after: instances })),
      resized && (isUp(statusKind(one.status)) ? interrupts(scaleMsg.warnReplaced()) : scaleMsg.keptForStart()),
      isLess(is.memory, memory) && interrupts(scaleMsg.warnLess()),
      isLess(is.cpu, cpu) && interrupts(scaleMsg.warnLessCpu()),
    ]),
    undo: undoScaling(one, scaling),
  };
}

/** More instances of a component that isn't running normally may fail like the others. */
function warnNotRunning(one: ComponentSummary): Warning | undefined {
  const kind = statusKind(one.status);
  if (!isUp(kind) || kind === 'running') return undefined;
  return { ...scaleMsg.warnNotRunning({ state: componentStatus(one) }), stays: true, passes: true };
}

export function scaleHorizontallyCall(place: ServicePlace, instances: number): WriteCall {
  return writeCall('scaleHorizontally', place, { new_node: instances });
}

interface InstanceSize {
  /** MiB. */
  readonly memory: number;
  /** Millicores; 0 for no limit. */
  readonly cpu: number;
  /** GPU memory in MiB; null keeps the current value. */
  readonly gpu: number | null;
}

/** Sends all three values, so that the platform computes none of them. */
export function scaleVerticallyCall(place: ServicePlace, { memory, cpu, gpu }: InstanceSize): WriteCall {
  return writeCall('scaleVertically', place, { new_memory: memory, new_cpu: cpu, new_gpu: gpu });
}

/** Checks whether the limit becomes lower; 0 means no limit. */
function isLess(before: number, after: number): boolean {
  return after !== 0 && (before === 0 || after < before) && after !== before;
}

function sizeRow(what: Text, before: number, after: number, show: (value: number) => Text): Plan['rows'][number] {
  return { what, before: show(before), after: show(after) };
}

/** Returns a changed value's text on a chart, with the value's name, except for the number of instances. */
function rowMark({ what: { key }, before, after }: Plan['rows'][number]): Text {
  const values = { before, after };
  if (key === scaleMsg.instances().key) return scaleMsg.markInstances(values);
  return key === scaleMsg.memory().key ? scaleMsg.markMemory(values) : scaleMsg.markCpu(values);
}

function titleOfScaling(name: string, { is, wanted, more, resized }: Scaling): Text {
  const { instances } = wanted;
  const size = changedText(is, wanted);
  if (!resized) return scaleMsg.titleInstances({ name, instances });
  return more ? scaleMsg.titleBoth({ name, instances, size }) : scaleMsg.titleSize({ name, size });
}

/** Shows only changed values, because an unchanged one would look as if it were set. */
function changedText(is: Sizes, wanted: Sizes): Text {
  if (wanted.memory === is.memory)
    return wanted.cpu === 0 ? scaleMsg.cpuNoLimit() : scaleMsg.cpuOf({ cpu: cpuQuota(wanted.cpu) });
  return wanted.cpu === is.cpu ? scaleMsg.memoryOf({ memory: memorySize(wanted.memory) }) : sizeText(wanted);
}

function sizeText({ memory, cpu }: Sizes): Text {
  return scaleMsg.size({ memory: memorySize(memory), cpu: cpu === 0 ? scaleMsg.cpuNoLimit() : cpuQuota(cpu) });
}

function undoScaling(one: ComponentSummary, { is, more, resized }: Scaling): Plan['undo'] {
  if (resized && !isTakenMemory(is.memory)) return { none: scaleMsg.undoNone({ memory: memorySize(is.memory) }) };
  if (resized && is.cpu !== 0 && !isTakenCpu(is.cpu)) return { none: scaleMsg.undoNoCpu({ cpu: `${is.cpu}m` }) };
  const given = {
    component: [one.serviceId],
    ...(more ? { instances: [String(is.instances)] } : {}),
    ...(resized ? { memory: [String(is.memory)], cpu: [`${is.cpu}m`] } : {}),
  };
  return { proposal: { label: scaleMsg.undo(), operation: 'component.scale', given } };
}

function shows(is: Sizes, state: unknown): boolean {
  if (typeof state !== 'object' || state === null) return false;
  const pairs = Object.entries(state);
  const values: Readonly<Record<string, unknown>> = { ...is };
  return pairs.length > 0 && pairs.every(([name, value]) => values[name] === value);
}
