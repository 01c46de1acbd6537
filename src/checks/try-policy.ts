import { type Context, parseConfiguredPlace } from '../core/command/context.ts';
import { interpret } from '../core/command/interpret.ts';
import { readAll } from '../core/command/params.ts';
import { explainFreezes } from '../core/policy/explain-freezes.ts';
import { explain } from '../core/policy/explain-policy.ts';
import { exemptionsOf } from '../core/policy/never-frozen.ts';
import type { Text } from '../core/text/text.ts';
import { isZone } from '../core/text/zone-offset.ts';
import { readPlannedTime } from '../core/time/planned-time.ts';
import { momentOfLocal, readLocalTime } from '../core/time/zone-clock.ts';
import { changeIds, operations } from '../operations/index.ts';
import { ruledLike } from '../operations/shared/define.ts';
import { parsePolicy } from '../policy-file/parse.ts';
import { unmarked } from '../slack/slack-catalog.ts';
import { plain as plainCheck } from './report/doctor-catalog.ts';

export interface TriedChange {
  readonly words: string;
  readonly at?: string | undefined;
  /** Name of a context, or `team/region/app`. */
  readonly in?: string | undefined;
  readonly channel?: string | undefined;
  readonly asker?: string | undefined;
  readonly zone?: string | undefined;
}

/** Evaluates a change offline with a policy file, at the time `at` or `now`. `ok`: whether all input was readable. */
export function tryPolicy(
  text: string,
  { words, at, in: place, channel = 'C0', asker = 'U0', zone = 'UTC' }: TriedChange,
  now: number,
): { readonly ok: boolean; readonly lines: readonly string[] } {
  const no = (...lines: readonly string[]) => ({ ok: false, lines });
  const parsed = parsePolicy(text, changeIds);
  if ('faults' in parsed)
    return no(...parsed.faults.map(({ line, column, why }) => `${line}:${column} ${plainCheck(why, 'en')}`));
  const { policy } = parsed;
  if (!isZone(zone)) return no(`--zone ${zone} isn’t a time zone, such as Asia/Shanghai.`);
  const when = at === undefined ? now : momentOf(at, zone, now);
  if (when === undefined) return no(`--at ${at} isn’t a time, such as 2026-11-11T10:00 or "tomorrow 02:00".`);
  const context = contextIn(policy.contexts, place);
  if (place !== undefined && !context) return no(`--in ${place} isn’t a context of the file, nor team/region/app.`);
  const meant = interpret(operations, 'portolan', words);
  const operation =
    meant.meaning === 'request' ? operations.find(({ id }) => id === meant.request.operation) : undefined;
  const args = operation && meant.meaning === 'request' ? readAll(operation.params, meant.request.given) : undefined;
  if (operation?.kind !== 'change' || !args || !('args' in args))
    return no(`“${words}” isn’t a change, such as “component deploy web”.`);
  const risk = operation.risk(args.args);
  const input = {
    risk,
    operation: operation.id,
    ...ruledLike(operation),
    context,
    channel,
    asker: { id: asker, groups: [] },
  };
  const { verdict, lines, ruling } = explain(policy, input);
  const calendar = { freezes: policy.freezes ?? [], windows: policy.windows ?? [] };
  const judged = { ...input, freezes: operation.freezes, exempt: exemptionsOf({ freezes: operation.freezes, risk }) };
  const frozen = 'refused' in ruling ? [] : explainFreezes(policy, calendar, judged, { at: when, ruling });
  const written = (text: Text) => unmarked(text, 'en', zone);
  return {
    ok: true,
    lines: [...frozen, verdict, ...lines].map(written),
  };
}

/** Returns epoch ms of a time in a zone. Past times are allowed, because a file can be tested for any time. */
function momentOf(typed: string, zone: string, now: number): number | undefined {
  const local = readLocalTime(typed);
  if (local) return momentOfLocal(zone, local.local);
  const parsed = readPlannedTime(typed, now, zone);
  return parsed.ok ? parsed.value : undefined;
}

function contextIn(
  contexts: readonly (Context & { readonly name: string })[] = [],
  typed: string | undefined,
): Context | undefined {
  if (typed === undefined) return contexts[0];
  return contexts.find(({ name }) => name === typed) ?? parseConfiguredPlace(typed);
}
