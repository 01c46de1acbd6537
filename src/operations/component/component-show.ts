import type { AskButton, Part } from '../../core/command/answer.ts';
import { flag } from '../../core/command/params.ts';
import { isProblem } from '../../core/command/problem.ts';
import type { Secret } from '../../core/text/secret.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Component, Port } from '../../platform/resources/models.ts';
import { portTable } from '../port/port-table.ts';
import { type AddressState, addressesOf } from '../shared/component-addresses.ts';
import { defineQuestion, type Reads } from '../shared/define.ts';
import { findComponent, rememberComponents } from '../shared/find-component.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { component } from '../shared/shared-params.ts';
import { componentKind, componentSource, componentStatus, cpuQuota, memorySize } from './component-format.ts';
import { msg } from './component-messages.ts';
import { gitUrlWithoutCredentials } from './git-url.ts';

/** What is shown of a component: of its secrets only whether they are set. */
interface ShownComponent {
  readonly component: Omit<Component, 'cmd' | 'dockerCmd' | 'gitUrl' | 'dockerfile'>;
  readonly gitUrl: string | undefined;
  readonly set: { readonly cmd: boolean; readonly dockerCmd: boolean; readonly dockerfile: boolean };
  readonly ports: readonly Port[];
  readonly addresses: readonly AddressState[];
}

/** `/component show <component>`: interface 4.9 with 4.3. */
export const componentShow = defineQuestion({
  id: 'component.show',
  command: 'component',
  keywords: [['show']],
  summary: msg.showSays(),
  examples: ['component show web', 'component show "order service"'],
  params: { component, more: flag(msg.more(), 'more', { input: 'hidden' }) },
  order: ['component'],
  needs: 'context',

  async gather(args, ask, reads) {
    const found = await findComponent(args.component, ask, reads);
    if (isProblem(found)) return found;
    const { team, region, app } = ask.context;
    const at = { team, region, app, service: found.id };
    const [read, ports] = await Promise.all([reads.platform.readComponent(at), reads.platform.listPorts(at)]);
    await rememberComponents(ask.context, [namesOf(read)], reads, ask.now);
    return factsOf(read, ports, await rulesOf(reads, at));
  },

  answer(args, facts: ShownComponent) {
    const { component: each } = facts;
    const parts: Part[] = [
      { part: 'fields', fields: mainFields(facts) },
      ...(each.createStatus === 'creating' ? [{ part: 'note', text: msg.creating() } as const] : []),
      { part: 'heading', text: msg.addresses() },
      { part: 'line', text: addressLines(facts.addresses) },
      { part: 'heading', text: msg.ports() },
      facts.ports.length === 0
        ? { part: 'line', text: msg.noPorts() }
        : portTable(facts.ports, facts.addresses, [], nameOf(each)),
      ...(args.more ? [{ part: 'heading', text: msg.moreTitle() } as const, ...moreFields(facts)] : []),
      { part: 'buttons', buttons: buttonsOf(each, args.more) },
    ];
    return { title: msg.showTitle({ name: nameOf(each) }), parts };
  },
});

function namesOf(read: Component) {
  return {
    id: read.serviceId,
    alias: read.serviceAlias,
    name: nameOf(read),
    ...(read.k8sComponentName ? { inCluster: read.k8sComponentName } : {}),
  };
}

function nameOf(each: Pick<Component, 'serviceCname' | 'serviceAlias'>): string {
  return each.serviceCname || each.serviceAlias;
}

function factsOf(read: Component, ports: readonly Port[], rules: Parameters<typeof addressesOf>[2]): ShownComponent {
  const { cmd, dockerCmd, gitUrl, dockerfile, ...component } = read;
  return {
    component,
    gitUrl: gitUrlWithoutCredentials(gitUrl),
    set: { cmd: isSet(cmd), dockerCmd: isSet(dockerCmd), dockerfile: isSet(dockerfile) },
    ports,
    addresses: addressesOf(read, ports, rules),
  };
}

async function rulesOf(reads: Reads, at: { team: string; region: string; app: string }) {
  return reads.platform.listRules({ team: at.team, region: at.region, app: at.app }).catch(() => undefined);
}

function isSet(secret: Secret): boolean {
  return secret.isSet;
}

