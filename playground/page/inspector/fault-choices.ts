import type { InspectorAction, InspectorStatus } from '../../inspector-protocol.ts';
import type { InjectedSlackFault, PageMessage } from '../../slack/page-protocol.ts';

/** Switch for a fault of the platform. A second press removes the fault. */
export type PlatformFaultChoice = {
  readonly words: string;
  readonly note: string;
  readonly on: boolean;
  readonly act: InspectorAction;
};

type Patch = Extract<InspectorAction, { readonly do: 'patch' }>['patch'];

export function platformFaultChoices({ faults, regions }: InspectorStatus): readonly PlatformFaultChoice[] {
  const first = regions[0] ?? '';
  const inCare = faults.maintenance.includes(first);
  const cut = first in faults.regionFaults;
  const choiceOf = (words: string, note: string, on: boolean, fault: Patch, none: Patch): PlatformFaultChoice => ({
    words,
    note,
    on,
    act: { do: 'patch', patch: on ? none : fault },
  });
  const writeFault = (words: string, note: string, kind: string, fault: NonNullable<Patch['nextWrite']>) =>
    choiceOf(words, note, faults.nextWrite?.kind === kind, { nextWrite: fault }, { nextWrite: null });
  const readFault = (words: string, note: string, kind: string, fault: NonNullable<Patch['nextRead']>) =>
    choiceOf(words, note, faults.nextRead?.kind === kind, { nextRead: fault }, { nextRead: null });
  return [
    choiceOf(
      'Slow',
      'Every response takes 3 seconds longer.',
      faults.latencyMs > 0,
      { latencyMs: 3_000 },
      { latencyMs: 0 },
    ),
    choiceOf('Down', 'Every connection breaks.', faults.down !== 'no', { down: 'reset' }, { down: 'no' }),
    choiceOf(
      'Login page',
      'A login page answers in the platform’s place.',
      faults.standIn !== 'no',
      { standIn: 'login-page' },
      { standIn: 'no' },
    ),
    choiceOf(
      `${first} under maintenance`,
      `Region ${first} is under maintenance.`,
      inCare,
      { maintenance: [...faults.maintenance, first] },
      { maintenance: faults.maintenance.filter((one) => one !== first) },
    ),
    choiceOf(
      `${first} unreachable`,
      `The console can’t reach region ${first}.`,
      cut,
      { regionFaults: { [first]: { kind: 'unreachable' } } },
      { regionFaults: {} },
    ),
    writeFault('500 on the next write', 'The next change fails with status 500 and has no effect.', 'error', {
      kind: 'error',
      when: 'before',
      status: 500,
    }),
    writeFault('Next write done, response lost', 'The next change takes effect, then the connection breaks.', 'reset', {
      kind: 'reset',
      when: 'after',
    }),
    writeFault('Next write hangs', 'The next change takes effect, but the response takes 100 seconds.', 'hang', {
      kind: 'hang',
      seconds: 100,
    }),
    readFault('500 on the next read', 'The next read fails with status 500.', 'error', { kind: 'error', status: 500 }),
    readFault('Next read is a traceback', 'The next read returns a Python traceback.', 'garble', {
      kind: 'garble',
      as: 'traceback',
    }),
    readFault('Next read is huge', 'The next response is 100 MB.', 'huge', { kind: 'huge' }),
    choiceOf(
      'No monitoring',
      'The platform’s monitoring doesn’t respond.',
      faults.monitoringDown,
      { monitoringDown: true },
      { monitoringDown: false },
    ),
    choiceOf(
      'No kube-state-metrics',
      'kube-state-metrics isn’t installed: restarts are estimated, and why a container ended isn’t known.',
      faults.noKubeState,
      { noKubeState: true },
      { noKubeState: false },
    ),
    choiceOf(
      'No gateway metrics',
      'The region doesn’t scrape its gateway.',
      faults.noGatewayMetrics,
      { noGatewayMetrics: true },
      { noGatewayMetrics: false },
    ),
    choiceOf(
      'Rainbond 5 monitoring',
      'The region collects requests, response time and online clients, which Rainbond 6 doesn’t.',
      faults.requestItems,
      { requestItems: true },
      { requestItems: false },
    ),
    ...lifecycleFaultChoices(faults, choiceOf),
  ];
}

type MakeChoice = (words: string, note: string, on: boolean, fault: Patch, none: Patch) => PlatformFaultChoice;

