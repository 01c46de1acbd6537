import { z } from 'zod';
import { Secret } from '../../core/text/secret.ts';
import { anything, asFlag, asNumber, asText, asTexts, readEntries } from '../lenient.ts';

import { listOf, objectOf } from '../reply-envelope.ts';

/** A component in a list: enough to find and name it. */
export interface ComponentSummary {
  readonly serviceId: string;
  readonly serviceAlias: string;
  /** Display name, any script. */
  readonly serviceCname: string | undefined;
  readonly k8sComponentName: string | undefined;
  readonly status: string | undefined;
  readonly serviceSource: string | undefined;
  readonly extendMethod: string | undefined;
  readonly image: string | undefined;
  readonly version: string | undefined;
  readonly minNode: number | undefined;
  readonly minCpu: number | undefined;
  readonly minMemory: number | undefined;
  /** GPU memory (MiB by inference). `minCpu`: 1000 = 1 core, 0 = no limit. `minMemory`: MiB. `minNode`: instances wanted. */
  readonly containerGpu: number | undefined;
  /** Anything but `complete` is a draft, which the region was never told about (docs/platform.md#components). */
  readonly createStatus: string | undefined;
  /** Whether a build is followed by an upgrade. */
  readonly buildUpgrade: boolean | undefined;
  readonly arch: string | undefined;
}

/** The detail of one component (docs/platform.md#components, and four fields that the console adds). */
export interface Component extends ComponentSummary {
  /** Addresses, those of closed ports included (docs/platform.md#components). */
  readonly accessInfos: readonly string[];
  readonly tenantId: string | undefined;
  readonly serviceKey: string | undefined;
  readonly serviceRegion: string | undefined;
  readonly desc: string | undefined;
  readonly category: string | undefined;
  readonly updateVersion: number | undefined;
  readonly cmd: Secret;
  readonly codeFrom: string | undefined;
  /** May carry credentials: show `gitUrlWithoutCredentials(gitUrl)`. */
  readonly gitUrl: Secret;
  readonly gitProjectId: number | undefined;
  readonly codeVersion: string | undefined;
  readonly serviceType: string | undefined;
  readonly creator: number | undefined;
  readonly language: string | undefined;
  /** MiB. */
  readonly totalMemory: number | undefined;
  readonly isService: boolean | undefined;
  readonly serviceOrigin: string | undefined;
  readonly tenantServiceGroupId: number | undefined;
  readonly openWebhooks: boolean | undefined;
  readonly checkUuid: string | undefined;
  readonly checkEventId: string | undefined;
  readonly dockerCmd: Secret;
  readonly serverType: string | undefined;
  readonly isUpgradable: boolean | undefined;
  readonly oauthServiceId: number | undefined;
  readonly buildStrategy: string | undefined;
  readonly jobStrategy: string | undefined;
  readonly dockerfile: Secret;
}

/**
 * What both the detail and the list of components carry (docs/platform.md#components). Paths are built from the two
 * names.
 */
const named = {
  service_id: z.string().min(1),
  service_alias: z.string(),
  service_cname: anything,
  k8s_component_name: anything,
  status: anything,
  service_source: anything,
  extend_method: anything,
  image: anything,
  version: anything,
  min_node: anything,
  min_cpu: anything,
  min_memory: anything,
  create_status: anything,
  container_gpu: anything,
  build_upgrade: anything,
  arch: anything,
};

const ComponentNamed = z.object(named);

function toSummary(raw: z.output<typeof ComponentNamed>): ComponentSummary {
  return {
    serviceId: raw.service_id,
    serviceAlias: raw.service_alias,
    serviceCname: asText(raw.service_cname),
    k8sComponentName: asText(raw.k8s_component_name),
    status: asText(raw.status),
    serviceSource: asText(raw.service_source),
    extendMethod: asText(raw.extend_method),
    image: asText(raw.image),
    version: asText(raw.version),
    minNode: asNumber(raw.min_node),
    minCpu: asNumber(raw.min_cpu),
    minMemory: asNumber(raw.min_memory),
    createStatus: asText(raw.create_status),
    containerGpu: asNumber(raw.container_gpu),
    buildUpgrade: asFlag(raw.build_upgrade),
    arch: asText(raw.arch),
  };
}

const SummaryReply = ComponentNamed.transform(toSummary);

const ComponentReply = z
  .object({
    ...named,
    access_infos: anything,
    tenant_id: anything,
    service_key: anything,
    service_region: anything,
    desc: anything,
    category: anything,
    update_version: anything,
    cmd: anything,
    code_from: anything,
    git_url: anything,
    git_project_id: anything,
    code_version: anything,
    service_type: anything,
    creater: anything,
    language: anything,
    total_memory: anything,
    is_service: anything,
    service_origin: anything,
    tenant_service_group_id: anything,
    open_webhooks: anything,
    check_uuid: anything,
    check_event_id: anything,
    docker_cmd: anything,
    server_type: anything,
    is_upgrate: anything,
    oauth_service_id: anything,
    build_strategy: anything,
    job_strategy: anything,
    dockerfile: anything,
  })
  .transform(
    (raw): Component => ({
      ...toSummary(raw),
      accessInfos: asTexts(raw.access_infos),
      tenantId: asText(raw.tenant_id),
      serviceKey: asText(raw.service_key),
      serviceRegion: asText(raw.service_region),
      desc: asText(raw.desc),
      category: asText(raw.category),
      updateVersion: asNumber(raw.update_version),
      cmd: new Secret(asText(raw.cmd)),
      codeFrom: asText(raw.code_from),
      gitUrl: new Secret(asText(raw.git_url)),
      gitProjectId: asNumber(raw.git_project_id),
      codeVersion: asText(raw.code_version),
      serviceType: asText(raw.service_type),
      creator: asNumber(raw.creater),
      language: asText(raw.language),
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
    }),
  );

/** One component, or undefined when the reply isn't one. */
export function readComponentDetail(body: unknown): Component | undefined {
  return ComponentReply.safeParse(objectOf(body)).data;
}

/** An application's components, or undefined when the reply isn't a list of them. */
export function readComponents(body: unknown): readonly ComponentSummary[] | undefined {
  const entries = listOf(body);
  return entries && readEntries(entries, SummaryReply);
}
