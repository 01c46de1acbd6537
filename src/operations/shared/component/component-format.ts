import { statusKind } from '../../../core/runs/component-status.ts';
import { isPlausibleInteger } from '../../../core/text/plausible.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import { sharedMsg } from '../operation-messages.ts';
import { buttonMsg } from './component-button-messages.ts';
import { componentFormatMsg } from './component-format-messages.ts';

export function textOrNone(value: string | undefined): Text {
  return value ? verbatim(value) : sharedMsg.none();
}

const statuses = wordsFor({
  running: componentFormatMsg.running,
  waiting: componentFormatMsg.waiting,
  starting: componentFormatMsg.starting,
  upgrade: componentFormatMsg.upgrading,
  stopping: componentFormatMsg.stopping,
  abnormal: componentFormatMsg.abnormal,
  failure: componentFormatMsg.abnormal,
  some_abnormal: componentFormatMsg.someAbnormal,
  closed: componentFormatMsg.closed,
  undeploy: componentFormatMsg.undeploy,
  succeeded: componentFormatMsg.succeeded,
  paused: componentFormatMsg.paused,
  building: componentFormatMsg.building,
  build_failure: componentFormatMsg.buildFailed,
  unknow: componentFormatMsg.unknown,
  unknown: componentFormatMsg.unknown,
});

/** Returns a component's status in words and a symbol. The list in docs/platform.md#component-status isn't complete. */
export function componentStatus(component: StatusFields = {}): Text {
  const status = ownStatus(component);
  if (!status) return componentFormatMsg.unknown();
  return statuses.get(status)?.() ?? componentFormatMsg.otherStatus({ status });
}

type StatusFields = Partial<Pick<ComponentSummary, 'status' | 'minNode'>>;

/** Returns the platform's status. Of a component with one instance, *some instances are abnormal* means that it is. */
export function ownStatus({ status, minNode }: StatusFields): string | undefined {
  return status === 'some_abnormal' && minNode === 1 ? 'abnormal' : status;
}

/** Returns the label and the operation that start a stopped component; undefined if it isn't stopped. */
export function startOf(status: string | undefined): readonly [Text, string] | undefined {
  if (status === 'undeploy' || status === 'build_failure') return [buttonMsg.deploy(), 'component.deploy'];
  return statusKind(status) === 'stopped' ? [buttonMsg.start(), 'component.start'] : undefined;
}

/** Checks whether a status shows an error. Stopped, changing and unknown states aren't abnormal. */
export function isAbnormal(status: string | undefined): boolean {
  return status !== undefined && ['abnormal', 'failure', 'some_abnormal', 'build_failure'].includes(status);
}

/** Checks whether a component represents something outside the platform, so that the platform runs no instances of it. */
export function isThirdParty({ serviceSource }: Partial<Pick<ComponentSummary, 'serviceSource'>>): boolean {
  return serviceSource === 'third_party';
}

/** Checks whether a component was never fully created. The region doesn't know it (docs/platform.md#components). */
export function isUnfinished(summary: Pick<ComponentSummary, 'createStatus'> | undefined): boolean {
  return summary?.createStatus !== undefined && summary.createStatus !== 'complete';
}

/** Shortens an image for a table: removes the registry, and shortens the digest so that it is still distinguishable. */
export function shortImage(image: string): string {
  const [first = '', ...rest] = image.split('/');
  const isRegistry = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  return (isRegistry ? rest.join('/') : image).replace(/@(sha\d+):([0-9a-f]{12})[0-9a-f]+$/i, '@$1:$2…');
}

/** Formats a CPU quota in millicores; 0 means no limit (docs/platform.md#components). */
export function cpuQuota(milliCores: number | undefined): Text {
  return numberText(milliCores, (quota) =>
    quota === 0 ? componentFormatMsg.unlimited() : componentFormatMsg.cores({ cores: String(quota / 1000) }),
  );
}

/** Formats a memory limit in MiB; 0 means no limit (docs/platform.md#components). */
export function memorySize(mebibytes: number | undefined): Text {
  return mebibytes === 0 ? componentFormatMsg.unlimited() : memoryAmount(mebibytes);
}

export function wholeNumber(count: number | undefined): Text {
  return numberText(count, (number) => verbatim(String(number)));
}

/** Formats an amount of memory in MiB; 0 means none. */
export function memoryAmount(mebibytes: number | undefined): Text {
  return numberText(mebibytes, (amount) =>
    verbatim(amount >= 1024 && amount % 256 === 0 ? `${amount / 1024} GiB` : `${amount} MiB`),
  );
}

function numberText(number: number | undefined, textOf: (number: number) => Text): Text {
  if (number === undefined) return verbatim('–');
  return isPlausibleInteger(number) ? textOf(number) : sharedMsg.notPlausible({ value: String(number) });
}

/** Returns a map, because a code of the platform can be any text, even `constructor`, a property of every object. */
export function wordsFor<Word>(words: Readonly<Record<string, Word>>): ReadonlyMap<string, Word> {
  return new Map(Object.entries(words));
}