function textOr(value: string | number | boolean | undefined): Text {
  if (typeof value === 'boolean') return value ? shared.yes() : shared.no();
  return value === undefined || value === '' ? shared.none() : verbatim(String(value));
}

function mainFields({ component: each, gitUrl }: ShownComponent) {
  const source = [
    ...(each.serviceSource ? [componentSource(each.serviceSource)] : []),
    ...(gitUrl ? [verbatim(gitUrl)] : []),
  ];
  return [
    { label: msg.status(), value: componentStatus(each.status) },
    { label: msg.alias(), value: verbatim(each.serviceAlias) },
    { label: msg.image(), value: textOr(each.image) },
    { label: msg.version(), value: textOr(each.version) },
    { label: msg.instances(), value: textOr(each.minNode) },
    { label: msg.cpu(), value: cpuQuota(each.minCpu) },
    { label: msg.memory(), value: memorySize(each.minMemory) },
    ...(each.containerGpu ? [{ label: msg.gpu(), value: memorySize(each.containerGpu) }] : []),
    { label: msg.kind(), value: componentKind(each.extendMethod) },
    {
      label: msg.source(),
      value: source.length > 0 ? join(source) : shared.none(),
    },
  ];
}

function addressLines(addresses: readonly AddressState[]): Text {
  if (addresses.length === 0) return msg.noAddresses();
  return join(
    addresses.map(({ address, open }) => {
      const shown = /^https?:/.test(address) ? { link: address, label: verbatim(address) } : address;
      return open === false ? msg.addressClosed({ address }) : msg.address({ address: shown });
    }),
    '\n',
  );
}

/** Every other field of interface 2.7 that is no secret, under the interface's own name. */
function moreFields({ component: each, set }: ShownComponent): readonly Part[] {
  const secret = (is: boolean) => (is ? shared.set() : shared.notSet());
  const rows: readonly (readonly [string, Text])[] = [
    ['service_id', textOr(each.serviceId)],
    ['tenant_id', textOr(each.tenantId)],
    ['service_key', textOr(each.serviceKey)],
    ['service_region', textOr(each.serviceRegion)],
    ['k8s_component_name', textOr(each.k8sComponentName)],
    ['desc', textOr(each.desc)],
    ['category', textOr(each.category)],
    ['service_type', textOr(each.serviceType)],
    ['service_origin', textOr(each.serviceOrigin)],
    ['create_status', textOr(each.createStatus)],
    ['update_version', textOr(each.updateVersion)],
    ['total_memory', memorySize(each.totalMemory)],
    ['is_service', textOr(each.isService)],
    ['cmd', secret(set.cmd)],
    ['docker_cmd', secret(set.dockerCmd)],
    ['dockerfile', secret(set.dockerfile)],
    ['language', textOr(each.language)],
    ['code_from', textOr(each.codeFrom)],
    ['code_version', textOr(each.codeVersion)],
    ['git_project_id', textOr(each.gitProjectId)],
    ['server_type', textOr(each.serverType)],
    ['oauth_service_id', textOr(each.oauthServiceId)],
    ['build_upgrade', textOr(each.buildUpgrade)],
    ['is_upgrate', textOr(each.isUpgradable)],
    ['open_webhooks', textOr(each.openWebhooks)],
    ['build_strategy', textOr(each.buildStrategy)],
    ['job_strategy', textOr(each.jobStrategy)],
    ['arch', textOr(each.arch)],
    ['creater', textOr(each.creator)],
    ['tenant_service_group_id', textOr(each.tenantServiceGroupId)],
    ['check_uuid', textOr(each.checkUuid)],
    ['check_event_id', textOr(each.checkEventId)],
  ];
  return [{ part: 'fields', fields: rows.map(([name, value]) => ({ label: msg.field({ name }), value })) }];
}

function buttonsOf(each: ShownComponent['component'], more: boolean): readonly AskButton[] {
  const given = { component: [each.serviceId] };
  return [
    { label: msg.chart(), operation: 'monitor', given },
    { label: msg.ports(), operation: 'port.list', given },
    { label: msg.openPort(), operation: 'port.open', given, opens: 'modal' },
    {
      label: more ? msg.less() : msg.more(),
      operation: 'component.show',
      given: more ? given : { ...given, more: ['yes'] },
    },
  ];
}
