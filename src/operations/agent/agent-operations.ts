import type { Answer, AskButton, Part } from '../../core/command/answer.ts';
import { type Context, placeText } from '../../core/command/context.ts';
import { foldText, nearest } from '../../core/command/nearest.ts';
import { ok, optional, type Read, required, several, wrong } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { maySetting } from '../../core/policy/decide.ts';
import { type AgentPolicy, type AgentRight, agentRights } from '../../core/policy/policy.ts';
import { parseDuration } from '../../core/text/duration.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { Secret } from '../../core/text/secret.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import type { Due, StoredAgent } from '../../store/stored-types.ts';
import { listedWhole } from '../shared/answer/paging.ts';
import {
  defineQuestion,
  defineSetting,
  type Operation,
  type Reads,
  type SettingServices,
  settingEntry,
} from '../shared/define.ts';
import { contextOf } from '../shared/place/known-contexts.ts';
import { agentMsg } from './agent-messages.ts';
import { hashSecret, writeToken } from './agent-token.ts';
import { isAgentContext, refuseOwner } from './may-create-agent.ts';
import { type Agent, type AgentDue, type agentDueKinds, type LoadedAgent, loadAgent } from './stored-agent.ts';

const day = 86_400_000;
const maxAgents = 20;
/** How long before expiry a token's owner is notified, in ms. Tokens valid for less than twice this get no notice. */
const noticeMs = 7 * day;
const usualMs = 90 * day;

function readAgentName(typed: string): Read<string> {
  return /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u.test(typed) ? ok(typed) : wrong(agentMsg.nameWrong({ typed }));
}

function readRight(typed: string): Read<AgentRight> {
  const right = agentRights.find((each) => each === typed.toLowerCase());
  return right ? ok(right) : wrong(agentMsg.mayWrong({ typed }));
}

function readValidFor(typed: string): Read<number> {
  const ms = parseDuration(typed);
  return ms === undefined || ms < 3_600_000 ? wrong(agentMsg.validForWrong({ typed })) : ok(ms);
}

const agentCreate = defineSetting({
  id: 'agent.create',
  tool: { none: 'an agent can’t make agents' },
  command: 'portolan',
  keywords: [['agent', 'create']],
  summary: agentMsg.createSays(),
  searched: agentMsg.createSearched(),
  title: agentMsg.createForm(),
  examples: ['portolan agent create deploy-helper', 'portolan agent create reporter may=read context=shop for=30d'],
  params: {
    name: required<string>(agentMsg.name(), agentMsg.nameMissing(), readAgentName, { hint: agentMsg.nameHint() }),
    may: optional<AgentRight>(agentMsg.may(), readRight, {
      input: 'select',
      options: [
        { value: 'propose', label: agentMsg.mayPropose() },
        { value: 'read', label: agentMsg.mayRead() },
      ],
      hint: agentMsg.mayHint(),
    }),
    context: several<string>(agentMsg.contexts(), ok, {
      hint: agentMsg.contextsHint(),
      aliases: ['contexts'],
      commas: true,
    }),
    for: optional<number>(agentMsg.validFor(), readValidFor, { hint: agentMsg.validForHint() }),
  },
  order: ['name'],
  formOnly: true,
  needs: 'nothing',

  async apply(args, ask, settings): Promise<Answer | Problem> {
    if (settings.agentsUrl === undefined) return refused(agentMsg.off());
    const { agents: policy } = settings.policy;
    const refusal = refuseOwner(settings.policy, await settings.actor(ask.person, ask.channel));
    if (refusal) return refusal;
    const may = args.may ?? (policy.allow.includes('propose') ? 'propose' : 'read');
    if (!policy.allow.includes(may)) return refused(agentMsg.notAllowed(), [], 'may');
    const valid = args.for ?? Math.min(usualMs, policy.longest);
    if (valid > policy.longest) return refused(agentMsg.tooLong({ most: durationText(policy.longest) }), [], 'for');
    const contexts = await readContexts(args.context, ask, settings);
    if (isProblem(contexts)) return contexts;
    const mine = (await settings.agents.list(ask.person.id)).flatMap((each) => loadAgent(each) ?? []);
    const same = mine.find(({ name }) => foldText(name) === foldText(args.name));
    if (same && same.expires > ask.now) return refused(agentMsg.nameTaken({ name: same.name }), [], 'name');
    if (mine.length >= maxAgents) return refused(agentMsg.tooMany({ most: maxAgents }));
    const secret = new Secret(settings.newSecret());
    const agent: Agent = {
      v: 1,
      id: settings.newId().slice(-12).toLowerCase(),
      name: args.name,
      owner: { id: ask.person.id, name: ask.person.name },
      may,
      ...(contexts.length === 0 ? {} : { contexts: [...contexts] }),
      hash: hashSecret(secret),
      at: ask.now,
      expires: ask.now + valid,
    };
    const shown = await settings.reveal({
      title: agentMsg.createdTitle(),
      before: [agentMsg.created({ name: agent.name })],
      secret: writeToken({ id: agent.id, secret }),
      after: [
        (may === 'read' ? agentMsg.reads : agentMsg.proposes)({
          contexts: contextsText(agent),
          until: { at: agent.expires },
        }),
        agentMsg.address({ url: settings.agentsUrl }),
        agentMsg.revokeHow({ command: `/${ask.prefix}portolan agent revoke ${agent.name}` }),
      ],
    });
    if (!shown) return refused(agentMsg.notShown());
    const saved = await settings.store.commit({
      at: ask.now,
      agents: { create: storedAgent(agent), ...(same ? { drop: [same.id] } : {}) },
      due: { put: noticeOf(agent) },
      audit: [agentEntry(agent, ask, 'agent.create')],
    });
    return saved === 'saved'
      ? { title: agentMsg.createdTitle(), parts: [], share: false, announced: true }
      : refused(agentMsg.nameTaken({ name: agent.name }), [], 'name');
  },
});

