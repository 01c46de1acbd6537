import type { Json } from '../../../src/core/text/json.ts';
import { isBusy } from '../event/issue-event.ts';
import { choice, dictionary, text, validate } from '../fields.ts';
import { locateComponent } from '../locate.ts';
import { bare, business, crash, enveloped, PlatformRefusal } from '../platform-answer.ts';
import { regionAnswer, regionFault } from '../region-call.ts';
import { readData, type SimulatedCall, type SimulatedOperation } from '../simulated-call.ts';
import type { Region, SimulatedComponent, SimulatedTeam, SimulatedWorld } from '../simulated-world.ts';
import { sizeOf, withDetail } from './component-size.ts';
import { componentJson } from './read-component.ts';
import { beginBuild } from './region-work.ts';
import { putComponent } from './settle.ts';

const left = { missing: { value: undefined }, null: { value: undefined } };
const buildRequest = dictionary({
  build_type: choice(['source_code', 'docker_image', 'market'], left),
  server_type: choice(['svn', 'git', 'oss'], left),
  branch: text({ blank: true, ...left }),
  repo_url: text({ blank: true, ...left }),
  username: text({ blank: true, ...left }),
  password: text({ blank: true, ...left }),
});

/** POST build (docs/platform.md#building): the only change that returns its event. */
export const buildComponent: SimulatedOperation = (world, call) => {
  const { team, region, component: stored } = locateComponent(world, call);
  const asked = validate(buildRequest, readData(call));
  if (stored.createStatus !== 'complete') {
    throw new PlatformRefusal(
      business(400, `component create status is ${stored.createStatus}`, '组件未完成创建，禁止构建'),
    );
  }
  if (componentJson(stored, null, []).arch !== 'amd64') {
    throw new PlatformRefusal(business(404, 'app arch does not match build node arch', '应用架构与构建节点架构不匹配'));
  }
  const component = withRepository(stored, asked.repo_url, asked.branch);
  const kept = putComponent(world, component);
  tellRegion(kept, call, team, region, component);
  const { image } = sizeOf(component);
  const { nickName } = call.user;
  const info = { image_url: image, user: asked.username ?? 'puller', password: asked.password ?? 's3cr3t-pull' };
  const sent = { action: 'upgrade', kind: 'build_from_image', operator: nickName, image_info: info };
  const build = call.lifecycle.nextDeploy ?? undefined;
  const pods = build === undefined ? (call.lifecycle.nextStart ?? undefined) : undefined;
  const begun = beginBuild(kept, { component, call, requestBody: JSON.stringify(sent), build, pods });
  const spent = build ? 'nextDeploy' : pods ? 'nextStart' : undefined;
  return { world: begun.world, answer: bare({ event_id: begun.eventId }), spent };
};

/** Stores a given repository. For a component from an image, replaces the image but not the version. */
function withRepository(component: SimulatedComponent, url: string | undefined, branch: string | undefined) {
  if (!url) return component;
  if (component.source !== 'source_code') return withDetail(component, { image: url });
  return withDetail(component, { git_url: url, code_version: branch ?? 'master' });
}

function tellRegion(
  world: SimulatedWorld,
  call: SimulatedCall,
  team: SimulatedTeam,
  region: Region,
  component: SimulatedComponent,
): void {
  const busy = '操作过于频繁，请稍后再试';
  const fault = regionFault(region, call);
  if (fault === undefined) {
    if (isBusy(world, component.id, call.now)) throw new PlatformRefusal(business(409, busy, busy), world);
    return;
  }
  const path = `/v2/tenants/${team.name}/services/${component.alias}/build`;
  const answer = regionAnswer(region, fault, { method: 'POST', path });
  if (fault.kind !== 'answers' || answer.status === 412) throw new PlatformRefusal(answer, world);
  if (fault.status === 409) throw new PlatformRefusal(business(409, busy, busy), world);
  if (fault.status === 400) {
    const where = 'console/services/app_actions/app_deploy.py:140 build';
    throw new PlatformRefusal(crash('ServiceHandleException', 'version already exists', where), world);
  }
  throw new PlatformRefusal(business(507, '构建异常', '构建异常'), world);
}

/** PUT docker-image-change (docs/platform.md#changing-the-image): changes only the console's database. */
export const changeImage: SimulatedOperation = (world, call) => {
  const { component } = locateComponent(world, call);
  const data = readData(call);
  const image = imageOf(data);
  const answer = enveloped('更改镜像地址成功', {});
  if (typeof image === 'number' || typeof image === 'object') {
    const message = `'${Array.isArray(image) ? 'list' : 'int'}' object has no attribute 'split'`;
    const where = 'console/services/app_actions/app_manage.py:410 change_image';
    throw new PlatformRefusal(crash('AttributeError', message, where));
  }
  if (typeof image !== 'string' || image === '') return { world, answer };
  return { world: putComponent(world, withDetail(component, storedImage(image))), answer };
};

function imageOf(data: Json): Json | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const image = Object.entries(data).find(([name]) => name === 'image')?.[1];
  return image === null ? undefined : image;
}

/** The version is the text after the last colon, even after a port: `host:5000/lab` has version `5000/lab`. */
function storedImage(image: string): { readonly image: string; readonly version: string } {
  const version = image.split(':').at(-1) ?? image;
  return version === '' ? { image: `${image}latest`, version: 'latest' } : { image, version };
}
