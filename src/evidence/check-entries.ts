import * as z from 'zod';
import { linkOf } from '../store/audit/audit-chain.ts';
import { ChainCheck } from '../store/audit/audit-check.ts';
import { type EvidenceManifest, LeftOutEntry, MissingEntries, type NumberRange } from './evidence-manifest.ts';
import { EvidenceRequest } from './evidence-request.ts';

const ProposedEntry = z.object({
  kind: z.literal('proposed'),
  request: z.string(),
});
const WithPolicy = z.object({ details: z.object({ policy: z.string() }) });

/** Checks that an archive's entries form a chain, and that each request has a row. 100,000 ids need about 25 MB. */
export function createEntriesCheck(manifest: EvidenceManifest, fault: (says: string) => void) {
  const { log } = manifest;
  const chain = new ChainCheck({ stored: log.head, part: true });
  const missing: NumberRange[] = [];
  const leftOut: Record<string, number> = { context: 0, private: 0 };
  const proposed = new Set<string>();
  const requests = new Set<string>();
  const versions = new Set(manifest.policies.map(({ hash }) => hash));
  let entries = 0;
  let first: number | undefined;
  return {
    entry(row: unknown, line: number): void {
      const gap = MissingEntries.safeParse(row).data;
      if (gap) {
        missing.push(gap.missing);
        chain.gap(gap.missing.last);
        return;
      }
      entries += 1;
      const left = LeftOutEntry.safeParse(row).data;
      const link = left ?? linkOf(z.record(z.string(), z.unknown()).safeParse(row).data ?? {});
      if (!link) {
        fault(`audit.jsonl, line ${line}, isn’t a valid entry.`);
        return;
      }
      first ??= link.seq;
      if (left) {
        leftOut[left.leftOut] = (leftOut[left.leftOut] ?? 0) + 1;
        chain.leftOut(left);
        return;
      }
      if ('body' in link) chain.add(link);
      const request = ProposedEntry.safeParse(row).data?.request;
      if (request !== undefined) proposed.add(request);
      const policy = WithPolicy.safeParse(row).data?.details.policy;
      if (policy !== undefined && policy !== 'none' && !versions.has(policy))
        fault(`Entry ${link.seq} names a version of the policy that the manifest doesn’t list: ${policy}.`);
    },
    request(row: unknown, line: number): void {
      const parsed = EvidenceRequest.safeParse(row).data;
      if (!parsed) {
        fault(`requests.jsonl, line ${line}, isn’t a valid request.`);
        return;
      }
      if (requests.has(parsed.id)) fault(`The request ${parsed.id} is in requests.jsonl twice.`);
      requests.add(parsed.id);
    },
    finish(): void {
      for (const { says } of chain.finish().faults) if (!log.faults.includes(says)) fault(says);
      if (entries !== log.entries || (first ?? log.first) !== log.first)
        fault(
          `The manifest says ${log.entries} entries from ${log.first} on, but there are ${entries} from ${first ?? '–'} on.`,
        );
      if (JSON.stringify(missing) !== JSON.stringify(log.missing))
        fault('The entries that are missing aren’t those that the manifest declares.');
      for (const [why, count] of Object.entries(leftOut))
        if (count !== (Object.entries(log.leftOut).find(([name]) => name === why)?.[1] ?? 0))
          fault(`The number of entries that are left out (${why}) isn’t what the manifest says.`);
      for (const id of proposed)
        if (!requests.has(id)) fault(`The request ${id} of the audit log isn’t in requests.jsonl.`);
      if (requests.size !== manifest.requests)
        fault(`The manifest says ${manifest.requests} requests, but there are ${requests.size}.`);
    },
  };
}
