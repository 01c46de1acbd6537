import type {
  AlertAct,
  InspectorAction,
  InspectorElsewhere,
  InspectorStatus,
  TroubleKind,
} from '../../inspector-protocol.ts';

/** Button for an event. `on` undefined: the event happens once and can't be undone. */
export type ConditionChoice = {
  readonly words: string;
  readonly note: string;
  readonly on: boolean | undefined;
  readonly act: InspectorAction;
};

const elsewhere = (act: InspectorElsewhere): InspectorAction => ({ do: 'elsewhere', act });

type InspectedComponent = InspectorStatus['components'][number];

const until = 'until it is restarted, deployed or scaled';

const troubles: readonly (readonly [kind: TroubleKind, words: string, note: (name: string) => string])[] = [
  ['slow', 'responds slowly', (name) => `Within a minute, requests to ${name} take 0.9 seconds longer, ${until}.`],
  ['memory', 'fills its memory', (name) => `Within a minute, ${name} uses 95% of its memory, ${until}.`],
  ['silent', 'sends no data', (name) => `Nothing of ${name} is measured anymore. Press again to end this.`],
];

export function componentChoices({ name, alias, troubles: now }: InspectedComponent): readonly ConditionChoice[] {
  const exit = (words: string, note: string, reason: 'Error' | 'OOMKilled' | 'Completed'): ConditionChoice => ({
    ...{ words: `${name} ${words}`, note, on: undefined },
    act: elsewhere({ do: 'container-exit', component: alias, reason }),
  });
  return [
    exit('crashes', `A container of ${name} fails and is restarted: ${name} is abnormal ${until}.`, 'Error'),
    exit('runs out of memory', `A container of ${name} is killed for lack of memory and is restarted.`, 'OOMKilled'),
    exit('restarts', `A container of ${name} ends without failure and is restarted.`, 'Completed'),
    ...troubles.map(([trouble, words, note]) => {
      const on = now.includes(trouble);
      const act = elsewhere({ do: 'trouble', component: alias, trouble, on: !on });
      return { words: `${name} ${words}`, note: note(name), on, act };
    }),
  ];
}

/** Returns the choices: the first certificate expires soon, or the console misreads one of the https rules. */
export function certificateChoices({ certificates }: InspectorStatus): readonly ConditionChoice[] {
  const [first] = certificates;
  if (first === undefined) return [];
  const choice = (words: string, note: string, act: InspectorElsewhere): ConditionChoice => ({
    ...{ words, note, on: undefined, act: elsewhere(act) },
  });
  return [
    choice(`${first.name} expires soon`, `The certificate ${first.name} expires in 2 days.`, {
      ...{ do: 'certificate', certificate: first.id, days: 2 },
    }),
    choice(`${first.name} has expired`, `The certificate ${first.name} expired a day ago.`, {
      ...{ do: 'certificate', certificate: first.id, days: -1 },
    }),
    choice(
      'a certificate with an IPv6 name',
      'The team’s https rules get a certificate with an IPv6 name, which the console can’t parse.',
      { do: 'add-certificate', which: 'ipv6-name' },
    ),
    choice(
      'a certificate with one name',
      'The team’s https rules get a certificate with a single name, for which the console tells another one.',
      { do: 'add-certificate', which: 'one-name' },
    ),
  ];
}

export function regionChoice({ regions: [first], unscraped }: InspectorStatus): ConditionChoice | undefined {
  if (first === undefined) return undefined;
  const on = unscraped.includes(first);
  return {
    words: `${first} sends no data`,
    note: `The monitoring of region ${first} collects nothing, not even about itself. Press again to end this.`,
    on,
    act: elsewhere({ do: 'unscraped', region: first, on: !on }),
  };
}

export function alertChoices({ alerts }: InspectorStatus): readonly ConditionChoice[] {
  if (alerts === null) return [];
  const { firing, isPaused, isPair, isLimited } = alerts;
  const choice = (act: AlertAct, words: string, note: string, on?: boolean): ConditionChoice => ({
    ...{ words, note, on, act: { do: 'alerts', act } },
  });
  const first = choice('fire', 'an alert fires', 'Alertmanager reports that an alert of api fires.');
  const another = choice('fire', 'another alert fires', 'Another alert of the same group fires.');
  const allOver = 'Alertmanager reports that all of its alerts are resolved.';
  const pause =
    'The sender pauses: its alerts are resolved, and fire again with the same start. Press again to end this.';
  const pair = 'A second sender saw the alerts 10 seconds earlier: the next notification has that start.';
  const limit = 'max_alerts is 1: a notification has one alert, and counts the others.';
  return [
    ...(isPaused ? [] : [firing === 0 ? first : another]),
    ...(firing === 0 ? [] : [choice('resolve', 'all alerts are resolved', allOver)]),
    ...(firing === 0 && !isPaused ? [] : [choice('pause', 'the sender pauses', pause, isPaused)]),
    choice('pair', 'two senders', pair, isPair),
    choice('limit', 'max_alerts', limit, isLimited),
  ];
}
