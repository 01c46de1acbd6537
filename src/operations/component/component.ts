import { type Text, verbatim } from '../../core/text.ts';
import { say } from './sentences.ts';

const statuses: Readonly<Record<string, () => Text>> = {
  running: say.running,
  waiting: say.waiting,
  starting: say.starting,
  upgrade: say.upgrading,
  stopping: say.stopping,
  abnormal: say.abnormal,
  failure: say.abnormal,
  some_abnormal: say.someAbnormal,
  closed: say.closed,
  undeploy: say.undeploy,
  succeeded: say.succeeded,
  paused: say.paused,
  building: say.building,
  build_failure: say.buildFailed,
  unknow: say.unknown,
  unknown: say.unknown,
};

/** A component's status in words and a symbol (platform facts 3.9; the list there is open-ended). */
export function componentStatus(status: string | undefined): Text {
  if (!status) return say.unknown();
  return sayOf(statuses, status) ?? say.otherStatus({ status });
}

/** A CPU quota: 1000 is one core, 0 no limit (interface 2.7, platform facts 3.9). */
export function cpuQuota(milliCores: number | undefined): Text {
  if (milliCores === undefined) return verbatim('–');
  if (milliCores === 0) return say.unlimited();
  return say.cores({ cores: String(milliCores / 1000) });
}

/** Memory in MiB, written in the unit that reads best. */
export function memorySize(mebibytes: number | undefined): Text {
  if (mebibytes === undefined) return verbatim('–');
  if (mebibytes === 0) return say.unlimited();
  return verbatim(mebibytes >= 1024 && mebibytes % 256 === 0 ? `${mebibytes / 1024} GiB` : `${mebibytes} MiB`);
}

const kinds: Readonly<Record<string, () => Text>> = {
  stateless: say.stateless,
  stateless_singleton: say.statelessOne,
  stateless_multiple: say.statelessMany,
  state: say.stateful,
  state_singleton: say.statefulOne,
  state_multiple: say.statefulMany,
  job: say.job,
  cronjob: say.cronJob,
  daemonset: say.daemonSet,
  vm: say.virtualMachine,
};

/** How a component is deployed, in words (platform facts 3.9); what is not known stands as it came. */
export function componentKind(kind: string | undefined): Text {
  return sayOf(kinds, kind ?? '') ?? verbatim(kind || '–');
}

const sources: Readonly<Record<string, () => Text>> = {
  source_code: say.sourceCode,
  docker_run: say.sourceImage,
  docker_image: say.sourceImage,
  docker_compose: say.sourceCompose,
  market: say.sourceMarket,
  third_party: say.sourceThirdParty,
  package_build: say.sourcePackage,
  vm_run: say.virtualMachine,
};

/** Where a component came from, in words (interface 2.7); what is not known stands as it came. */
export function componentSource(source: string): Text {
  return sayOf(sources, source) ?? verbatim(source);
}

/** The words for a code of the platform's, which may be any text: also one that every object knows, like `constructor`. */
function sayOf(words: Readonly<Record<string, () => Text>>, code: string): Text | undefined {
  return Object.hasOwn(words, code) ? words[code]?.() : undefined;
}
