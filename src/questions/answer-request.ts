import type { Answer, ChartOrder, Revealed } from '../core/command/answer.ts';
import type { Context, Person } from '../core/command/context.ts';
import { readGiven } from '../core/command/params.ts';
import { isProblem, type Problem, refused } from '../core/command/problem.ts';
import type { Ask, Request } from '../core/operation.ts';
import { mayAsk } from '../core/policy/decide.ts';
import { contextsOf, type Policy } from '../core/policy/policy.ts';
import { notAllowedHere } from '../core/policy/policy-decision.ts';
import type { ProposingAgent } from '../core/request/change-request.ts';
import type { Text } from '../core/text/text.ts';
import { checkContext } from '../operations/context/check-context.ts';
import type { Operation, SettingServices } from '../operations/shared/define.ts';
import { isOffered } from '../operations/shared/find-operation.ts';
import { allRegions, regionStatus } from '../operations/shared/find-team-and-region.ts';
import { sharedMsg } from '../operations/shared/operation-messages.ts';
import { orUndefined } from '../operations/shared/or-undefined.ts';
import { readsOf, type Services } from '../operations/shared/services.ts';
import { isSilent, PlatformError } from '../platform/errors/platform-error.ts';
import { questionMsg } from './question-messages.ts';
import { contextFor, isContextOf, noContext } from './resolve-context.ts';

export interface Origin {
  readonly person: Person;
  readonly channel: string;
  readonly thread?: string;
  /** The agent that asks on behalf of this person. Its proposals always need approval, under any policy. */
  readonly agent?: ProposingAgent;
  /** Readable contexts; default: all that the policy allows. */
  readonly only?: readonly Context[] | undefined;
  /** Epoch ms; default: now. */
  readonly now?: number;
  /** Posts for everyone in a channel. Returns false if that failed. If absent, nothing can be announced. */
  readonly announce?: SettingServices['announce'];
  /** Shows a secret to the requester once. Returns false if that failed. If absent, no secret can be shown. */
  readonly reveal?: (revealed: Revealed) => Promise<boolean>;
}

export interface AnswerInContext {
  readonly result: Answer | ChartOrder | Problem;
  readonly context?: Context;
}

export interface Prepared {
  readonly operation: Operation;
  readonly args: Readonly<Record<string, unknown>>;
  readonly ask: Ask;
}

/** Reads the parameters, finds the context, and checks the policy. */
export async function prepare(services: Services, request: Request, origin: Origin): Promise<Prepared | Problem> {
  const operation = services.operations.find(({ id }) => id === request.operation);
  if (!operation) return refused(questionMsg.gone());
  const standing = mayAsk(origin.person);
  if (standing) return refused(standing.refusal);
  const missing = refuseUnsupported(services, operation);
  if (missing) return missing;
  const parsed = readGiven(operation, request.given);
  if ('faults' in parsed) return { problem: 'invalid', faults: parsed.faults };
  const { channel, person, thread } = origin;
  const context = await contextFor(services, {
    channel,
    person,
    in: request.in,
    mustExist: operation.kind === 'change' && rulesNamePlaces(services.policy),
  });
  if (isProblem(context)) return request.in === undefined ? context : aboutIn(context);
  if (!context && operation.needs !== 'nothing') return { problem: 'no-context' };
  const risk = operation.kind === 'change' ? (operation.minRisk ?? operation.risk(parsed.args)) : 'question';
  const refusal = notAllowedHere(services.policy, { risk, channel, context });
  if (refusal) return refused(refusal);
  const isElsewhere = context !== undefined && !(await isContextOf(services, channel, context));
  const { now = services.world.now() } = origin;
  const ask: Ask = {
    person,
    channel,
    thread,
    context: context ?? noContext,
    now,
    prefix: services.prefix,
    ...(isElsewhere ? { elsewhere: true } : {}),
    only: origin.only,
  };
  return { operation, args: parsed.args, ask };
}

/** Checks whether any rule, freeze or window names a place. If so, a change needs the canonical name of its place. */
function rulesNamePlaces(policy: Policy): boolean {
  const { rules, freezes = [], windows = [] } = policy;
  return [...rules, ...freezes, ...windows].some(({ when }) => when?.context !== undefined);
}

export function refuseUnsupported(services: Services, operation: Operation): Problem | undefined {
  return isOffered(operation, services.platform.dialect()) ? undefined : refused(sharedMsg.notInApi());
}

function aboutIn(problem: Problem): Problem {
  if (problem.problem === 'unknown-name' || problem.problem === 'ambiguous') return { ...problem, param: 'in' };
  if (problem.problem === 'invalid')
    return { ...problem, faults: problem.faults.map(({ why }) => ({ param: 'in', why })) };
  return problem;
}

