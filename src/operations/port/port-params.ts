import { flag, ok, optional, type Read, required, withDefault, wrong } from '../../core/command/params.ts';
import { parseDuration, printDuration } from '../../core/text/duration.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import type { Text } from '../../core/text/text.ts';
import { PORT_ALIAS, SERVICE_NAME } from '../../platform/resources/request-text.ts';
import { msg } from './port-messages.ts';

/** To whom a port is open: everybody, or the other components of the cluster. */
export type Side = 'outer' | 'inner';

/** The words for each side: those of the API, and those that people use. */
function sideOf(word: string): Side | undefined {
  if (/^(?:outer|external|public)$/i.test(word)) return 'outer';
  return /^(?:inner|internal)$/i.test(word) ? 'inner' : undefined;
}

function readSide(typed: string): Read<Side> {
  const found = sideOf(typed);
  return found === undefined ? wrong(msg.sideWrong({ typed })) : ok(found);
}

/** `outer` unless `inner` is said. */
export const side = withDefault<Side>(msg.side(), 'outer', readSide, {
  input: 'select',
  options: [
    { value: 'outer', label: msg.sideOuter() },
    { value: 'inner', label: msg.sideInner() },
  ],
  keyword: sideOf,
});

/** Inner and outer in one plan. */
export const both = flag(msg.both(), 'both', { hint: msg.bothHint() });

const MINUTE = 60_000;
const LONGEST = 365 * 24 * 60 * MINUTE;

function readLength(typed: string): Read<number> {
  const ms = parseDuration(typed);
  if (ms === undefined) return wrong(msg.lengthWrong({ typed }));
  return ms >= MINUTE && ms <= LONGEST ? ok(ms) : wrong(msg.lengthOutside({ typed }));
}

const length = {
  placeholder: msg.lengthPlaceholder(),
  hint: msg.lengthHint(),
  keyword: (word: string) =>
    /[mhd]$/i.test(word) && parseDuration(word) !== undefined ? word.toLowerCase() : undefined,
};

/** How long a port stays open, in ms; `2h` alone means it too. */
export const openFor = optional<number>(msg.length(), readLength, length);
export const closesIn = required<number>(msg.length(), msg.lengthMissing(), readLength, length);

export function readAlias(typed: string): Read<string> {
  return PORT_ALIAS.test(typed) ? ok(typed) : wrong(msg.aliasWrong({ typed }));
}

export function readServiceName(typed: string): Read<string> {
  return SERVICE_NAME.test(typed) ? ok(typed) : wrong(msg.serviceNameWrong({ typed }));
}

/** A length of time, given in ms, as it is typed (`1h30m`) and as it is read (`1 h 30 min`). */
export function lengthWords(ms: number): { readonly typed: string; readonly shown: Text } {
  return { typed: printDuration(ms), shown: durationText(ms) };
}

/** The environment variables that an alias makes (platform facts 3.4). */
export function variablesOf(alias: string): string {
  return `${alias}_HOST, ${alias}_PORT`;
}
