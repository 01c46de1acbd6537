import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import type { ComponentSummary } from '../../platform/component/component-reply.ts';
import type { Named } from '../shared/find-component.ts';
import { componentList } from './component-list.ts';
import { componentShow } from './component-show.ts';

const named = (name: string, more: Partial<Named> = {}): Named => ({
  id: `id-${name}`,
  alias: `gr-${name}`,
  name,
  ...more,
});
const summary = (more: Partial<ComponentSummary> = {}): ComponentSummary => ({
  serviceId: 'c0de',
  serviceAlias: 'grweb',
  serviceCname: 'web',
  k8sComponentName: 'web',
  status: 'running',
  serviceSource: 'docker_run',
  extendMethod: 'stateless_multiple',
  image: 'nginx:1.27',
  version: '1.27',
  minNode: 2,
  minCpu: 500,
  minMemory: 512,
  createStatus: 'complete',
  arch: 'amd64',
  buildUpgrade: true,
  containerGpu: 0,
  ...more,
});
type Facts = Parameters<typeof componentList.answer>[1];
const list = (components: Facts['components'], search?: string, complete = true, page = 1) =>
  shapeOf(componentList.answer({ search, page }, { complete, components }, ask));

describe('the list of components', () => {
  test('what is abnormal stands first', () => {
    const listed = (name: string, status: string) => ({ ...named(name), status, summary: summary({ status }) });
    const all = [listed('a', 'running'), listed('b', 'closed'), listed('c', 'some_abnormal'), listed('d', 'abnormal')];
    const shown = list(all);
    expect(shown.rows.map(([name]) => name)).toEqual(['c', 'd', 'a', 'b']);
    expect(shown.text).toBe('4 components, 2 need attention');
  });

  test.each<[string, Partial<Named>, boolean]>([
    ['WEB', { name: 'web' }, true],
    ['ｗｅｂ', { name: 'web' }, true],
    ['gr7', { alias: 'gr7c01' }, true],
    ['cluster', { inCluster: 'in-cluster' }, true],
    ['c0de01', { id: 'c0de0123' }, true],
    ['zzz', { name: 'web' }, false],
  ])('“%s” finds a component by any of its names', (typed, more, isFound) => {
    expect(list([named('x', more)], typed).rows).toHaveLength(isFound ? 1 : 0);
  });
});

describe('a component', () => {
  const shown = (status: string, more: Partial<Parameters<typeof componentShow.answer>[1]> = {}) => {
    const facts = {
      name: 'web',
      component: summary({ status }),
      gitUrl: undefined,
      set: undefined,
      ports: [],
      addresses: [],
      hasEvents: true,
      mayAnswer: [],
      portNotes: [],
      ...more,
    };
    const answer = componentShow.answer({ component: 'web', more: false }, facts, ask);
    const [first] = 'parts' in answer ? answer.parts : [];
    return { first: first?.part, ...shapeOf(answer) };
  };
  const names = (buttons: readonly string[]) => buttons.map((each) => each.split(' ')[0]);

  test('a closed port whose node port may be open isn’t called closed without saying so', () => {
    const addresses = [{ address: '203.0.113.9:30021', port: 5432, open: false }];
    const kept = { request: 'r', channel: 'C1', context: ask.context, component: summary({}).serviceId };
    const more = { componentName: 'web', port: 5432, addresses: ['203.0.113.9:30021'], since: 1 };
    expect(shown('running', { addresses }).text).toMatch(/203\.0\.113\.9:30021 – ○ port is closed$/m);
    const { text } = shown('running', { addresses, mayAnswer: [{ ...kept, ...more, once: 'closed' }] });
    expect(text).toContain('203.0.113.9:30021 – ○ port is closed, but may still answer');
    expect(text).toContain('Port 5432 on web was closed, but may still answer at 203.0.113.9:30021.');
  });

  test('that is abnormal says so first, and offers Events, Log and Restart before Chart and Ports', () => {
    const { first, text, buttons } = shown('some_abnormal');
    expect(first).toBe('line');
    expect(text.split('\n')[0]).toMatch(
      /^⚠ web isn’t running as it should: .*abnormal.*\. Its events and log show why\.$/,
    );
    expect(names(buttons).slice(0, 5)).toEqual([
      ...['component.events', 'component.log', 'component.restart'],
      ...['monitor', 'port.list'],
    ]);
    expect(names(shown('build_failure').buttons)).not.toContain('component.restart');
    expect(names(shown('abnormal', { hasEvents: false }).buttons)[0]).toBe('monitor');
  });
});
