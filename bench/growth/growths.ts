import { auditLog } from './audit-log.ts';
import { chartPoints } from './chart-points.ts';
import { components } from './components.ts';
import type { Growth } from './growth.ts';
import { openRequests } from './open-requests.ts';

/** What grows, by the name that `--only` takes. */
export const growths: Readonly<Record<string, Growth>> = {
  components,
  'open-requests': openRequests,
  'audit-log': auditLog,
  'chart-points': chartPoints,
};
