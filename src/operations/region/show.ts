import type { Part } from '../../core/answer.ts';
import { ok, required } from '../../core/params.ts';
import { isProblem } from '../../core/problem.ts';
import { type CertificateExpiry, certificateExpiry } from '../../core/secret.ts';
import { type Text, verbatim } from '../../core/text.ts';
import type { RegionInfo, Usage } from '../../platform/models.ts';
import { defineQuestion } from '../define.ts';
import { say as shared } from '../sentences.ts';
import { findRegion, regionStatus } from './region.ts';
import { say } from './sentences.ts';

const day = 86_400_000;
/** A certificate that ends within this time is worth a warning. */
const soon = 30 * day;

/** What of a region is shown: its certificates are only their dates by now. */
interface RegionFacts {
  readonly region: Omit<RegionInfo, 'sslCaCert' | 'certFile' | 'keyFile'>;
  readonly caCertificate: CertificateExpiry;
  readonly certificate: CertificateExpiry;
}

/** `/region show <region>`: interface 4.2. */
export const regionShow = defineQuestion({
  id: 'region.show',
  command: 'region',
  words: [['show']],
  says: say.showSays(),
  examples: ['region show east-1'],
  params: {
    region: required<string>(shared.region(), shared.regionMissing(), ok, { input: 'external', source: 'regions' }),
  },
  order: ['region'],
  needs: 'context',

  async gather({ region }, ask, reads) {
    const found = await findRegion(region, ask.context, reads);
    if (isProblem(found)) return found;
    const {
      sslCaCert,
      certFile,
      keyFile: _key,
      ...shown
    } = await reads.platform.readRegion({ region: found.regionName });
    return {
      region: { ...shown, status: shown.status ?? found.status },
      caCertificate: certificateExpiry(sslCaCert),
      certificate: certificateExpiry(certFile),
    } satisfies RegionFacts;
  },

  answer(_args, facts: RegionFacts, ask) {
    const { region } = facts;
    const parts: Part[] = [
      {
        part: 'fields',
        fields: [
          { label: say.alias(), value: textOr(region.regionAlias) },
          { label: say.status(), value: regionStatus(region.status) },
          { label: say.health(), value: health(region) },
          { label: say.scope(), value: textOr(region.scope) },
          { label: say.cpu(), value: usage(region.cpu, region.measured, say.cores(), 1) },
          { label: say.memory(), value: usage(region.memory, region.measured, verbatim('GiB'), 1 / 1024) },
          { label: say.disk(), value: usage(region.disk, region.measured, verbatim('GiB'), 1) },
          { label: say.description(), value: textOr(region.desc) },
        ],
      },
      {
        part: 'fields',
        fields: [
          { label: say.address(), value: textOr(region.url) },
          { label: say.socketAddress(), value: textOr(region.wsurl) },
          { label: say.httpDomain(), value: textOr(region.httpdomain) },
          { label: say.tcpDomain(), value: textOr(region.tcpdomain) },
          { label: say.caCertificate(), value: expiry(facts.caCertificate, ask.now) },
          { label: say.certificate(), value: expiry(facts.certificate, ask.now) },
        ],
      },
      { part: 'note', text: say.requestedNote() },
    ];
    return { title: say.showTitle({ name: region.regionName }), parts };
  },
});

function textOr(value: string | undefined): Text {
  return value ? verbatim(value) : shared.none();
}

function health(region: RegionFacts['region']): Text {
  if (region.healthStatus === 'failure') return say.unhealthy();
  // "ok" without any number means that nobody asked (platform facts 3.2).
  if (region.healthStatus === 'ok') return region.measured ? say.healthy() : say.notMeasured();
  return region.healthStatus ? say.statusUnknown({ status: region.healthStatus }) : say.notMeasured();
}

function usage({ used, total }: Usage, measured: boolean, unit: Text, factor: number): Text {
  if (!measured || used === undefined || total === undefined || total <= 0) return say.notMeasured();
  const share = used / total;
  const filled = Math.max(0, Math.min(10, Math.round(share * 10)));
  return say.usage({
    bar: '█'.repeat(filled) + '░'.repeat(10 - filled),
    percent: Math.round(share * 100),
    used: (used * factor).toFixed(1),
    total: (total * factor).toFixed(1),
    unit,
  });
}

function expiry(certificate: CertificateExpiry, now: number): Text {
  if (certificate.kind === 'not-readable') return say.notReadable();
  const date = { at: certificate.at, show: 'date' } as const;
  const left = certificate.at - now;
  if (left <= 0) return say.expired({ date });
  const days = Math.floor(left / day);
  return left < soon ? say.expiresSoon({ days, date }) : say.expiresIn({ days, date });
}
