import type { createMetrics } from '../src/observability/metrics.ts';

export const wellGauges: Parameters<typeof createMetrics>[0] = {
  build: { version: '1.2.3', store: 'sqlite' },
  ready: () => true,
  database: () => true,
  charts: () => ({ waiting: 0, running: 0, drawn: 0, shared: 0, refused: 0, failed: 0 }),
  outbox: () => 0,
  temporaryAccess: () => 0,
  followedLate: () => 0,
  watchesLate: () => 0,
  auditIntact: () => true,
  socketConnected: () => true,
  disk: async () => ({ freeBytes: 9e9, totalBytes: 10e9 }),
};
