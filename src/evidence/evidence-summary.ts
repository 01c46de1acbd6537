import { placeKey, placeText } from '../core/command/context.ts';
import { defaultPolicy, type Freeze, type Risk } from '../core/policy/policy.ts';
import { calendarFrom, type StoredFreeze } from '../operations/shared/freeze/stored-freeze.ts';
import { parsePolicy } from '../policy-file/parse.ts';
import type { EvidenceManifest } from './evidence-manifest.ts';
import type { EvidenceRequest, effects } from './evidence-request.ts';
import type { ExposureEvidence } from './exposure-then.ts';
import type { OutsideChange } from './outside-change.ts';
import type { AppCoverage, CoverageGap } from './read-coverage.ts';
import type { Separation, SeparationTable } from './separation.ts';

/** Returns all freezes of the range, from versions of the policy file and from Slack, sorted by their start. Pure. */
export function listedFreezes(
  policies: readonly string[],
  begun: readonly StoredFreeze[],
  time: { readonly since: number; readonly until: number; readonly names: ReadonlyMap<string, string> },
): readonly ListedFreeze[] {
  const ofFiles = policies.flatMap((text) => {
    const parsed = parsePolicy(text);
    return 'policy' in parsed ? (parsed.policy.freezes ?? []) : [];
  });
  const all = [...ofFiles, ...calendarFrom(defaultPolicy, begun).freezes]
    .filter(({ from = -Infinity, to = Infinity }) => from < time.until && to > time.since)
    .map(({ from, to, reason, by, place }): ListedFreeze => {
      const context = place && (time.names.get(placeKey(place)) ?? placeText(place));
      return { from, to, reason, by, context };
    });
  // Several versions of the policy file can contain the same freeze.
  const unique = new Map(all.map((each) => [JSON.stringify(each), each]));
  return [...unique.values()].toSorted((one, other) => (one.from ?? 0) - (other.from ?? 0));
}

/** Maximum number of rows in each list on the page. The CSV files contain all rows. */
export const maxListed = 300;

interface RequestCounts {
  requests: number;
  /** Requests that Portolan made automatically. */
  automatic: number;
  readonly effects: Record<(typeof effects)[number], number>;
  readonly table: SeparationTable;
  readonly changes: EvidenceRequest[];
  /** Changes without a second person (`alone`), and changes with an unknown outcome (`unsure`). */
  readonly alone: EvidenceRequest[];
  readonly unsure: EvidenceRequest[];
  /** Number of requests with a stored plan that differs from the audit log. */
  differing: number;
  /** Number of requests with unknown risk: asked or decided before the archive's range, or with a deleted card. */
  withoutRisk: number;
}

/** A freeze during an archive's range. If `by` is absent, it comes from the policy file. Times are epoch ms. */
type ListedFreeze = Pick<Freeze, 'from' | 'to' | 'reason' | 'by'> & { readonly context?: string | undefined };

export interface EvidenceSummary {
  readonly since: number;
  readonly until: number;
  readonly counts: RequestCounts;
  readonly outside: readonly OutsideChange[];
  readonly coverage: readonly AppCoverage[];
  readonly gaps: readonly CoverageGap[];
  readonly exposure: ExposureEvidence;
  readonly freezes: readonly ListedFreeze[];
  readonly log: EvidenceManifest['log'];
  /** `from`: times when each version took effect, according to the archive's entries. */
  readonly policies: readonly (EvidenceManifest['policies'][number] & { readonly from: readonly number[] })[];
}

export function createSummary() {
  const counts: RequestCounts = {
    requests: 0,
    automatic: 0,
    effects: { changed: 0, partly: 0, unknown: 0, nothing: 0, open: 0 },
    table: new Map(),
    changes: [],
    alone: [],
    unsure: [],
    differing: 0,
    withoutRisk: 0,
  };
  const list = (rows: EvidenceRequest[], request: EvidenceRequest) => {
    if (rows.length < maxListed) rows.push(request);
  };
  return {
    counts,
    add(request: EvidenceRequest): void {
      counts.requests += 1;
      if (request.separation === 'automatic') counts.automatic += 1;
      counts.effects[request.effect] += 1;
      if (request.plan?.differs) counts.differing += 1;
      if (!hasChanged(request)) return;
      countRequest(counts.table, request);
      list(counts.changes, request);
      if (request.separation === 'one-person' || request.separation === 'break-glass') list(counts.alone, request);
      if (request.effect === 'unknown') list(counts.unsure, request);
      if (request.risk === 'unknown') counts.withoutRisk += 1;
    },
  };
}

function countRequest(
  table: SeparationTable,
  request: {
    readonly risk: Risk | 'unknown';
    readonly separation: Separation;
    readonly agent?: string;
    readonly isException: boolean;
  },
): void {
  const none = { 'two-people': 0, 'one-person': 0, 'break-glass': 0, automatic: 0, total: 0, agents: 0, exceptions: 0 };
  const counts = table.get(request.risk) ?? none;
  counts.total += 1;
  counts[request.separation] += 1;
  if (request.agent !== undefined) counts.agents += 1;
  if (request.isException) counts.exceptions += 1;
  table.set(request.risk, counts);
}

/** Checks whether a request changed something, or may have changed something. */
function hasChanged({ effect }: Pick<EvidenceRequest, 'effect'>): boolean {
  return effect === 'changed' || effect === 'partly' || effect === 'unknown';
}