function lifecycleFaultChoices(
  faults: InspectorStatus['faults'],
  choiceOf: MakeChoice,
): readonly PlatformFaultChoice[] {
  const deploy = (words: string, note: string, as: NonNullable<typeof faults.nextDeploy>) =>
    choiceOf(words, note, faults.nextDeploy === as, { nextDeploy: as }, { nextDeploy: null });
  const start = (words: string, note: string, as: NonNullable<typeof faults.nextStart>) =>
    choiceOf(words, note, faults.nextStart === as, { nextStart: as }, { nextStart: null });
  const operation = (words: string, note: string, as: NonNullable<typeof faults.nextOperation>) =>
    choiceOf(words, note, faults.nextOperation === as, { nextOperation: as }, { nextOperation: null });
  const scale = (words: string, note: string, as: NonNullable<typeof faults.nextScale>) =>
    choiceOf(words, note, faults.nextScale === as, { nextScale: as }, { nextScale: null });
  const statuses = (words: string, note: string, as: NonNullable<typeof faults.statuses>) =>
    choiceOf(words, note, faults.statuses === as, { statuses: as }, { statuses: null });
  return [
    deploy('Next deploy fails to build', 'The next deploy or build ends with a build error.', 'build-error'),
    deploy(
      'Next source scan fails',
      'The source scan before the next build fails, so the build never begins.',
      'scan-error',
    ),
    deploy('Next deploy isn’t rolled out', 'The next build succeeds, but its rollout never begins.', 'no-rollout'),
    start('Next start crashes', 'After the next start, upgrade, deploy or scaling, the pods crash.', 'crash'),
    start('Next start recovers', 'The same, but the pods recover after 25 seconds.', 'recover'),
    start(
      'Next start isn’t ready at first',
      'The next start shows a failed readiness check until its pods are ready, as a normal start does.',
      'unready',
    ),
    operation(
      'Next operation: one refused',
      'The region refuses the first component of the next operation, but the platform reports success.',
      'refused-inside-200',
    ),
    operation(
      'Next operation does nothing',
      'The platform accepts the next operation, but nothing happens.',
      'ignored',
    ),
    operation(
      'Next success does nothing',
      'The event of the next operation succeeds, and only its message says that nothing was done.',
      'idle',
    ),
    operation('Next operation never ends', 'The event of the next operation keeps running.', 'stuck'),
    operation('Next stop times out', 'The event of the next stop times out before its pods are gone.', 'timeout'),
    scale(
      'Next scale lacks memory',
      'The next change of instances or memory is refused for lack of memory.',
      'lacks-memory',
    ),
    scale(
      'Next scale isn’t applied',
      'The next change of instances or memory is saved, but applying it fails.',
      'not-applied',
    ),
    choiceOf(
      'Region is Rainbond 6.7.3',
      'Closing leaves a node port open where the component’s alias and in-cluster name differ.',
      faults.regionVersion === '6.7.3',
      { regionVersion: '6.7.3' },
      { regionVersion: null },
    ),
    choiceOf(
      'Region is Rainbond 6.9.5',
      'Each TCP port keeps a rule of its own, so opening one again is never refused.',
      faults.regionVersion === '6.9.5',
      { regionVersion: '6.9.5' },
      { regionVersion: null },
    ),
    choiceOf(
      'Region’s worker restarted',
      'Of a component with two TCP ports, the one that was opened first can’t be opened again. Scaling what is stopped does nothing.',
      faults.workerRestarted,
      { workerRestarted: true },
      { workerRestarted: false },
    ),
    choiceOf(
      'Events are late',
      'Events are listed only 15 seconds after they begin.',
      faults.eventDelayMs > 0,
      { eventDelayMs: 15_000 },
      { eventDelayMs: 0 },
    ),
    choiceOf(
      'Events vanish',
      'Events are no longer listed 4 seconds after they have ended.',
      faults.eventsVanish,
      { eventsVanish: true },
      { eventsVanish: false },
    ),
    choiceOf(
      'Events are out of order',
      'What the region does by itself is written in another time zone, and events are sorted as text.',
      faults.eventZones,
      { eventZones: true },
      { eventZones: false },
    ),
    choiceOf(
      'Events can’t be read',
      'The region can’t read its events.',
      faults.eventsUnreadable,
      { eventsUnreadable: true },
      { eventsUnreadable: false },
    ),
    statuses('Statuses are null', 'The status of every component is null.', 'null'),
    statuses('Statuses are unknown', 'The status of every component is “unknow”.', 'unknow'),
  ];
}

