import * as z from 'zod';
import { riskOf } from '../../src/changes/policy/rule-plan.ts';
import { readAll } from '../../src/core/command/params.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import type { Plan, Step, Warning } from '../../src/core/request/plan.ts';
import { durationText } from '../../src/core/text/duration-messages.ts';
import type { Text } from '../../src/core/text/text.ts';
import { operations } from '../../src/operations/index.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { fixedSections } from '../messages/fixed-samples.ts';
import { operationSections } from '../messages/operation-samples.ts';

const samples = [...fixedSections(), ...(await operationSections())].flatMap((section) => section.samples);
const cards = samples.flatMap(({ name, card }) => (card === undefined ? [] : [{ name, card }]));

const english = (text: Text) => plain(text, 'en', 'UTC');

const placeOf = ({ name }: (typeof cards)[number]) => name;

/** Effect of a call: its table row, its words in the title, and the level of its warning. */
interface Effect {
  readonly row: string | undefined;
  readonly after: string;
  readonly title: RegExp;
  readonly warns?: Warning['weight'];
}

const on = '● on';
const off = '○ off';
const opensOuter: Effect = { row: 'External access', after: on, title: /\binternet\b/, warns: 'exposes' };
const opensInner: Effect = { row: 'Internal access', after: on, title: /\binside the cluster\b/ };
const closesOuter = /\bClose (?:external|all) access\b|^Close and delete\b/;
const closesInner = /\bClose (?:internal|all) access\b|^Close and delete\b/;

const PortBody = z.object({
  action: z.enum(['open_outer', 'open_inner', 'close_outer', 'close_inner', 'change_protocol', 'change_port_alias']),
  protocol: z.string().optional(),
  port_alias: z.string().optional(),
});
const NewPort = z.object({ port: z.string(), is_inner_service: z.boolean() });
const Operated = z.object({ action: z.enum(['start', 'stop', 'upgrade', 'deploy']), service_ids: z.array(z.string()) });
const HttpRule = z.object({ domain_name: z.string(), whether_open: z.boolean().optional() });
const TcpRule = z.object({ tcp: z.object({ end_point: z.string() }) });

const deployed: Effect = { row: undefined, after: '● running, after a deployment', title: /^Deploy\b/ };
const operated: Readonly<Record<z.infer<typeof Operated>['action'], Effect>> = {
  start: { row: undefined, after: '● running', title: /^(?:Start|Restart)\b/ },
  stop: { row: undefined, after: '○ stopped', title: /^Stop\b/, warns: 'interrupts' },
  upgrade: { row: undefined, after: '● running, after a rolling update', title: /^Rolling update\b/ },
  deploy: deployed,
};
const restarted: Effect = { ...operated.stop, after: '● running, after a restart', title: /^Restart\b/ };

function sentOf<T extends z.ZodType>(schema: T, { operation, body }: Step['call']): z.infer<T> {
  const sent = schema.safeParse(body);
  if (!sent.success)
    throw new Error(`read in test/contract/sample-cards.test.ts what ${operation} sends now: ${sent.error.message}`);
  return sent.data;
}

function portEffect(call: Step['call']): Effect {
  const { action, protocol = '', port_alias: alias = '' } = sentOf(PortBody, call);
  switch (action) {
    case 'open_outer':
      return opensOuter;
    case 'open_inner':
      return opensInner;
    case 'close_outer':
      return { row: 'External access', after: off, title: closesOuter, warns: 'interrupts' };
    case 'close_inner':
      return { row: 'Internal access', after: off, title: closesInner, warns: 'interrupts' };
    case 'change_protocol':
      return { row: 'Protocol', after: protocol, title: new RegExp(`\\bprotocol\\b.* to ${protocol}$`) };
    case 'change_port_alias':
      return { row: 'Alias', after: alias, title: new RegExp(`^Rename .* to ${alias}\\b`), warns: 'interrupts' };
  }
}

/** For calls without a special case, the table and the title must show each sent value. */
const Values = z.record(z.string(), z.union([z.string(), z.number()]));

