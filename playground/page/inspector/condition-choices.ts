import type { InspectorAction, InspectorElsewhere, InspectorStatus, TroubleKind } from '../../inspector-protocol.ts';

/** A button of what happens by itself. `on` undefined: it happens once, and isn't taken back. */
export type ConditionChoice = {
  readonly words: string;
  /** What happens now; also the tooltip. */
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

/** What can happen to a component. */
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

/** The first certificate ends soon. */
export function certificateChoice({ certificates }: InspectorStatus): ConditionChoice | undefined {
  const [first] = certificates;
  if (first === undefined) return undefined;
  return {
    words: `${first.name} expires soon`,
    note: `The certificate ${first.name} expires in 2 days.`,
    on: undefined,
    act: elsewhere({ do: 'certificate', certificate: first.id, days: 2 }),
  };
}

/** Nothing of the first region is measured. */
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

/** What Alertmanager reports. */
export function alertChoices({ alerts }: InspectorStatus): readonly ConditionChoice[] {
  if (alerts === null) return [];
  const again =
    alerts === 0 ? 'Alertmanager reports that an alert of api fires.' : 'Another alert of the same group fires.';
  const fire: ConditionChoice = {
    ...{ words: alerts === 0 ? 'an alert fires' : 'another alert fires', note: again, on: undefined },
    act: { do: 'alerts', act: 'fire' },
  };
  if (alerts === 0) return [fire];
  const note = 'Alertmanager reports that all of its alerts are resolved.';
  return [fire, { words: 'all alerts are resolved', note, on: undefined, act: { do: 'alerts', act: 'resolve' } }];
}
