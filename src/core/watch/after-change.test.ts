import { aPlan, aRequest, aStep } from '../../../test/sample-requests.ts';
import type { ChangeRequest } from '../request/change-request.ts';
import { verbatim } from '../text/text.ts';
import { afterChangeOf } from './after-change.ts';

type Awaiting = { readonly promises?: 'running' | 'stopped' | 'kept'; readonly was?: string; readonly state?: string };

function request(steps: readonly Awaiting[], more: object = {}): ChangeRequest {
  const components = [{ id: 'a', name: 'web' }];
  return aRequest(1_000, {
    ...{ state: 'done', operation: 'component.restart', expires: 9_000, started: 2_000, ended: 5_000 },
    plan: aPlan({
      component: 'a',
      steps: steps.map(({ promises }) =>
        aStep({ awaits: { components, types: ['x'], doing: verbatim('x'), promises } }),
      ),
    }),
    steps: steps.map(({ state = 'succeeded', was }) => {
      return { state: 'done', events: [{ component: 'a', name: 'web', before: [], state, was }] };
    }),
    ...more,
  });
}

test('what a change has touched is watched for a quarter of an hour, against how it was before its first step', () => {
  const restart = request([
    { promises: 'stopped', was: 'degraded' },
    { promises: 'running', was: 'stopped' },
  ]);
  expect(afterChangeOf(restart, 5_000)).toMatchObject({
    request: 'r1',
    channel: 'C1',
    checked: 2_000,
    since: 5_000,
    until: 905_000,
    components: [{ id: 'a', name: 'web', was: 'degraded' }],
  });
});

test.each([
  ['a stop', request([{ promises: 'stopped', was: 'running' }])],
  ['a change that interrupts nothing', request([{ promises: 'running' }], { risk: 'change' })],
  ['a request that isn’t done', request([{ promises: 'running' }], { state: 'failed' })],
  ['a component that it didn’t reach', request([{ promises: 'running', state: 'skipped' }])],
  ['a request without any call', request([])],
])('%s is not watched', (_name, each) => expect(afterChangeOf(each, 5_000)).toBeUndefined());