function effectsOf({ call }: Step): readonly Effect[] {
  switch (call.operation) {
    case 'updatePort':
      return [portEffect(call)];
    case 'addPort': {
      const { port, is_inner_service: inner } = sentOf(NewPort, call);
      return [{ row: 'Port', after: port, title: /^Add port/ }, ...(inner ? [opensInner] : [])];
    }
    case 'deletePort':
      return [{ row: 'Port', after: 'deleted', title: /^(?:Close and d|D)elete\b/ }];
    case 'createHttpRule': {
      const { domain_name: domain, whether_open: opens } = sentOf(HttpRule, call);
      const named = RegExp.escape(domain.replace(/^\*\./, 'every subdomain of '));
      const title = new RegExp(`\\binternet\\b.*${named}|${named} from the internet`);
      return [{ row: 'Gateway rule', after: domain, title, warns: 'exposes' }, ...(opens ? [opensOuter] : [])];
    }
    case 'createGatewayRule': {
      const { end_point: address } = sentOf(TcpRule, call).tcp;
      const [host, port] = address.split(':');
      // The address 0.0.0.0 alone doesn't identify the port, so the title must name the port.
      const title =
        host === '0.0.0.0'
          ? new RegExp(`\\bport ${port}\\b`)
          : new RegExp(`\\b${RegExp.escape(address)}\\b|port ${port}\\b`);
      return [{ row: 'Gateway rule', after: address, title, warns: 'exposes' }];
    }
    case 'deleteHttpRule':
      return [{ row: 'Gateway rule', after: 'deleted', title: /^Delete the saved gateway rule\b/, warns: 'exposes' }];
    case 'scaleHorizontally': {
      const count = String(sentOf(z.object({ new_node: z.number() }), call).new_node);
      return [{ row: 'Instances', after: count, title: new RegExp(`^Scale .* to ${count} instances?\\b`) }];
    }
    case 'scaleVertically':
      return [{ row: 'Memory|CPU', after: '', title: /\bmemory\b|\bCPU\b|\bcores?\b/i, warns: 'interrupts' }];
    case 'changeImage': {
      const { image } = sentOf(z.object({ image: z.string() }), call);
      return [{ row: 'Image', after: image, title: new RegExp(`\\bimage\\b.*${RegExp.escape(image)},? and deploy`) }];
    }
    case 'buildComponent':
      return [deployed];
    case 'operateComponents': {
      const { action, service_ids: all } = sentOf(Operated, call);
      return all.map(() => operated[action]);
    }
    default: {
      const sent = Values.safeParse(call.body);
      if (!sent.success)
        throw new Error(
          `say in \`effectsOf\` of test/contract/sample-cards.test.ts what ${call.operation} changes on a card`,
        );
      return Object.values(sent.data).map((value) => ({
        row: '.+',
        after: String(value),
        title: new RegExp(RegExp.escape(String(value))),
      }));
    }
  }
}

/** Returns all effects of a plan. Stop and start together are a restart; a new image includes a deployment. */
function effectsOfPlan({ steps }: Plan): readonly Effect[] {
  const all = steps.flatMap(effectsOf);
  if (all.some(({ row }) => row === 'Image')) return all.filter((each) => each !== deployed);
  const starts = all.filter((each) => each === operated.start).length;
  if (starts === 0 || !all.includes(operated.stop)) return all;
  return all.filter((each) => each !== operated.start).map((each) => (each === operated.stop ? restarted : each));
}

/** Rows that need a call of the plan. The other rows only explain. */
const rowsOfEffects = /^(?:External access|Internal access|Protocol|Port|Gateway rule|Instances|Memory|CPU|Image)$/;
const statuses = /^(?:● running|○ stopped)/;

/** Returns the contradictions between a plan's words and its calls, in English. */
function contradictions({ componentName, ...plan }: Plan): readonly string[] {
  const title = english(plan.title);
  const rows = plan.rows.map(({ what, before, after }) => ({
    what: english(what),
    before: english(before),
    after: english(after),
  }));
  const effects = effectsOfPlan({ componentName, ...plan });
  const problems: string[] = [];
  const shows = (effect: Effect) =>
    rows.filter(({ what, after }) =>
      effect.row === undefined
        ? after === effect.after && !rowsOfEffects.test(what)
        : new RegExp(`^(?:${effect.row})$`).test(what) && after.includes(effect.after),
    );
  for (const effect of effects) {
    const called = `${effect.row ?? 'status'} ${effect.after}`;
    const wanted = effect.row === undefined ? effects.filter((each) => each === effect).length : 1;
    // A rule's address may be in the title alone.
    const inTitle = effect.row === 'Gateway rule' && title.includes(effect.after);
    if (shows(effect).length < wanted && !inTitle) problems.push(`no row says ${called}`);
    if (!effect.title.test(title)) problems.push(`the title doesn’t say ${called}: ${title}`);
    if (effect.warns && !plan.warnings.some(({ weight }) => weight === effect.warns))
      problems.push(`no warning says that it ${effect.warns}: ${called}`);
  }
  const opensFirst = effects.some(({ row }) => row === 'Gateway rule');
  for (const row of rows) {
    if (row.before === row.after && row.what !== 'In-cluster name of all ports')
      problems.push(`${row.what} stays ${row.after}`);
    const isCaused = effects.some((effect) => shows(effect).includes(row));
    const isAdded = effects.some((effect) => effect.title.source === '^Add port');
    const mayStand = (row.what === 'External access' && opensFirst) || (row.what === 'Protocol' && isAdded);
    if ((rowsOfEffects.test(row.what) || statuses.test(row.after)) && !isCaused && !mayStand)
      problems.push(`nothing is sent that makes ${row.what} ${row.after}`);
  }
  if (plan.timedFor !== undefined && !title.includes(english(durationText(plan.timedFor))))
    problems.push(`the title doesn’t say for how long: ${title}`);
  for (const [, port] of plan.steps.map(({ call }) => /\/ports\/(\d+)$/.exec(call.path) ?? []))
    if (port !== undefined && !title.includes(`port ${port} `) && !title.endsWith(`port ${port}`))
      problems.push(`the title doesn’t name port ${port}: ${title}`);
  const names = componentName.split(', ');
  if (!names.every((name) => title.includes(name)) && !title.includes(`${names.length} components`))
    problems.push(`the title doesn’t name ${componentName}: ${title}`);
  return problems;
}