export function storedAgent(agent: Agent): StoredAgent {
  return { id: agent.id, owner: agent.owner.id, name: foldText(agent.name), expires: agent.expires, body: agent };
}

function noticeOf(agent: Agent) {
  if (agent.expires - agent.at < 2 * noticeMs) return [];
  return [agentDue('agent.expires', { agent: agent.id, by: agent.owner }, agent.expires - noticeMs)];
}

function agentDue(kind: (typeof agentDueKinds)[number], body: AgentDue, at: number): Due {
  return { id: `${kind} ${body.agent}`, kind, at, body };
}

async function readContexts(
  typed: readonly string[],
  ask: Ask,
  settings: SettingServices,
): Promise<readonly Context[] | Problem> {
  const near = ask.context.team === '' ? undefined : ask.context;
  const contexts: Context[] = [];
  for (const each of typed) {
    const context = await contextOf(each, settings, near);
    if (isProblem(context)) return context;
    const refusal = refuseContext(settings.policy.agents, context);
    if (refusal) return refusal;
    contexts.push(context);
  }
  return contexts;
}

function refuseContext(policy: AgentPolicy, context: Context): Problem | undefined {
  return isAgentContext(policy, context)
    ? undefined
    : refused(agentMsg.notThisContext({ context: context.name ?? placeText(context) }));
}

function contextNames({ contexts = [] }: Agent): readonly string[] {
  return contexts.map((each) => each.name ?? placeText(each));
}

function contextsText(agent: Agent): Text {
  return agent.contexts ? join(contextNames(agent).map(verbatim), ', ') : agentMsg.yourContexts();
}

function agentEntry(agent: Agent, ask: Ask, operation: string): AuditEntry {
  const { id, name, owner, may, expires } = agent;
  const details = { agent: name, agentId: id, owner: owner.id, may, expires };
  const contexts = contextNames(agent).join(', ');
  // The audit log of the channel's context shows it. The agent may be for other contexts.
  return { ...settingEntry(operation, ask, ask.context, details), ...(contexts === '' ? {} : { place: contexts }) };
}

/** Returns the agents that a person may see and revoke: with the right `end_others` all agents, otherwise their own. */
async function agentsFor(ask: Ask, reads: Pick<Reads, 'agents' | 'actor' | 'policy'>): Promise<readonly LoadedAgent[]> {
  const all = maySetting(reads.policy, 'end_others', await reads.actor(ask.person, ask.channel)) === undefined;
  const stored = await reads.agents.list(all ? undefined : ask.person.id);
  const loaded = stored.flatMap((each) => loadAgent(each) ?? []);
  const { own = [], others = [] } = Object.groupBy(loaded, ({ owner }) =>
    owner.id === ask.person.id ? 'own' : 'others',
  );
  return [...own, ...others];
}

const maxListed = 50;
const maxWithButtons = 10;

