import { isDrawnDark } from '../../questions/draw-chart.ts';
import { chartLooks } from './channel-settings.ts';

const channel = 'C0SHOP';
const person = 'U0MAYA';
const command = { channel, person, isAutomatic: false };
const inThread = { channel, person, isAutomatic: true };
const alert = { channel, isAutomatic: true };

const settings: Readonly<Record<string, boolean>>[] = [
  {},
  { [person]: true },
  { [channel]: true },
  { [person]: true, [channel]: false },
  { [person]: false, [channel]: true },
];
const wanted = [
  { what: 'of a command', audience: command, dark: [false, true, false, true, false] },
  {
    what: 'of a schedule, of a watch, or in the thread of a request',
    audience: inThread,
    dark: [false, false, true, false, true],
  },
  { what: 'of an alert', audience: alert, dark: [false, false, true, false, true] },
];

const cases = wanted.flatMap(({ what, audience, dark }) =>
  settings.map((chosen, index) => ({ what, audience, chosen, dark: dark[index] })),
);

test.each(cases)('with $chosen, a chart $what is dark: $dark', async ({ audience, chosen, dark }) => {
  const records = {
    get: async (kind: string, id: string) => {
      const isDark = chosen[id];
      if (isDark === undefined) return undefined;
      return { kind, id, placeKey: '', channel: '', isOpen: true, at: 0, version: 1, body: { dark: isDark } };
    },
    list: async () => [],
  };
  expect(chartLooks.kind).toBe('chart-look');
  expect(await isDrawnDark({ records }, audience)).toBe(dark);
});
