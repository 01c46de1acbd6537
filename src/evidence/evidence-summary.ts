import type { Freeze } from '../core/policy/policy.ts';
import type { EvidenceManifest } from './evidence-manifest.ts';
import { type EvidenceRequest, type effects, hasChanged } from './evidence-request.ts';
import type { ExposureEvidence } from './exposure-then.ts';
import type { OutsideChange } from './outside-change.ts';
import type { AppCoverage, CoverageGap } from './read-coverage.ts';
import { countRequest, type SeparationTable } from './separation.ts';

/** So many rows of each list are on the page; the CSV files have all. */
export const mostListed = 300;

/** The requests of an archive, counted, with the first of those that the page lists. */
export interface RequestCounts {
  requests: number;
  /** Among them, those that Portolan made itself. */
  automatic: number;
  /** By how far they came. */
  readonly effects: Record<(typeof effects)[number], number>;
  readonly table: SeparationTable;
  /** Those that changed something, or may have. */
  readonly changes: EvidenceRequest[];
  /** Among them, those without a second person, and those of which the outcome isn't known. */
  readonly alone: EvidenceRequest[];
  readonly unsure: EvidenceRequest[];
  /** Whose stored plan isn't the one of the audit log. */
  differing: number;
  /** Which were asked for or decided before the time of the archive, or whose card isn't kept. */
  withoutRisk: number;
}

/** A freeze that was on at some time of an archive. Without `by`, it is one of the policy file. Epoch ms. */
export type ListedFreeze = Pick<Freeze, 'from' | 'to' | 'reason' | 'by'> & { readonly context?: string | undefined };

/** Everything that the page of an archive says. Times are epoch ms. */
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
  /** `from`: when each came into force, as far as the archive's entries tell. */
  readonly policies: readonly (EvidenceManifest['policies'][number] & { readonly from: readonly number[] })[];
}

/** Counts requests as they come. */
export function createSummary() {
  const counts: RequestCounts = {
    ...{ requests: 0, automatic: 0 },
    effects: { changed: 0, partly: 0, unknown: 0, nothing: 0, open: 0 },
    table: new Map(),
    ...{ changes: [], alone: [], unsure: [], differing: 0, withoutRisk: 0 },
  };
  const list = (rows: EvidenceRequest[], request: EvidenceRequest) => {
    if (rows.length < mostListed) rows.push(request);
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
