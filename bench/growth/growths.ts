import { auditLog } from './audit-log.ts';
import { chartPoints } from './chart-points.ts';
import { components } from './components.ts';
import { days } from './days.ts';
import { exposed } from './exposed.ts';
import { following } from './following.ts';
import type { Growth } from './growth.ts';
import { members } from './members.ts';
import { openRequests } from './open-requests.ts';
import { peopleAtOnce } from './people-at-once.ts';
import { replicas } from './replicas.ts';
import { schedules } from './schedules.ts';

/** What grows, by the name that `--only` takes. */
export const growths: Readonly<Record<string, Growth>> = {
  components,
  'open-requests': openRequests,
  'audit-log': auditLog,
  schedules,
  following,
  exposed,
  members,
  replicas,
  'people-at-once': peopleAtOnce,
  'chart-points': chartPoints,
  days,
};
