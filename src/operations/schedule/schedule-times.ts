import { Cron } from 'croner';

/** `after`: epoch ms. `zone`: IANA name of the time zone. */
export function nextRuns(cron: string, zone: string, after: number, max: number): readonly number[] {
  return new Cron(cron, { mode: '5-part', timezone: zone }).nextRuns(max, new Date(after)).map((run) => run.getTime());
}
