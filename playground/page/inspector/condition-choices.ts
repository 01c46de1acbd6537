import type { InspectorElsewhere, InspectorStatus, TroubleKind } from '../../inspector-protocol.ts';

/** A button of what happens by itself. `on` undefined: it happens once, and isn't taken back. */
export type ConditionChoice = {
  readonly words: string;
  /** What happens now; also the tooltip. */
  readonly note: string;
  readonly on: boolean | undefined;
  readonly act: InspectorElsewhere;
};

type InspectedComponent = InspectorStatus['components'][number];

const until = 'until it is restarted, deployed or scaled';

const troubles: readonly (readonly [kind: TroubleKind, words: string, note: (name: string) => string])[] = [
  ['slow', 'responds slowly', (name) => `Within a minute, requests to ${name} take 0.9 seconds longer, ${until}.`],
  ['memory', 'fills its memory', (name) => `Within a minute, ${name} uses 95 % of its memory, ${until}.`],
  ['silent', 'sends no data', (name) => `Nothing of ${name} is measured anymore. Press again to end this.`],
];

/** What can happen to a component. */
export function componentChoices({ name, alias, troubles: now }: InspectedComponent): readonly ConditionChoice[] {
  const exit = (words: string, note: string, reason: 'Error' | 'OOMKilled' | 'Completed'): ConditionChoice => ({
    ...{ words: `${name} ${words}`, note, on: undefined },
    act: { do: 'container-exit', component: alias, reason },
  });
  return [
    exit('crashes', `A container of ${name} fails and is restarted: ${name} is abnormal ${until}.`, 'Error'),
    exit('runs out of memory', `A container of ${name} is killed for lack of memory and is restarted.`, 'OOMKilled'),
    exit('restarts', `A container of ${name} ends without failure and is restarted.`, 'Completed'),
    ...troubles.map(([trouble, words, note]) => {
      const on = now.includes(trouble);
      const act = { do: 'trouble', component: alias, trouble, on: !on } as const;
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
    act: { do: 'certificate', certificate: first.id, days: 2 },
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
    act: { do: 'unscraped', region: first, on: !on },
  };
}
