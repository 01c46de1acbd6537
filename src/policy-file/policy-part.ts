import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { appNumber, parseNamedPlace, placeKey, placeOfKey } from '../core/command/context.ts';
import { matchesPlace } from '../core/policy/policy-decision.ts';

const Conditional = z
  .array(z.looseObject({ when: z.looseObject({ context: z.unknown().optional() }).optional() }))
  .optional();

/** Sections that are filtered by context. All other sections are parsed without a check. */
const Parts = z.looseObject({
  contexts: z
    .record(z.string(), z.looseObject({ team: z.string(), region: z.string(), app: z.coerce.string() }))
    .optional(),
  rules: Conditional,
  freezes: Conditional,
  windows: Conditional,
  agents: z.looseObject({ contexts: z.unknown().optional() }).optional(),
});
/** Sections about decisions. Channels, watches and names of platform users are left out. */
const kept = ['roles', 'break_glass', 'expiry', 'max_open', 'longest_run', 'recheck_roles', 'may'];

/** Returns the part of a valid policy file that is about some contexts, as YAML. `keys`: keys of their places. */
export function policyPart(text: string, keys: ReadonlySet<string>): string {
  const file: unknown = parse(text);
  const parsed = Parts.safeParse(file);
  if (!parsed.success) return '';
  const { contexts = {}, rules, freezes, windows, agents } = parsed.data;
  const chosen = Object.fromEntries(Object.entries(contexts).filter(([, place]) => keys.has(placeKey(place))));
  const isAbout = (pattern: unknown): boolean => {
    if (typeof pattern !== 'string') return false;
    if (Object.hasOwn(contexts, pattern)) return Object.hasOwn(chosen, pattern);
    const place = parseNamedPlace(pattern);
    if (!place) return true;
    return [...keys].some((key) => matchesPlace({ ...place, app: appNumber(place.app) }, placeOfKey(key)));
  };
  const mine = (given: unknown) => (given === undefined ? undefined : [given].flat().filter(isAbout));
  const about = (all: z.infer<typeof Conditional>) =>
    all?.flatMap((each) => {
      const context = mine(each.when?.context);
      if (!context) return [each];
      return context.length > 0 ? [{ ...each, when: { ...each.when, context } }] : [];
    });
  const rest = Object.entries(parsed.data).filter(([name]) => kept.includes(name));
  return stringify({
    contexts: chosen,
    ...Object.fromEntries(rest),
    agents: agents && { ...agents, contexts: mine(agents.contexts) },
    rules: about(rules) ?? [],
    freezes: about(freezes),
    windows: about(windows),
  });
}
