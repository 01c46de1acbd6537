import { slackbotFault } from '../check/check-slackbot.ts';
import { sign } from '../delivery/deliver.ts';
import { isJson, objectOf, objectsOf, parseJson, stringOf } from '../json-values.ts';
import type { JsonRecord, PageActed } from '../page-protocol.ts';
import type { SlackState } from '../slack-state.ts';
import { change, post } from '../workspace/channel-messages.ts';
import type { Channel, StoredMessage, WorkspacePerson } from '../workspace/workspace.ts';
import { argumentsOf, formBlocks, type ServerTool } from './tool-form.ts';

/**
 * Simulated Slackbot (docs/slack.md#slackbot). Instead of a model, people select a tool and enter its arguments in a
 * form. It signs requests as Slack does, and shows a result's blocks, or no blocks if one of them is invalid.
 */
export type SimulatedSlackbot = {
  open(person: WorkspacePerson): Promise<PageActed>;
  /** Calls a tool for a person, as Slackbot's model would. @returns the server's result or error */
  call(person: WorkspacePerson, tool: string, given: JsonRecord): Promise<JsonRecord>;
  press(person: WorkspacePerson, message: StoredMessage, element: JsonRecord): Promise<PageActed>;
};

export const slackbotUser = 'USLACKBOT';

const refuse = (error: string, say: string): PageActed => ({ ok: false, error, say });
const pick = 'slackbot.tool';
const callTool = 'slackbot.call';
const markup = (text: string) => ({ type: 'mrkdwn', text });
const plain = (text: string, max: number) => ({ type: 'plain_text', text: text.slice(0, max) || '–', emoji: false });

/** @param signNow clock of signatures, epoch ms */
export function createSlackbot(sim: SlackState, signNow: () => number): SimulatedSlackbot {
  let tools: readonly ServerTool[] = [];
  let calls = 0;

  async function send(person: WorkspacePerson | null, method: string, params: JsonRecord): Promise<JsonRecord> {
    calls += 1;
    const message = { jsonrpc: '2.0', id: calls, method, params };
    const body = JSON.stringify(message);
    const seconds = Math.floor(signNow() / 1_000);
    const name = method === 'tools/call' ? stringOf(params.name) : method;
    const { n } = sim.journal.write('agent', name, null, {
      agent: 'Slackbot',
      user: person?.id ?? '',
      request: message,
    });
    const { status, answer } = await fetch(sim.bot.mcpUrl ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-slack-request-timestamp': String(seconds),
        'x-slack-signature': sign(sim.bot.signingSecret, seconds, body),
      },
      body,
    }).then(
      async (response) => ({ status: response.status, answer: parseJson(await response.text()) }),
      () => ({ status: 0, answer: null }),
    );
    sim.journal.write('ack', name, status === 200 ? null : String(status), { delivery: n, body: answer });
    const { result, error } = objectOf(answer);
    return isJson(result)
      ? result
      : { isError: true, content: [{ type: 'text', text: stringOf(objectOf(error).message, `Status ${status}`) }] };
  }

  function call(person: WorkspacePerson, tool: string, given: JsonRecord): Promise<JsonRecord> {
    const slack = { user_id: person.id, team_id: person.teamId };
    return send(person, 'tools/call', { name: tool, arguments: given, _meta: { slack } });
  }

  async function readTools(): Promise<readonly ServerTool[]> {
    const listed = objectsOf((await send(null, 'tools/list', {})).tools);
    tools = listed.map((each) => ({
      name: stringOf(each.name),
      title: stringOf(each.title, stringOf(each.name)),
      description: stringOf(each.description),
      inputSchema: objectOf(each.inputSchema),
    }));
    return tools;
  }

  function formOf(chosen?: ServerTool): readonly JsonRecord[] {
    const options = tools.map(({ name, title }) => ({ text: plain(title, 75), value: name }));
    const initial = options.find(({ value }) => value === chosen?.name);
    const select = {
      ...{ type: 'static_select', action_id: pick, placeholder: plain('Choose a tool', 150), options },
      ...(initial ? { initial_option: initial } : {}),
    };
    const says = 'The real Slackbot chooses a tool of Portolan by what you write. Here, you choose it.';
    return [
      { type: 'section', block_id: 'pick', text: markup(says) },
      { type: 'actions', block_id: 'tool', elements: [select] },
      ...(chosen ? [...formBlocks(chosen), callButton(chosen)] : []),
    ];
  }

  async function pressed(person: WorkspacePerson, message: StoredMessage, element: JsonRecord): Promise<PageActed> {
    const action = stringOf(element.action_id);
    const chosen = stringOf(objectOf(objectOf(message.states.tool?.[pick]).selected_option).value);
    const tool = tools.find(({ name }) => name === (action === callTool ? stringOf(element.value) : chosen));
    if (action === pick) {
      change(sim, message, { blocks: formOf(tool) });
      return { ok: true };
    }
    if (action === callTool && tool) {
      const given = argumentsOf(tool, message.states);
      if ('unreadable' in given) return refuse('invalid_arguments', stringOf(given.unreadable));
      const result = shownResult(await call(person, tool.name, given));
      post(sim, { channel: message.channel, user: slackbotUser, ...result });
      return { ok: true };
    }
    // Slackbot handles the actions `tool:<name>` as tool calls, and ignores all others.
    const [, named] = /^tool:(.+)$/.exec(action) ?? [];
    if (named === undefined) return { ok: true };
    const given = parseJson(stringOf(element.value));
    change(sim, message, shownResult(await call(person, named, isJson(given) ? given : {})));
    return { ok: true };
  }

  return {
    call,
    press: pressed,
    async open(person) {
      if (sim.bot.mcpUrl === undefined) return refuse('no_server', 'The app has no server for Slackbot.');
      const channel = channelOf(sim, person);
      if (tools.length === 0 && (await readTools()).length === 0)
        return refuse('no_tools', 'The app’s server doesn’t answer Slackbot.');
      if (!sim.workspace.messages.some((message) => message.channel === channel.id))
        post(sim, { channel: channel.id, user: slackbotUser, text: 'Choose a tool.', blocks: formOf() });
      return { ok: true, channel: channel.id };
    },
  };
}

