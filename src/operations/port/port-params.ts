import {
  type FormLook,
  flag,
  ok,
  optional,
  type Param,
  type RawArgs,
  type Read,
  required,
  type Suggesting,
  withDefault,
  wrong,
} from '../../core/command/params.ts';
import { parseDuration, printDuration } from '../../core/text/duration.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { isPlannedTime, readPlannedTime } from '../../core/time/planned-time.ts';
import { PORT_ALIAS, SERVICE_NAME } from '../../platform/port/port-endpoints.ts';
import type { SelectOption } from '../shared/shared-params.ts';
import { portMsg } from './port-messages.ts';

/** `outer`: reachable from the internet. `inner`: reachable only from other components of the cluster. */
export type Side = 'outer' | 'inner';

/** Reads the words of the console, in both languages. */
export function sideOf(word: string): Side | undefined {
  if (/^(?:outer|external|public|(?:对外|外部)(?:服务|访问)?|[外公]网)$/iu.test(word)) return 'outer';
  return /^(?:inner|internal|(?:对内|内部)(?:服务|访问)?|内网)$/iu.test(word) ? 'inner' : undefined;
}

function readSide(typed: string): Read<Side> {
  const side = sideOf(typed);
  return side === undefined ? wrong(portMsg.sideWrong({ typed })) : ok(side);
}

export const side = withDefault<Side>(portMsg.side(), 'outer', readSide, {
  input: 'select',
  options: [
    { value: 'outer', label: portMsg.sideOuter() },
    { value: 'inner', label: portMsg.sideInner() },
  ],
  keyword: sideOf,
});

/** The side that a form opens. The form has no field for both, because external access needs internal access. */
export const sideOpen = { ...side, hint: portMsg.sideHint() };

export const both = flag(portMsg.both(), 'both', {
  hint: portMsg.bothHint(),
  input: 'select',
  fallback: 'no',
  options: [
    { value: 'no', label: portMsg.oneSide() },
    { value: 'yes', label: portMsg.bothSides() },
  ],
});

/** For closing. A form asks for one side, unless a button gave both. */
export const bothGiven = {
  ...both,
  inForm: ({ both: given }: RawArgs): FormLook | undefined => (given?.[0] === 'yes' ? {} : undefined),
};

/** For opening. External access needs internal access, so a form opens both, unless only internal access is chosen. */
export const bothOpen = {
  ...both,
  inForm: () => undefined,
  dependsOn: ['side'],
  suggested: ({ given }: Suggesting) => (sideOf(given.side?.[0] ?? 'outer') === 'outer' ? 'yes' : undefined),
};

const MINUTE = 60_000;
const LONGEST = 365 * 24 * 60 * MINUTE;

function readLength(typed: string): Read<number> {
  const ms = parseDuration(typed);
  if (ms === undefined) return wrong(portMsg.lengthWrong({ typed }));
  return ms >= MINUTE && ms <= LONGEST ? ok(ms) : wrong(portMsg.lengthOutside({ typed }));
}

/** Words for no closing time, the default of a command. Older versions stored the second one. */
const endless = /^(?:never|unlimited)$/i;
const usualLength = 2 * 60 * MINUTE;

const length = {
  input: 'external',
  hint: portMsg.lengthHint(),
  shown: lengthShown,
  keyword: (word: string) =>
    /[mhd]$/i.test(word) && parseDuration(word) !== undefined ? word.toLowerCase() : undefined,
} satisfies Partial<Param<unknown>>;

/** Time that a port stays open, in ms. `2h` alone is accepted. A form for the internet preselects the usual length. */
export const openFor = optional<number | undefined>(
  portMsg.length(),
  (typed) => (endless.test(typed) ? ok(undefined) : readLength(typed)),
  {
    ...length,
    source: 'openings',
    dependsOn: ['side'],
    unset: portMsg.endless(),
    suggested: ({ given, longestAccess }) =>
      longestAccess === undefined || sideOf(given.side?.[0] ?? 'outer') === 'inner'
        ? undefined
        : printDuration(Math.min(usualLength, longestAccess)),
  },
);
/** The opening that another change makes possible. `length`: time that the port stays open, in ms. */
export const openingAfter = optional<{ readonly length: number | undefined }>(
  portMsg.openAfter(),
  (typed) => {
    const read = openFor.read([typed]);
    return read.ok ? ok({ length: read.value }) : read;
  },
  { input: 'hidden' },
);
export const closesIn = required<number>(portMsg.length(), portMsg.lengthMissing(), readLength, {
  ...length,
  source: 'lengths',
  placeholder: portMsg.lengthPlaceholder(),
});

/** Closing time as a time of day, such as `tomorrow 06:00`. A typed command converts it to a length. */
export const closesAt = optional<undefined>(portMsg.closingTime(), (typed) => wrong(portMsg.untilWrong({ typed })), {
  input: 'typed',
  hint: portMsg.untilHint(),
  keyword: (word) => (isPlannedTime(word) ? word : undefined),
});

/** Converts a closing time to a length, rounded up to minutes. Keeps a time that can't be a closing time. */
export function untilAsLength({ until, ...given }: RawArgs, from: number, zone: string): RawArgs {
  const [typed, ...more] = until ?? [];
  const at = typed === undefined || more.length > 0 ? undefined : readPlannedTime(typed, from, zone);
  if (!at?.ok || given.for) return until ? { ...given, until } : given;
  return { ...given, for: [printDuration(Math.max(1, Math.ceil((at.value - from) / MINUTE)) * MINUTE)] };
}

const offeredLengths = ['30m', '1h', '2h', '4h', '8h', '24h'];

/** @param longest maximum length that the policy allows, in ms */
export function lengthOptions(longest: number): readonly SelectOption[] {
  const usual = offeredLengths.filter((each) => (parseDuration(each) ?? 0) < longest);
  return [...usual, ...(longest <= 24 * 60 * MINUTE ? [printDuration(longest)] : [])].map(lengthOption);
}

export function accessLengthOptions(longest: number): readonly SelectOption[] {
  return [...lengthOptions(longest), lengthOption('never')];
}

function lengthOption(value: string): SelectOption {
  return { value, label: lengthShown(value), names: [value] };
}

function lengthShown(value: string): Text {
  if (endless.test(value)) return portMsg.endless();
  const ms = parseDuration(value);
  return ms === undefined ? verbatim(value) : durationText(ms);
}

export function readAlias(typed: string): Read<string> {
  return PORT_ALIAS.test(typed) ? ok(typed) : wrong(portMsg.aliasWrong({ typed }));
}

export function readServiceName(typed: string): Read<string> {
  return SERVICE_NAME.test(typed) ? ok(typed) : wrong(portMsg.serviceNameWrong({ typed }));
}

/** Returns a length in ms as it is typed (`1h30m`) and as it is shown (`1 h 30 min`). */
export function lengthWords(ms: number): { readonly typed: string; readonly shown: Text } {
  return { typed: printDuration(ms), shown: durationText(ms) };
}

/** Returns the environment variables of an alias (docs/platform.md#adding-a-port). */
export function variablesOf(alias: string): string {
  return `${alias}_HOST, ${alias}_PORT`;
}

/** Returns the typed port of a request that may be incomplete. */
export function portIn({ port: [port = ''] = [] }: RawArgs): Text {
  return verbatim(port);
}
