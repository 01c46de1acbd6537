import { X509Certificate } from 'node:crypto';
import type { Part } from '../../core/command/answer.ts';
import { flag, ok, required } from '../../core/command/params.ts';
import { isProblem } from '../../core/command/problem.ts';
import { maxDaysAway } from '../../core/text/duration.ts';
import { isPlausible } from '../../core/text/plausible.ts';
import type { Secret } from '../../core/text/secret.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { RegionInfo, TeamResource, Usage } from '../../platform/region/region-endpoints.ts';
import { certificateDay } from '../shared/access/expiry-text.ts';
import { moreOrLess } from '../shared/answer/paging.ts';
import { sourceMsg } from '../shared/chart/collected-item-messages.ts';
import { sourcesText } from '../shared/chart/collected-items.ts';
import { textOrNone } from '../shared/component/component-format.ts';
import { defineQuestion } from '../shared/define.ts';
import { findRegion, regionStatus, teamFor } from '../shared/find-team-and-region.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { statusMsg } from '../shared/region-status-messages.ts';
import { team } from '../shared/shared-params.ts';
import { regionMsg } from './region-messages.ts';

/** End of a certificate. `not-readable`: unset, a path on the server, or not a certificate. */
type CertificateExpiry =
  | { readonly kind: 'expires'; readonly at: number; readonly subject: string; readonly count: number }
  | { readonly kind: 'not-readable' };

const PEM = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]+-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;
const MAX_CERTIFICATES = 200;

/** Reads when a PEM certificate ends (`at`: epoch ms); for a bundle, the earliest end. Returns only date and name. */
export function certificateExpiry(certificate: Secret): CertificateExpiry {
  let earliest: { readonly at: number; readonly subject: string } | undefined;
  let count = 0;
  for (const block of (certificate.reveal().match(PEM) ?? []).slice(0, MAX_CERTIFICATES)) {
    const parsed = readCertificate(block);
    if (!parsed) continue;
    count += 1;
    if (!earliest || parsed.at < earliest.at) earliest = parsed;
  }
  return earliest ? { kind: 'expires', ...earliest, count } : { kind: 'not-readable' };
}

function readCertificate(pem: string): { readonly at: number; readonly subject: string } | undefined {
  try {
    const certificate = new X509Certificate(pem);
    const at = Date.parse(certificate.validTo);
    if (Number.isNaN(at)) return undefined;
    const name = /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? certificate.subject.split('\n').at(-1) ?? '';
    return { at, subject: name.slice(0, 200) };
  } catch {
    return undefined;
  }
}

const day = 86_400_000;
/** Certificates that end within this time get a warning. */
const soon = 30 * day;

/** Facts of a region for display, with only the dates of its certificates. */
interface RegionFacts {
  readonly region: Omit<RegionInfo, 'sslCaCert' | 'certFile' | 'keyFile'>;
  readonly regionId: string;
  readonly tenantName: string | undefined;
  readonly team: string;
  readonly caCertificate: CertificateExpiry;
  readonly certificate: CertificateExpiry;
  /** The team's quota and use in this region; undefined if the platform doesn't return them. */
  readonly resource?: TeamResource;
  /** Metrics that the region collects; undefined if the platform's API doesn't return them. */
  readonly monitoring?: Text;
}

