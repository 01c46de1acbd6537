import type { Region } from '../simulated-world.ts';
import { makeCertificate } from './certificates.ts';
import { idOf } from './seed-id.ts';

const day = 86_400_000;

/** Returns the four regions. Their certificates, relative to `now` (epoch ms): soon, late, expired, unreadable. */
export function shopRegions(now: number): readonly Region[] {
  const authority = makeCertificate('region authority', now - 300 * day, now + 2400 * day);
  const ending = makeCertificate('region client east-1', now - 353 * day, now + 12 * day);
  const fresh = makeCertificate('region client west-2', now - 30 * day, now + 335 * day);
  const ended = makeCertificate('region client north-3', now - 366 * day, now - day);
  return [
    {
      ...base('east-1', '华东', 'East', '203.0.113.9'),
      status: '1',
      token: 'region-api-token-of-east-1',
      caCert: authority.certificate,
      cert: ending.certificate,
      key: ending.key,
      capacity: {
        usedDisk: 118.4,
        totalDisk: 491.1,
        usedMemory: 21_874,
        totalMemory: 64_211,
        usedCpu: 9.35,
        totalCpu: 32,
      },
    },
    {
      ...base('west-2', '华西', 'West', '198.51.100.9'),
      status: '1',
      caCert: null,
      cert: fresh.certificate,
      key: '/etc/goodrain/region/client.key.pem',
      capacity: {
        usedDisk: 902.7,
        totalDisk: 981.6,
        usedMemory: 30_120,
        totalMemory: 32_105,
        usedCpu: 14.9,
        totalCpu: 16,
      },
    },
    {
      ...base('north-3', '华北', 'North, being serviced', '198.51.100.19'),
      status: '3',
      caCert: '/etc/goodrain/region/ca.pem',
      cert: ended.certificate,
      key: ended.key,
    },
    { ...base('south-4', '华南', 'South, switched off', '198.51.100.29'), status: '2', scope: 'public' },
  ];
}

function base(name: string, alias: string, desc: string, host: string): Region {
  const side = name.split('-')[0];
  return {
    id: idOf(`region ${name}`),
    name,
    alias,
    url: `https://${host}:8443`,
    wsurl: `ws://${host}:6060`,
    httpdomain: `apps.${side}.shop.test`,
    tcpdomain: host,
    token: null,
    status: '1',
    desc,
    scope: 'private',
    caCert: null,
    cert: null,
    key: null,
    capacity: { usedDisk: 0, totalDisk: 491.1, usedMemory: 0, totalMemory: 64_211, usedCpu: 0, totalCpu: 32 },
    reachable: true,
  };
}