export function activeFaults(
  status: InspectorStatus | null,
  slack: readonly { readonly fault: string; readonly method?: string }[],
): readonly string[] {
  const ofPlatform = status === null ? [] : platformFaultChoices(status).filter(({ on }) => on);
  const nowherePlace = { channel: '', lastOfBot: null };
  const ofSlack = slack.map((active) => {
    const choice = slackFaultChoices.find(({ fault }) => {
      const slackFault = fault(nowherePlace);
      return (
        typeof slackFault !== 'string' &&
        slackFault.fault === active.fault &&
        ('method' in slackFault ? slackFault.method : undefined) === active.method
      );
    });
    return choice?.words ?? [active.fault, active.method].filter(Boolean).join(' ');
  });
  return [...ofPlatform.map(({ words }) => words), ...ofSlack];
}

export type SlackPlace = { readonly channel: string; readonly lastOfBot: string | null };

/** Switch for a Slack fault. It contains the fault, or the reason why the fault isn't possible here. */
export type SlackFaultChoice = {
  readonly words: string;
  readonly note: string;
  readonly fault: (place: SlackPlace) => InjectedSlackFault | string;
};

const nowhere = 'Open a conversation first.';

export const slackFaultChoices: readonly SlackFaultChoice[] = [
  {
    words: 'Rate limit the next post',
    note: 'The next chat.postMessage is rate-limited: try again in 3 seconds.',
    fault: () => ({ fault: 'rate_limit', method: 'chat.postMessage', retryAfter: 3 }),
  },
  {
    words: 'Rate limit the next update',
    note: 'The next chat.update is rate-limited: try again in 3 seconds.',
    fault: () => ({ fault: 'rate_limit', method: 'chat.update', retryAfter: 3 }),
  },
  {
    words: 'Lose the next post’s response',
    note: 'The next message is posted, but the bot gets no response.',
    fault: () => ({ fault: 'lose_answer', method: 'chat.postMessage' }),
  },
  {
    words: 'Modal too late',
    note: 'The next views.open fails: the trigger has expired.',
    fault: () => ({ fault: 'fail', method: 'views.open', error: 'expired_trigger_id' }),
  },
  {
    words: 'Rate limit the next modal',
    note: 'The next views.open is rate-limited: try again in 30 seconds.',
    fault: () => ({ fault: 'rate_limit', method: 'views.open', retryAfter: 30 }),
  },
  {
    words: '500 for the next modal',
    note: 'The next views.open fails with HTTP 500.',
    fault: () => ({ fault: 'server_error', method: 'views.open' }),
  },
  {
    words: 'Pictures take 5 s',
    note: 'Uploaded pictures are ready only after 5 seconds.',
    fault: () => ({ fault: 'files_ready_after', ms: 5_000 }),
  },
  {
    words: 'Pictures never ready',
    note: 'Uploaded pictures are never processed.',
    fault: () => ({ fault: 'files_never_ready' }),
  },
  {
    words: 'Delete the bot’s last message here',
    note: 'The message was deleted.',
    fault: ({ channel, lastOfBot }) =>
      lastOfBot === null ? 'The bot has no message here.' : { fault: 'delete_message', channel, ts: lastOfBot },
  },
  {
    words: 'Remove the bot from here',
    note: 'Portolan isn’t a member of this channel anymore.',
    fault: ({ channel }) => (channel === '' ? nowhere : { fault: 'remove_bot', channel }),
  },
  {
    words: 'Invite the bot here',
    note: 'Portolan is now a member of this channel.',
    fault: ({ channel }) => (channel === '' ? nowhere : { fault: 'invite_bot', channel }),
  },
  { words: 'No faults', note: 'All Slack faults are removed.', fault: () => ({ fault: 'reset' }) },
];

export function lastOfBot(
  messages: readonly Pick<PageMessage, 'ts' | 'user' | 'ephemeral' | 'threadTs'>[],
  bot: string,
): string | null {
  const latest = messages.findLast((one) => one.user === bot && !one.ephemeral && one.threadTs === null);
  return latest?.ts ?? null;
}