/** `/region show <region> [team=…]`: docs/platform.md#region-detail. Needs a team, but no app. */
export const regionShow = defineQuestion({
  id: 'region.show',
  tool: { none: 'agents work in contexts, which list_contexts lists' },
  command: 'region',
  keywords: [['show']],
  summary: regionMsg.showSays(),
  title: regionMsg.showForm(),
  examples: ['region show east-1', 'region show east-1 team=shop'],
  params: {
    region: required<string>(sharedMsg.region(), sharedMsg.regionMissing(), ok, {
      input: 'external',
      source: 'regions',
    }),
    team,
    more: flag(sharedMsg.more(), 'more', { input: 'hidden' }),
  },
  order: ['region'],
  needs: 'nothing',

  async gather({ region, team: typed }, ask, reads) {
    const team = await teamFor(typed, ask, reads);
    if (isProblem(team)) return team;
    const listed = await findRegion(region, { team }, reads);
    if (isProblem(listed)) return listed;
    const { regionName } = listed;
    const [info, resource, sources] = await Promise.all([
      reads.platform.readRegion({ region: regionName }),
      orUndefined(reads.platform.readTeamResource({ team, region: regionName })),
      orUndefined(reads.platform.readSources({ region: regionName })),
    ]);
    const { sslCaCert, certFile, keyFile: _key, ...shown } = info;
    return {
      region: { ...shown, status: shown.status ?? listed.status },
      regionId: listed.regionId,
      tenantName: listed.tenantName,
      team,
      caCertificate: certificateExpiry(sslCaCert),
      certificate: certificateExpiry(certFile),
      ...(resource ? { resource } : {}),
      ...(reads.platform.dialect() === 'document' ? {} : { monitoring: sourcesText(sources) }),
    } satisfies RegionFacts;
  },

  answer(args, facts: RegionFacts, ask) {
    const { region } = facts;
    const given = { region: [region.regionName], team: [facts.team] };
    const wrong = whatIsWrong(facts, ask.now);
    const parts: Part[] = [
      ...(wrong.length > 0 ? [{ part: 'line', text: join(wrong, '\n') } as const] : []),
      {
        part: 'fields',
        fields: [
          { label: regionMsg.alias(), value: textOrNone(region.regionAlias) },
          { label: regionMsg.status(), value: regionStatus(region.status) },
          { label: regionMsg.health(), value: health(region) },
          { label: regionMsg.scope(), value: textOrNone(region.scope) },
          { label: regionMsg.cpu(), value: usage(region.cpu, region.measured, regionMsg.cores(), 1) },
          { label: regionMsg.memory(), value: usage(region.memory, region.measured, verbatim('GiB'), 1 / 1024) },
          { label: regionMsg.disk(), value: usage(region.disk, region.measured, verbatim('GiB'), 1) },
          ...(facts.monitoring ? [{ label: sourceMsg.collected(), value: facts.monitoring }] : []),
          { label: regionMsg.description(), value: textOrNone(region.desc) },
        ],
      },
      {
        part: 'fields',
        fields: [
          { label: regionMsg.address(), value: textOrNone(region.url) },
          { label: regionMsg.socketAddress(), value: textOrNone(region.wsurl) },
          { label: regionMsg.httpDomain(), value: textOrNone(region.httpdomain) },
          { label: regionMsg.tcpDomain(), value: textOrNone(region.tcpdomain) },
          { label: regionMsg.caCertificate(), value: expiry(facts.caCertificate, ask.now) },
          { label: regionMsg.certificate(), value: expiry(facts.certificate, ask.now) },
        ],
      },
      ...quotaParts(facts.resource, facts.team),
      { part: 'note', text: regionMsg.requestedNote() },
      ...(args.more ? [moreFields(facts)] : []),
      { part: 'buttons', buttons: [moreOrLess('region.show', given, args.more)] },
    ];
    return { title: regionMsg.showTitle({ name: region.regionName }), parts };
  },
});

/** If at least this share of a resource is used, a warning is shown. */
const nearlyAll = 0.9;

