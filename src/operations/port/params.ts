import { parseDuration } from '../../core/duration.ts';
import { flag, ok, optional, type Read, required, withDefault, wrong } from '../../core/params.ts';
import { say } from './sentences.ts';

/** To whom a port is open: everybody, or the other components of the cluster. */
export type Side = 'outer' | 'inner';

function readSide(typed: string): Read<Side> {
  const word = typed.toLowerCase();
  return word === 'outer' || word === 'inner' ? ok(word) : wrong(say.sideWrong({ typed }));
}

/** `outer` unless `inner` is said. */
export const side = withDefault<Side>(say.side(), 'outer', readSide, {
  input: 'select',
  options: [
    { value: 'outer', label: say.sideOuter() },
    { value: 'inner', label: say.sideInner() },
  ],
  says: (word) => (/^(?:outer|inner)$/i.test(word) ? word.toLowerCase() : undefined),
});

/** Inner and outer in one plan. */
export const both = flag(say.both(), 'both', { hint: say.bothHint() });

const MINUTE = 60_000;
const LONGEST = 365 * 24 * 60 * MINUTE;

function readLength(typed: string): Read<number> {
  const ms = parseDuration(typed);
  if (ms === undefined) return wrong(say.lengthWrong({ typed }));
  return ms >= MINUTE && ms <= LONGEST ? ok(ms) : wrong(say.lengthOutside({ typed }));
}

const length = {
  placeholder: say.lengthPlaceholder(),
  hint: say.lengthHint(),
  says: (word: string) => (/[mhd]$/i.test(word) && parseDuration(word) !== undefined ? word.toLowerCase() : undefined),
};

/** How long a port stays open, in ms; `2h` alone means it too. */
export const openFor = optional<number>(say.length(), readLength, length);
export const closesIn = required<number>(say.length(), say.lengthMissing(), readLength, length);

/** What the platform takes as an alias, and what fits its column (platform facts 3.4). */
export const ALIAS = /^[A-Z][A-Z0-9_]{0,63}$/;

export function readAlias(typed: string): Read<string> {
  return ALIAS.test(typed) ? ok(typed) : wrong(say.aliasWrong({ typed }));
}

/** What the platform takes as an in-cluster name (platform facts 3.5). */
export const SERVICE_NAME = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

export function readServiceName(typed: string): Read<string> {
  return SERVICE_NAME.test(typed) ? ok(typed) : wrong(say.serviceNameWrong({ typed }));
}
