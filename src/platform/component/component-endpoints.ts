import { z } from 'zod';
import { Secret } from '../../core/text/secret.ts';
import type { Endpoint } from '../endpoint.ts';
import { app, consoleBody, jsonRead, service, write } from '../endpoint-parts.ts';
import { asFlag, asNumber, asText, asTexts, isObject, type ReadBy, readEntries, readerOf } from '../lenient.ts';
import { entriesIn, objectOf } from '../reply-envelope.ts';
import { readImageReference } from './image-reference.ts';

/** Reply of an accepted call. It proves nothing, so the new state must be read (docs/platform.md#operations). */
const accepted = { accepted: true } as const;

/** Reads a reply that only reports success. */
function readAccepted(body: unknown): typeof accepted | undefined {
  return isObject(body) && typeof body.msg === 'string' ? accepted : undefined;
}

/** Like `readAccepted`, but allows an empty body (docs/platform.md#instances). */
function readEmptyReply(body: unknown): typeof accepted | undefined {
  return body === undefined || isObject(body) ? accepted : undefined;
}

function readBuildStarted(body: unknown): { readonly eventId: string } | undefined {
  const reply = objectOf(body);
  const eventId = isObject(reply) ? reply.event_id : undefined;
  return typeof eventId === 'string' && /^[\w-]{1,64}$/.test(eventId) ? { eventId } : undefined;
}

/** docs/platform.md#operations. There is no restart action: stop the component, then start it. */
const LIFECYCLE_ACTIONS = ['start', 'stop', 'upgrade', 'deploy'] as const;
export type LifecycleAction = (typeof LIFECYCLE_ACTIONS)[number];

/** Maximum number of ids; the region ignores all others (docs/platform.md#operations). */
const MAX_COMPONENTS = 1024;

/** For aliases and numbers, the platform reports success but does nothing (docs/platform.md#operations). */
const ComponentId = z.string().regex(/^[0-9a-f]{32}$/);

/** An empty list would act on the whole application (docs/platform.md#operations). */
const OperateBody = z.strictObject({
  action: z.enum(LIFECYCLE_ACTIONS),
  service_ids: z
    .tuple([ComponentId], ComponentId)
    .refine((ids) => ids.length <= MAX_COMPONENTS && new Set(ids).size === ids.length),
});

const HorizontalBody = z.strictObject({ new_node: z.int().min(1).max(100) });

/** Checks memory in MiB. The console rejects only multiples of 64 plus 1, like 65 (docs/platform.md#memory-and-cpu). */
export function isTakenMemory(memory: number): boolean {
  return Number.isInteger(memory) && memory >= 64 && memory <= 65_536 && memory % 64 !== 1;
}

/** The console rejects missing fields, and computes a new CPU value for null (docs/platform.md#memory-and-cpu). */
const VerticalBody = z.strictObject({
  new_memory: z.int().refine(isTakenMemory),
  new_cpu: z.int().min(0),
  new_gpu: z.int().min(0).nullable(),
});

/** Requires a tag or a digest, because otherwise the console stores the name as the version. */
const ImageBody = z.strictObject({
  image: z.string().refine((text) => {
    const image = readImageReference(text);
    return image !== undefined && (image.tag !== undefined || image.digest !== undefined);
  }),
});

/** Must be empty: a repository or a password would replace the stored value (docs/platform.md#building). */
const BuildBody = z.strictObject({});

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

export const componentEndpoints = {
  /** docs/platform.md#components */
  readComponent: {
    ...jsonRead,
    path: service,
    reply: { console: 'bare', document: 'bare', read: readComponentDetail },
  },
  listComponents: { ...jsonRead, path: `${app}/services`, reply: { console: 'bare', read: readComponents } },
  /** docs/platform.md#operations: the call acts on any id, also of another team. Its reply proves nothing. */
  operateComponents: {
    ...write,
    method: 'POST',
    path: `${app}/operations`,
    body: consoleBody(OperateBody),
    reply: { console: 'bare', read: readAccepted },
    codes: { 10402: 'lifecycle-not-permitted' },
    pageFailure: 'region-failed',
    sideEffects: 'none',
  },
  /** docs/platform.md#instances */
  scaleHorizontally: {
    ...write,
    method: 'POST',
    path: `${service}/telescopic/horizontal`,
    body: consoleBody(HorizontalBody),
    reply: { console: 'bare', read: readEmptyReply, mayBeEmpty: true },
    codes: { 10104: 'instances-unchanged' },
    sideEffects: 'none',
  },
  /** docs/platform.md#memory-and-cpu */
  scaleVertically: {
    ...write,
    method: 'POST',
    path: `${service}/telescopic/vertical`,
    body: consoleBody(VerticalBody),
    reply: { console: 'bare', read: readEmptyReply, mayBeEmpty: true },
    sideEffects: 'none',
  },
  /** docs/platform.md#building */
  buildComponent: {
    ...write,
    method: 'POST',
    path: `${service}/build`,
    body: consoleBody(BuildBody),
    reply: { console: 'bare', read: readBuildStarted },
    sideEffects: 'none',
  },
  /** docs/platform.md#changing-the-image: the console accepts any text and reports success. */
  changeImage: {
    ...write,
    method: 'PUT',
    path: `${service}/docker-image-change`,
    body: consoleBody(ImageBody),
    reply: { console: 'envelope', read: readAccepted },
    sideEffects: 'none',
  },
} as const satisfies { readonly [id: string]: Endpoint };