test('title, rows and warnings of every card say what its calls change, and nothing that they don’t', () => {
  const plans = new Map(cards.map((sample) => [sample.card.plan, sample]));
  expect(plans.size).toBeGreaterThan(40);
  expect(
    [...plans.values()].flatMap((sample) =>
      contradictions(sample.card.plan).map((what) => `${placeOf(sample)}: ${what}`),
    ),
  ).toEqual([]);
});

const numbersIn = (text: string): readonly string[] => text.match(/\d+(?:\.\d+)?/g) ?? [];

test('both languages name the same numbers and components in titles, rows and warnings', () => {
  const differ = cards.flatMap((sample) => {
    const { plan } = sample.card;
    const texts = [plan.title, ...plan.rows.flatMap(({ before, after }) => [before, after]), ...plan.warnings];
    return texts.flatMap((text) => {
      const chinese = plain(text, 'zh', 'UTC');
      const counts = numbersIn(chinese);
      const missing = numbersIn(english(text)).filter((count) => !counts.includes(count));
      return missing.length === 0 ? [] : [`${placeOf(sample)}: ${missing.join(', ')} isn’t in ${chinese}`];
    });
  });
  expect(differ).toEqual([]);
});

const stepStates: Readonly<Record<ChangeRequest['state'], RegExp>> = {
  proposed: /^(?:waiting )*$/,
  approved: /^(?:waiting )*$/,
  scheduled: /^(?:waiting )*$/,
  denied: /^(?:waiting )*$/,
  cancelled: /^(?:waiting )*$/,
  expired: /^(?:waiting )*$/,
  running: /^(?:done )*(?:sent )?(?:waiting )*$/,
  done: /^(?:done )*$/,
  failed: /^(?:done )*(?:failed )?(?:not-sent |waiting )*$/,
  unknown: /^(?:done )*unknown (?:not-sent |waiting )*$/,
};

test('every sample is a request that can be: its risk, its steps and who approved it', () => {
  const odd = cards.flatMap((sample) => {
    const { card } = sample;
    const problems: string[] = [];
    const operation = operations.find(({ id }) => id === card.operation);
    if (operation?.kind !== 'change') return [`${placeOf(sample)}: ${card.operation} changes nothing`];
    const parsed = readAll(operation.params, card.given);
    if ('faults' in parsed) problems.push(`${card.operation} can’t be given ${JSON.stringify(card.given)}`);
    else if (riskOf({ operation, args: parsed.args, plan: card.plan }) !== card.risk)
      problems.push(`isn’t ${card.risk}`);
    const states = card.run.steps.map(({ state }) => `${state} `).join('');
    if (card.run.steps.length !== card.plan.steps.length || !stepStates[card.state].test(states))
      problems.push(`${card.state} with ${card.plan.steps.length} steps that are ${states}`);
    if (card.decision.approvals.some(({ by }) => by === card.asker.id)) problems.push('approved by its requester');
    if (
      card.state === 'proposed' &&
      card.decision.ruling.need === 'approve' &&
      card.decision.approvals.length >= card.decision.ruling.count
    )
      problems.push('has all of its approvals');
    if (card.decision.breakGlass && !card.decision.ruling.breakGlass) problems.push('nobody may break the glass');
    return problems.map((what) => `${placeOf(sample)}: ${what}`);
  });
  expect(odd).toEqual([]);
});
