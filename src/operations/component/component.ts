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
  return statuses[status]?.() ?? say.otherStatus({ status });
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
