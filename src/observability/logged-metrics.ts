import type { World } from '../core/world.ts';
import type { Metrics } from './metrics.ts';
import type { TroubleLog } from './trouble-log.ts';

/** Adds logging to metrics: each reply and call at `debug`; outages, failures and refused requests in few lines. */
export function loggedMetrics(metrics: Metrics, { log }: Pick<World, 'log'>, trouble: TroubleLog): Metrics {
  return {
    ...metrics,
    asked(operation, from, outcome) {
      metrics.asked(operation, from, outcome);
      log.debug('asked', { operation, from, outcome });
    },
    acked(kind, ms) {
      metrics.acked(kind, ms);
      log.debug('Slack was answered', { kind, ms });
    },
    platformCalled(call) {
      metrics.platformCalled(call);
      const { operation, outcome, status, ms } = call;
      log.debug('the platform was called', { call: operation, outcome, status, ms });
      if (outcome === 'unreachable' || outcome === 'timeout') return trouble.failed('the platform', outcome);
      trouble.works('the platform');
      const isRefused = status === 401 || status === 403 || status === 429;
      if (outcome !== 'ok' || isRefused || (status ?? 0) >= 500)
        trouble.count('warn', 'the platform failed a call', {
          call: operation,
          status,
          outcome: outcome === 'ok' ? undefined : outcome,
        });
    },
    slackCalled(method, outcome, ms) {
      metrics.slackCalled(method, outcome, ms);
      log.debug('Slack was called', { call: method, outcome, ms });
      if (outcome === 'unreachable' || /^5\d\d$/.test(outcome)) return trouble.failed('Slack', outcome);
      trouble.works('Slack');
      if (outcome !== 'ok') trouble.count('info', 'Slack refused a call', { call: method, outcome });
    },
    signatureFailed(why) {
      metrics.signatureFailed(why);
      trouble.count('warn', 'a request was refused: its Slack signature', { why });
    },
    edgeRefused(why) {
      metrics.edgeRefused(why);
      trouble.count(why === 'starting' || why === 'stopping' ? 'info' : 'warn', 'a request was refused', { why });
    },
    alertsReceived(source, outcome) {
      metrics.alertsReceived(source, outcome);
      if (outcome === 'stored' || outcome === 'repeated') return log.debug('alerts were received', { source, outcome });
      trouble.count('warn', 'alerts were refused', { source, outcome });
    },
    agentCalled(tool, by, outcome) {
      metrics.agentCalled(tool, by, outcome);
      log.debug('an agent was answered', { tool, by, outcome });
    },
  };
}
