import { idOf } from '../../../playground/platform/seed/seed-id.ts';
import { type Bench, portsOf, startBench } from '../../../test/operations/platform.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import { findNameElsewhere } from './port-alias.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench('console');
});

const [web, api] = [idOf('web'), idOf('api')];
const nameOf = async (component: string) => (await portsOf(bench, component))[0]?.k8sServiceName ?? '';

test('another component that has the name is found, wherever it is in the list; its own isn’t another’s', async () => {
  const { ask, reads } = bench;
  const { team, region, app } = ask.context;
  for (const { serviceId } of (await bench.platform.listComponents({ team, region, app })) ?? []) {
    const name = await nameOf(serviceId);
    if (name === '') continue;
    const other = serviceId === web ? api : web;
    expect(await findNameElsewhere(name, other, ask, reads)).toMatchObject({ id: serviceId });
    expect(await findNameElsewhere(name, serviceId, ask, reads)).toBeUndefined();
  }
  expect(await findNameElsewhere('nobody-has-it', web, ask, reads)).toBeUndefined();
});

test('a component that can’t be read has no say', async () => {
  const listPorts = async () => {
    throw new PlatformError({ asked: 'listPorts', kind: 'timeout', outcome: 'unknown', canRetry: true });
  };
  const reads = { ...bench.reads, platform: { ...bench.platform, listPorts } };
  expect(await findNameElsewhere(await nameOf(api), web, bench.ask, reads)).toBeUndefined();
});