function whatIsWrong({ region, caCertificate, certificate }: RegionFacts, now: number): readonly Text[] {
  const scarce = ({ used = 0, total = 0 }: Usage, says: (given: { percent: number }) => Text) =>
    region.measured && total > 0 && used / total >= nearlyAll
      ? [says({ percent: Math.round((used / total) * 100) })]
      : [];
  return [
    ...(region.status !== undefined && region.status !== '1'
      ? [regionMsg.wrongStatus({ status: regionStatus(region.status) })]
      : []),
    ...(region.healthStatus === 'failure' ? [regionMsg.wrongHealth()] : []),
    ...expiring(regionMsg.certificate(), certificate, now),
    ...expiring(regionMsg.caCertificate(), caCertificate, now),
    ...scarce(region.cpu, regionMsg.wrongCpu),
    ...scarce(region.memory, regionMsg.wrongMemory),
    ...scarce(region.disk, regionMsg.wrongDisk),
  ];
}

function expiring(what: Text, certificate: CertificateExpiry, now: number): readonly Text[] {
  if (certificate.kind !== 'expires' || certificate.at - now >= soon) return [];
  const left = certificate.at - now;
  if (left <= 0) return [regionMsg.wrongExpired({ what, date: certificateDay(certificate.at) })];
  return [regionMsg.wrongExpires({ what, days: Math.floor(left / day) })];
}

function moreFields({ regionId, tenantName }: RegionFacts): Part {
  const fields = Object.entries({ region_id: regionId, tenant_name: tenantName });
  return {
    part: 'fields',
    fields: fields.map(([name, value]) => ({ label: verbatim(name), value: textOrNone(value) })),
  };
}

function quotaParts(resource: TeamResource | undefined, team: string): readonly Part[] {
  if (!resource) return [];
  return [
    { part: 'heading', text: regionMsg.quota({ team }) },
    {
      part: 'fields',
      fields: [
        { label: regionMsg.quotaCpu(), value: quota(resource.cpu, regionMsg.cores(), 1 / 1000) },
        { label: regionMsg.quotaMemory(), value: quota(resource.memory, verbatim('GiB'), 1 / 1024) },
      ],
    },
  ];
}

/** Zero of zero means that the region didn't answer (docs/platform.md#team-resources). */
function quota({ used, total }: Usage, unit: Text, factor: number): Text {
  if (used === undefined || total === undefined || (used === 0 && total === 0)) return regionMsg.quotaUnknown();
  if (total <= 0) return regionMsg.usedOnly({ used: (used * factor).toFixed(1), unit });
  return usage({ used, total }, true, unit, factor);
}

function health(region: RegionFacts['region']): Text {
  if (region.healthStatus === 'failure') return regionMsg.unhealthy();
  // “ok” without any number means that the region wasn't checked (docs/platform.md#region-detail).
  if (region.healthStatus === 'ok') return region.measured ? regionMsg.healthy() : regionMsg.notMeasured();
  return region.healthStatus ? statusMsg.statusUnknown({ status: region.healthStatus }) : regionMsg.notMeasured();
}

function usage({ used, total }: Usage, measured: boolean, unit: Text, factor: number): Text {
  if (!measured || used === undefined || total === undefined) return regionMsg.notMeasured();
  const odd = [used, total].find((value) => !isPlausible(value));
  if (odd !== undefined) return sharedMsg.notPlausible({ value: String(odd) });
  if (total === 0) return regionMsg.notMeasured();
  const share = used / total;
  const filled = Math.max(0, Math.min(10, Math.round(share * 10)));
  return regionMsg.usage({
    bar: '█'.repeat(filled) + '░'.repeat(10 - filled),
    percent: Math.round(share * 100),
    used: (used * factor).toFixed(1),
    total: (total * factor).toFixed(1),
    unit,
  });
}

function expiry(certificate: CertificateExpiry, now: number): Text {
  if (certificate.kind === 'not-readable') return regionMsg.notReadable();
  const date = certificateDay(certificate.at);
  const left = certificate.at - now;
  if (left <= 0) return regionMsg.expired({ date });
  const days = Math.floor(left / day);
  if (days > maxDaysAway) return regionMsg.expiresOn({ date });
  return left < soon ? regionMsg.expiresSoon({ days, date }) : regionMsg.expiresIn({ days, date });
}
