import { isJson } from '../../slack/json-values.ts';

/** Returns the new JSON with unchanged parts taken from the old one, so that they aren't redrawn. */
export function share<T>(old: unknown, fresh: T): T;
export function share(old: unknown, fresh: unknown): unknown {
  if (Object.is(old, fresh)) return old;
  if (Array.isArray(old) && Array.isArray(fresh)) {
    const list = fresh.map((item, index) => share(old[index], item));
    return list.length === old.length && list.every((item, index) => Object.is(item, old[index])) ? old : list;
  }
  if (isJson(old) && isJson(fresh)) {
    const keys = Object.keys(fresh);
    const shared = Object.fromEntries(keys.map((key) => [key, share(old[key], fresh[key])]));
    const same = keys.length === Object.keys(old).length && keys.every((key) => Object.is(shared[key], old[key]));
    return same ? old : shared;
  }
  return fresh;
}
