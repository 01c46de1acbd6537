import { anHttpRule } from '../../../../test/operations/samples.ts';
import { aPlan, aRequest, aStep } from '../../../../test/sample-requests.ts';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import type { HttpRule } from '../../../platform/gateway/gateway-endpoints.ts';
import { compareAddresses } from './compare-addresses.ts';
import { exposedAddresses } from './exposed-address.ts';
import type { KnownAddress } from './known-address.ts';

const context = { team: 'shop', region: 'east-1', app: '12' };
const rule = (protocol: 'http' | 'https', certificateId?: number): HttpRule =>
  anHttpRule({ domainName: 'shop.test', protocol, certificateId, isOuterService: true });
const [http, https] = [rule('http'), rule('https', 7)];
const opened = (known: readonly KnownAddress[]) =>
  known
    .filter(({ closed }) => closed === undefined)
    .map(({ address, opened, isDeleted }) => [address, opened?.by.name, isDeleted ?? false])
    .toSorted();

/** Returns a request that created one of the rules, and ended at a moment. */
function creates(of: HttpRule, secure: boolean, by: string, ended: number): ChangeRequest {
  const address = `${secure ? 'https' : 'http'}://shop.test`;
  const after = {
    ...{ kind: 'http', there: true, component: of.serviceId ?? '', port: of.containerPort ?? 0, address },
    ...{ domain: 'shop.test', path: '/', secure, portOpen: true },
  };
  const plan = aPlan({ component: of.serviceId ?? '', steps: [aStep({ before: { ...after, there: false }, after })] });
  const asker = { id: `U0${by}`, name: by, lang: 'en', zone: 'UTC' } as const;
  const sample = aRequest(ended, { state: 'done', operation: 'gateway.http', plan, asker });
  return { ...sample, run: { ...sample.run, ended, steps: [{ state: 'done' }] } };
}

/** Reads an app's rules once a second, and returns the addresses after the last reading. */
function readings(
  all: readonly (readonly HttpRule[])[],
  requests: readonly ChangeRequest[],
  port: 'open' | 'closed' = 'open',
): readonly KnownAddress[] {
  let addresses: readonly KnownAddress[] = [];
  for (const [index, rules] of all.entries()) {
    const unread = { components: undefined, certificates: undefined, ports: new Map() };
    const { open, off } = exposedAddresses({ context, rules: { http: rules, tcp: [] }, ...unread });
    const at = (index + 1) * 1_000;
    const before = { addresses, readAt: index === 0 ? undefined : index * 1_000, versions: new Map(), readVersion: 1 };
    const ran = requests.filter(({ run }) => (run.ended ?? 0) <= at);
    addresses = compareAddresses(before, { context, at, open, off, portOf: () => port, requests: ran });
  }
  return addresses;
}

test.each<[string, readonly (readonly HttpRule[])[], readonly (readonly [string, string | undefined, boolean])[]]>([
  [
    'http was added beside https',
    [[], [https], [https, http]],
    [
      ['http://shop.test', 'maya', false],
      ['https://shop.test', 'sam', false],
    ],
  ],
  [
    'https was added beside http',
    [[], [http], [http, https]],
    [
      ['http://shop.test', 'maya', false],
      ['https://shop.test', 'sam', false],
    ],
  ],
  [
    'http was deleted, and the port is open',
    [[], [https], [https, http], [https]],
    [
      ['http://shop.test', 'maya', true],
      ['https://shop.test', 'sam', false],
    ],
  ],
  ['https was deleted, and http stays', [[], [http], [http, https], [http]], [['http://shop.test', 'maya', false]]],
])('two rules of one address each say who opened them: %s', (_what, rules, said) => {
  const [first] = rules[1] ?? [];
  const [mayas, sams] = first === http ? [1_500, 2_500] : [2_500, 1_500];
  const requests = [creates(http, false, 'maya', mayas), creates(https, true, 'sam', sams)];
  expect(
    opened(
      readings(
        rules,
        requests.toSorted((a, b) => (b.run.ended ?? 0) - (a.run.ended ?? 0)),
      ),
    ),
  ).toEqual(said);
});

/** Returns a request that closed the port of the rules, of a protocol. */
function closes(protocol: string, ended: number): ChangeRequest {
  const port = http.containerPort ?? 0;
  const state = { port, there: true, inner: true };
  const plan = aPlan({
    component: http.serviceId ?? '',
    readsBack: `${port}/${protocol}`,
    steps: [aStep({ before: { ...state, outer: true }, after: { ...state, outer: false } })],
  });
  const closing = aRequest(ended, { id: 'r2', state: 'done', operation: 'port.close', plan });
  return { ...closing, run: { ...closing.run, ended, steps: [{ state: 'done' }] } };
}

test.each([
  ['mysql', 'maya'],
  ['http', undefined],
])('a rule that is active after its %s port was closed was opened by %s', (protocol, by) => {
  // Closing ends only rules of the port's own kind, so the rule was created before, by a request.
  expect(opened(readings([[], [http]], [closes(protocol, 1_800), creates(http, false, 'maya', 1_500)]))).toEqual([
    ['http://shop.test', by, false],
  ]);
});

test('a rule that was deleted after its mysql port was closed was closed by who deleted it', () => {
  const deletion = { rule: String(http.httpRuleId), address: 'http://shop.test', port: 'web:8080' };
  const steps = [aStep({ before: { ...deletion, there: true }, after: { ...deletion, there: false } })];
  const asker = { id: 'U0sam', name: 'sam', lang: 'en', zone: 'UTC' } as const;
  const plan = aPlan({ component: http.serviceId ?? '', steps });
  const sample = aRequest(2_500, { id: 'r3', state: 'done', operation: 'gateway.delete', plan, asker });
  const deleted = { ...sample, run: { ...sample.run, ended: 2_500, steps: [{ state: 'done' as const }] } };
  const requests = [deleted, closes('mysql', 1_800), creates(http, false, 'maya', 1_500)];
  const [known] = readings([[], [http], []], requests, 'closed');
  expect(known?.history.at(-1)).toMatchObject({ what: 'closed', request: { by: { name: 'sam' } } });
});