export async function answerRequest(services: Services, request: Request, origin: Origin): Promise<AnswerInContext> {
  try {
    const ready = await prepare(services, request, origin);
    if (isProblem(ready)) return { result: ready };
    const { context } = ready.ask;
    return { result: await answerOf(services, ready, origin), ...(context.team === '' ? {} : { context }) };
  } catch (error) {
    if (error instanceof PlatformError) return { result: await problemOf(services, request, origin, error) };
    throw error;
  }
}

/** Returns the form that a typed question opens instead of its answer, or undefined. */
export async function formOf(services: Services, request: Request, origin: Origin): Promise<Request | undefined> {
  const operation = services.operations.find(({ id }) => id === request.operation);
  if (operation?.kind !== 'question' || !operation.opens) return undefined;
  const ready = await prepare(services, request, origin);
  if (isProblem(ready)) return undefined;
  const form = await operation.opens(ready.args, ready.ask, readsOf(services));
  return form && { ...request, operation: form.operation, given: form.given };
}

async function answerOf(
  services: Services,
  { operation, args, ask: asking }: Prepared,
  { announce = async () => false, reveal = async () => false }: Origin,
): Promise<Answer | ChartOrder | Problem> {
  const reads = readsOf(services);
  if (operation.kind === 'setting') {
    const { store, people, world } = services;
    const { newId, newSecret } = world;
    const { cannotPost } = people;
    const settings: SettingServices = {
      ...reads,
      store,
      newId,
      newSecret,
      cannotPost,
      announce,
      reveal,
      kept: async (channel, next) => {
        const all = services.operations.map((each) =>
          each.kind === 'setting' ? each.keeps?.(channel, next, settings) : undefined,
        );
        return (await Promise.all(all)).flatMap((each) => each ?? []);
      },
    };
    return operation.apply(args, asking, settings);
  }
  if (operation.kind === 'change') throw new Error(`${operation.id} is a change, so it must be proposed.`);
  const facts = await operation.gather(args, asking, reads);
  return isProblem(facts) ? facts : operation.answer(args, facts, asking);
}

/** Errors that refuse a person's request while the platform works. They aren't logged as warnings. */
const refusalsToPeople: ReadonlySet<PlatformError['kind']> = new Set(['rejected', 'not-found', 'conflict']);

/** Returns a failed request's problem. If the place may be wrong, suggests similar names or reports its region. */
export async function problemOf(
  services: Services,
  request: Request,
  { channel, person }: Origin,
  error: PlatformError,
): Promise<Problem> {
  if (!refusalsToPeople.has(error.kind))
    services.world.log.warn('a command failed on the platform', {
      operation: request.operation,
      person: person.id,
      error,
    });
  if (!isAboutPlace(error)) return platformProblem(error);
  const place = await orUndefined(contextFor(services, { channel, person, in: request.in }));
  return place === undefined || isProblem(place) ? platformProblem(error) : placeProblem(services, place, error);
}

/** Like `problemOf` for a place, but skips the check if the policy file lists the allowed places. */
export async function placeProblem(services: Services, place: Context, error: PlatformError): Promise<Problem> {
  const problem = isAboutPlace(error) ? await orUndefined(wrongPlace(services, place, error)) : undefined;
  return problem ?? platformProblem(error);
}

async function wrongPlace(services: Services, place: Context, { reason }: PlatformError): Promise<Problem | undefined> {
  if (reason === 'team-not-in-region') return closedRegion(services, place);
  if (contextsOf(services.policy)) return undefined;
  const checked = await checkContext(place, readsOf(services), services.world.now());
  return isProblem(checked) ? aboutIn(checked) : undefined;
}

/** Checks whether the place may be the cause of a failure. */
function isAboutPlace({ kind, reason }: PlatformError): boolean {
  return reason === 'team-not-in-region' || (kind === 'not-found' && reason !== 'not-the-api');
}

/** Returns the problem of a region that isn't enabled, or undefined. */
async function closedRegion(services: Services, { team, region }: Context): Promise<Problem | undefined> {
  const regions = await allRegions(team, readsOf(services));
  const status = regions.find(({ regionName }) => regionName === region)?.status;
  if (!status || status === '1') return undefined;
  return {
    problem: 'refused',
    why: questionMsg.regionClosed({ region, status: regionStatus(status) }),
    canRetry: true,
  };
}

export function platformProblem(error: PlatformError): Problem {
  return {
    problem: 'platform',
    why: platformErrorText(error),
    canRetry: error.canRetry,
    reference: error.reference,
    isSilent: isSilent(error) || undefined,
  };
}

export function platformErrorText(error: PlatformError): Text {
  const why = questionMsg.platformSaid({ en: error.sentence.en, zh: error.sentence.zh });
  return error.code === undefined ? why : questionMsg.withCode({ why, code: error.code });
}
