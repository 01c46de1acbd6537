import { z } from 'zod';
import { Secret } from '../../core/text/secret.ts';
import { asFlag, asNumber, asText, asTexts, type ReadBy, readEntries, readerOf } from '../lenient.ts';
import { entriesIn, objectOf } from '../reply-envelope.ts';

const Named = z.object({ service_id: z.string().min(1), service_alias: z.string() });

function toSummary(named: z.output<typeof Named>, raw: { readonly [field: string]: unknown }) {
  return {
    serviceId: named.service_id,
    serviceAlias: named.service_alias,
    /** Display name in any script. */
    serviceCname: asText(raw.service_cname),
    k8sComponentName: asText(raw.k8s_component_name),
    status: asText(raw.status),
    serviceSource: asText(raw.service_source),
    extendMethod: asText(raw.extend_method),
    image: asText(raw.image),
    version: asText(raw.version),
    /** Desired number of instances. */
    minNode: asNumber(raw.min_node),
    /** 1000 = 1 core, 0 = no limit. */
    minCpu: asNumber(raw.min_cpu),
    /** MiB. */
    minMemory: asNumber(raw.min_memory),
    /** GPU memory; MiB is inferred. */
    containerGpu: asNumber(raw.container_gpu),
    /** Any value except `complete` means a draft, which the region doesn't know (docs/platform.md#components). */
    createStatus: asText(raw.create_status),
    /** Whether the platform upgrades the component after a build. */
    buildUpgrade: asFlag(raw.build_upgrade),
    arch: asText(raw.arch),
  };
}

const readSummary = readerOf(Named, toSummary);

export type ComponentSummary = ReadBy<typeof readSummary>;

const readComponent = readerOf(Named, (named, raw) => ({
  ...toSummary(named, raw),
  /** Addresses, including those of closed ports (docs/platform.md#components). */
  accessInfos: asTexts(raw.access_infos),
  tenantId: asText(raw.tenant_id),
  serviceKey: asText(raw.service_key),
  serviceRegion: asText(raw.service_region),
  desc: asText(raw.desc),
  category: asText(raw.category),
  updateVersion: asNumber(raw.update_version),
  cmd: new Secret(asText(raw.cmd)),
  codeFrom: asText(raw.code_from),
  /** May contain credentials, so show only `gitUrlWithoutCredentials(gitUrl)`. */
  gitUrl: new Secret(asText(raw.git_url)),
  gitProjectId: asNumber(raw.git_project_id),
  codeVersion: asText(raw.code_version),
  serviceType: asText(raw.service_type),
  creator: asNumber(raw.creater),
  language: asText(raw.language),
  /** MiB. */
  totalMemory: asNumber(raw.total_memory),
  isService: asFlag(raw.is_service),
  serviceOrigin: asText(raw.service_origin),
  tenantServiceGroupId: asNumber(raw.tenant_service_group_id),
  openWebhooks: asFlag(raw.open_webhooks),
  checkUuid: asText(raw.check_uuid),
  checkEventId: asText(raw.check_event_id),
  dockerCmd: new Secret(asText(raw.docker_cmd)),
  serverType: asText(raw.server_type),
  isUpgradable: asFlag(raw.is_upgrate),
  oauthServiceId: asNumber(raw.oauth_service_id),
  buildStrategy: asText(raw.build_strategy),
  jobStrategy: asText(raw.job_strategy),
  dockerfile: new Secret(asText(raw.dockerfile)),
}));

/** docs/platform.md#components. Four of the fields exist only in the console's reply. */
export type Component = ReadBy<typeof readComponent>;

export function readComponentDetail(body: unknown): Component | undefined {
  return readComponent(objectOf(body));
}

export function readComponents(body: unknown): readonly ComponentSummary[] | undefined {
  const entries = entriesIn(body);
  return entries && readEntries(entries, readSummary);
}
