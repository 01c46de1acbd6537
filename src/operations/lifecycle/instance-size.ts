import { ok, type Read, wrong } from '../../core/command/params.ts';
import { narrow } from '../../core/narrow.ts';
import { isTakenMemory } from '../../platform/component/component-endpoints.ts';
import { scaleMsg } from './scale-messages.ts';

/** Units that may follow a number of memory. The console's own are powers of two, whatever they are called. */
export const memoryUnit = /^(?:ki?b?|mi?b?|gi?b?)$/i;
/** Units that may follow a number of CPU. */
export const cpuUnit = /^(?:m|millicores?|c|cores?|cpus?|核)$/i;

/** An amount with its unit, in small letters, as Kubernetes and our own cards write it: `1.5Gi`, `500m`, `2 cores`. */
function readAmount(typed: string, unit: RegExp): { readonly amount: number; readonly unit: string } | undefined {
  const [, digits, name = ''] = /^(\d{1,9}(?:\.\d{1,6})?) ?(\D{0,10})$/u.exec(narrow(typed).trim()) ?? [];
  if (digits === undefined || (name !== '' && !unit.test(name))) return undefined;
  return { amount: Number(digits), unit: name.toLowerCase() };
}

const mebibytes = { k: 1 / 1_024, m: 1, g: 1_024 };

/**
 * Reads the memory of an instance, in MiB. The console means multiples of 64 and refuses only a remainder of 1
 * (docs/platform.md#memory-and-cpu).
 */
export function readMemory(typed: string): Read<number> {
  const read = readAmount(typed, memoryUnit);
  const [first] = read?.unit ?? '';
  const size = first === 'k' || first === 'g' ? mebibytes[first] : mebibytes.m;
  const value = (read?.amount ?? Number.NaN) * size;
  return isTakenMemory(value) ? ok(value) : wrong(scaleMsg.memoryWrong({ typed }));
}

const leastCpu = 10;
const mostCpu = 1_000_000;

/** Whether an instance may be set to this much CPU, in thousandths of a core. */
export function isTakenCpu(milliCores: number): boolean {
  return Number.isInteger(milliCores) && milliCores >= leastCpu && milliCores <= mostCpu;
}

/** Numbers up to this one are cores, where no unit is said, and those from the other one on are thousandths. */
const mostBareCores = 64;
const leastBareMilliCores = 100;

/** Reads the CPU of an instance, in thousandths of a core; 0 is no limit. */
export function readCpu(typed: string): Read<number> {
  if (/^(?:no limit|不限)$/i.test(typed)) return ok(0);
  const read = readAmount(typed, cpuUnit);
  if (!read) return wrong(scaleMsg.cpuWrong({ typed }));
  const { amount, unit } = read;
  if (amount === 0) return ok(0);
  if (unit === '' && amount > mostBareCores && amount < leastBareMilliCores)
    return wrong(scaleMsg.cpuUnclear({ amount: String(amount) }));
  const isMilli = unit === '' ? amount >= leastBareMilliCores : unit.startsWith('m');
  // Thousandths of a core are whole: only as many digits as were typed.
  const value = isMilli ? amount : Number((amount * 1_000).toPrecision(12));
  return isTakenCpu(value) ? ok(value) : wrong(scaleMsg.cpuWrong({ typed }));
}
