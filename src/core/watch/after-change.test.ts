import { expect, test } from 'vitest';
import { ChangeRequest } from '../request/change-request.ts';
import { afterChangeOf } from './after-change.ts';

const says = { key: 'x', with: {} };
type Awaiting = { readonly promises?: 'running' | 'stopped' | 'kept'; readonly was?: string; readonly state?: string };

function request(steps: readonly (Awaiting | undefined)[], more: object = {}): ChangeRequest {
  const call = { operation: 'operateComponents', method: 'POST', path: '/p' };
  return ChangeRequest.parse({
    v: 1,
    id: 'r1',
    revision: 1,
    state: 'done',
    operation: 'component.restart',
    given: {},
    risk: 'disrupt',
    asker: { id: 'U0', name: 'Ann', lang: 'en', zone: 'UTC' },
    context: { team: 't', region: 'r', app: '1' },
    channel: 'C1',
    plan: {
      v: 1,
      title: says,
      component: 'a',
      componentName: 'web',
      rows: [],
      warnings: [],
      undo: { none: says },
      steps: steps.map((step) => ({
        says,
        call,
        before: 0,
        after: 1,
        ...(step
          ? {
              awaits: {
                components: [{ id: 'a', name: 'web' }],
                types: ['x'],
                doing: says,
                ...(step.promises ? { promises: step.promises } : {}),
              },
            }
          : {}),
      })),
    },
    ruling: {
      need: 'run',
      from: 'channel-members',
      users: [],
      groups: [],
      count: 0,
      rule: 'default',
      expiry: 900_000,
      maxOpen: 86_400_000,
    },
    approvals: [],
    steps: steps.map((step) => ({
      state: 'done',
      ...(step
        ? {
            events: [
              {
                component: 'a',
                name: 'web',
                before: [],
                state: step.state ?? 'succeeded',
                ...(step.was ? { was: step.was } : {}),
              },
            ],
          }
        : {}),
    })),
    at: 1_000,
    expires: 9_000,
    started: 2_000,
    ended: 5_000,
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
])('%s is not watched', (_name, each) => {
  expect(afterChangeOf(each, 5_000)).toBeUndefined();
});