function callButton({ name, title }: ServerTool): JsonRecord {
  const button = { type: 'button', action_id: callTool, style: 'primary', text: plain(title, 75), value: name };
  return { type: 'actions', block_id: 'call', elements: [button] };
}

/** Returns a result as Slackbot shows it: its blocks, or its text and why there are no blocks. Pure. */
export function shownResult(result: JsonRecord): { readonly text: string; readonly blocks: readonly JsonRecord[] } {
  const texts = objectsOf(result.content).flatMap(({ type, text }) => (type === 'text' ? [stringOf(text)] : []));
  const text = texts[0] ?? '';
  const blocks = objectsOf(objectOf(objectOf(result._meta).slack).blocks);
  const fault = blocks.length > 0 ? slackbotFault(blocks) : null;
  if (blocks.length > 0 && fault === null) return { text, blocks };
  const why =
    fault === null ? [] : [{ type: 'context', elements: [plain(`Slackbot dropped the blocks: ${fault}`, 2_000)] }];
  const data = texts[1] === undefined || result.isError === true ? [] : [preformatted(texts[1])];
  return { text, blocks: [{ type: 'section', text: plain(text, 3_000) }, ...data, ...why] };
}

function preformatted(json: string): JsonRecord {
  const text = JSON.stringify(parseJson(json), null, 2).slice(0, 2_900);
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
  };
}

function channelOf(sim: SlackState, person: WorkspacePerson): Channel {
  const { channels, people, team } = sim.workspace;
  const id = `D0SLACKBOT${person.id.slice(1)}`;
  const open = channels.get(id);
  if (open) return open;
  if (!people.has(slackbotUser))
    people.set(slackbotUser, {
      ...{ id: slackbotUser, name: 'slackbot', realName: 'Slackbot', kind: 'bot', teamId: team.id },
      ...{ locale: 'en-US', timeZone: 'Etc/UTC', admin: false, appUser: false, deleted: false },
    });
  const members = new Set([person.id, slackbotUser]);
  const channel: Channel = { id, name: slackbotUser, kind: 'direct', members, topic: '', archived: false };
  channels.set(id, channel);
  sim.journal.touch('channels', 'people');
  return channel;
}
