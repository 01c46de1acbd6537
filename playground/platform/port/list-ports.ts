import { locateComponent } from '../locate.ts';
import { enveloped } from '../platform-answer.ts';
import type { SimulatedOperation } from '../simulated-call.ts';
import { portsOf } from '../simulated-world.ts';
import { portJson } from './port-json.ts';

/** GET the ports of a component. Reads only the console's database, so it works while the region is down. */
export const listPorts: SimulatedOperation = (world, call) => {
  const { component } = locateComponent(world, call);
  return { world, answer: enveloped('查询成功', { list: portsOf(world, component.id).map(portJson) }) };
};
