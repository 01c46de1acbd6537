import { checkEndpoints } from '../check-endpoints.ts';
import { choice, dictionary, text, validate } from '../fields.ts';
import { locateComponent } from '../locate.ts';
import { business, crash, enveloped, PlatformRefusal } from '../platform-answer.ts';
import { param, readData, type SimulatedOperation } from '../simulated-call.ts';
import { findPort, portsOf, type SimulatedWorld } from '../simulated-world.ts';
import { changeAlias } from './change-alias.ts';
import { portNumber } from './delete-port.ts';
import { changeProtocol, closeInner, openInner } from './inner-access.ts';
import { closeOuter, onlyOpenOuter, openOuter } from './outer-access.ts';
import { changeFailed, type PortChange } from './port-change.ts';
import { aliasPattern, portJson, protocols } from './port-json.ts';

const nothing = { value: null };

const actions = [
  'open_outer',
  'only_open_outer',
  'close_outer',
  'open_inner',
  'close_inner',
  'change_protocol',
  'change_port_alias',
] as const;

const request = dictionary({
  action: choice(actions),
  protocol: choice(protocols, { missing: { value: 'http' }, null: nothing }),
  port_alias: text({ max: 255, blank: true, missing: nothing, null: nothing }),
  k8s_service_name: text({ missing: nothing, null: nothing }),
});

export const updatePort: SimulatedOperation = (world, call) => {
  const place = locateComponent(world, call);
  const asked = validate(request, readData(call));
  if (place.component.source === 'third_party' && asked.action.includes('outer')) checkEndpoints(place.component);
  const number = portNumber(param(call, 'port'), 'openapi/views/apps/apps.py:756 put');
  checkWords(world, place.component.id, number, asked);
  const port = findPort(world, place.component.id, number);
  if (port === undefined) throw new PlatformRefusal(business(404, 'component port does not exist', '组件端口不存在'));
  const change: PortChange = { ...place, world, call, port };
  const changed = act(change, asked);
  const after = findPort(changed, place.component.id, number) ?? port;
  return { world: changed, answer: enveloped('操作成功', { bean: portJson(after) }) };
};

type PortChangeBody = {
  readonly action: string;
  readonly protocol: string | null;
  readonly port_alias: string | null;
  readonly k8s_service_name: string | null;
};

function act(change: PortChange, asked: PortChangeBody): SimulatedWorld {
  switch (asked.action) {
    case 'open_outer':
      return openOuter(change);
    case 'only_open_outer':
      return onlyOpenOuter(change);
    case 'close_outer':
      return closeOuter(change);
    case 'open_inner':
      return openInner(change);
    case 'close_inner':
      return closeInner(change);
    case 'change_protocol':
      return changeProtocol(change, asked.protocol ?? 'http');
    default:
      return changeAlias(change, asked.port_alias ?? '', asked.k8s_service_name);
  }
}

function checkWords(world: SimulatedWorld, componentId: string, number: number, asked: PortChangeBody): void {
  if (asked.action === 'change_port_alias') checkAliasFree(world, componentId, number, asked.port_alias);
  if (asked.action === 'change_protocol' && asked.protocol === null) throw changeFailed(400, '端口协议不能为空');
  if (asked.port_alias && !aliasPattern.test(asked.port_alias)) throw changeFailed(400, '端口别名不合法');
}

function checkAliasFree(world: SimulatedWorld, componentId: string, number: number, alias: string | null): void {
  if (!alias) throw changeFailed(400, '端口别名不能为空');
  const holders = portsOf(world, componentId).filter((port) => port.alias === alias);
  if (holders.length > 1) {
    const message = `get() returned more than one TenantServicesPort -- it returned ${holders.length}!`;
    const where = 'console/repositories/app_config.py:96 get_service_port_by_alias';
    throw new PlatformRefusal(crash('MultipleObjectsReturned', message, where));
  }
  if (holders.some((port) => port.number !== number)) throw changeFailed(400, '别名已存在');
}
