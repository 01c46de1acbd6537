import type { Hold } from '../../core/request/timed.ts';
import { type AccessSide, TemporaryAccess } from '../shared/access/stored-access.ts';

/** When (epoch ms) which sides of a port close automatically. */
export interface PortTimer {
  readonly until: number;
  readonly sides: readonly AccessSide[];
}

/** The stored closing times of one port. */
export function portTimers(stored: readonly Hold[], component: string, port: number): readonly PortTimer[] {
  return stored.flatMap(({ body, until }) => {
    const { data: opened } = TemporaryAccess.safeParse(body);
    return opened?.component === component && opened.port === port ? [{ until, sides: opened.sides }] : [];
  });
}