const agentList = defineQuestion({
  id: 'agent.list',
  tool: { none: 'an agent can’t see other agents' },
  command: 'portolan',
  keywords: [['agents'], ['agent', 'list'], ['agent']],
  summary: agentMsg.listSays(),
  examples: ['portolan agents'],
  params: {},
  order: [],
  needs: 'nothing',
  gather: (_args, ask, reads) => agentsFor(ask, reads),
  answer: (_args, agents: readonly LoadedAgent[], ask) => listAnswer([], agents, ask),
});

function listAnswer(first: readonly Part[], agents: readonly LoadedAgent[], ask: Ask): Answer {
  const shown = agents.slice(0, maxListed);
  const total = agents.length;
  return listedWhole({
    title: agentMsg.listTitle(),
    share: false,
    first,
    shown,
    none: agentMsg.listNone({ example: `/${ask.prefix}portolan agent create deploy-helper` }),
    columns: [
      agentMsg.name(),
      agentMsg.may(),
      agentMsg.contexts(),
      agentMsg.expires(),
      agentMsg.used(),
      agentMsg.owner(),
      agentMsg.id(),
    ],
    rowOf: (agent) => [
      verbatim(agent.name),
      agent.may === 'read' ? agentMsg.mayRead() : agentMsg.mayPropose(),
      contextsText(agent),
      agent.expires <= ask.now ? agentMsg.expired() : agentMsg.moment({ when: { at: agent.expires, show: 'date' } }),
      agent.used === undefined ? agentMsg.never() : agentMsg.moment({ when: { at: agent.used } }),
      verbatim(agent.owner.name),
      verbatim(agent.id),
    ],
    below: present([
      total > shown.length && { part: 'note', text: agentMsg.listMore({ shown: shown.length, total }) },
      { part: 'buttons', buttons: shown.slice(0, maxWithButtons).map(revokeButton) },
    ]),
  });
}

function revokeButton({ id, name }: Agent): AskButton {
  return { label: agentMsg.revoke({ name }), operation: 'agent.revoke', given: { agent: [id] }, style: 'danger' };
}

const agentRevoke = defineSetting({
  id: 'agent.revoke',
  tool: { none: 'an agent can’t end agents' },
  command: 'portolan',
  keywords: [['agent', 'revoke']],
  summary: agentMsg.revokeSays(),
  title: agentMsg.revokeForm(),
  examples: ['portolan agent revoke deploy-helper'],
  params: { agent: required<string>(agentMsg.agent(), agentMsg.agentMissing(), ok, { hint: agentMsg.agentHint() }) },
  order: ['agent'],
  needs: 'nothing',

  async apply(args, ask, settings): Promise<Answer | Problem> {
    const agents = await agentsFor(ask, settings);
    const agent = pickAgent(args.agent, agents, ask.person.id);
    if (isProblem(agent)) return agent;
    const by = { id: ask.person.id, name: ask.person.name };
    await settings.store.commit({
      at: ask.now,
      agents: { drop: [agent.id] },
      due: {
        put: [agentDue('agent.revoked', { agent: agent.id, by }, ask.now)],
        drop: [agentDue('agent.expires', { agent: agent.id, by }, 0).id],
      },
      audit: [agentEntry(agent, ask, 'agent.revoke')],
    });
    const line: Part = { part: 'line', text: agentMsg.revoked({ name: agent.name }) };
    return listAnswer([line], await agentsFor(ask, settings), ask);
  },
});

function pickAgent(typed: string, agents: readonly LoadedAgent[], person: string): LoadedAgent | Problem {
  const byId = agents.find(({ id }) => id === typed.toLowerCase());
  if (byId) return byId;
  const named = agents.filter(({ name }) => foldText(name) === foldText(typed));
  const own = named.find(({ owner }) => owner.id === person) ?? (named.length === 1 ? named[0] : undefined);
  if (own) return own;
  if (named.length > 1) {
    const label = ({ name, owner, id }: LoadedAgent) => `${name} · ${owner.name} · ${id}`;
    const choices = named.map((each) => ({ value: each.id, label: label(each) }));
    return { problem: 'ambiguous', param: 'agent', typed, why: agentMsg.several({ typed }), choices };
  }
  const near = nearest(typed, agents, ({ name }) => [name], 5).map(({ id, name }) => ({ value: id, label: name }));
  return { problem: 'unknown-name', param: 'agent', typed, why: agentMsg.unknown({ typed }), nearest: near };
}

export const agentOperations: readonly Operation[] = [agentCreate, agentList, agentRevoke];
