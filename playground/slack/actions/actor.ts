import type { JsonRecord, PageActed, PageSource, PageValue, PageValues } from '../page-protocol.ts';
import { directChannel, visibleTo } from '../workspace/channel-messages.ts';
import { stackOf } from '../workspace/open-views.ts';
import type { OpenView, StoredMessage, WorkspacePerson } from '../workspace/workspace.ts';
import type { Stage, Target } from './action-stage.ts';
import { loadOptions, press, shortcut } from './element-actions.ts';
import { close, submit } from './modal-actions.ts';
import { openHome, rewrite, say, slash } from './typed-actions.ts';

/** The rest of an act: other values of the form, and blocks as they were seen before an update arrived. */
export type PressMore = { readonly values?: PageValues; readonly seen?: readonly JsonRecord[] };

/**
 * A person at their Slack client. Every act ends when the bot has acknowledged it (or Slack has refused it); what the
 * bot does afterwards shows up in `messages`, `views` and the log.
 */
export type SimulatedActor = {
  readonly id: string;
  readonly person: WorkspacePerson;
  /** Types `/command words` into a channel. */
  slash(channel: string, text: string, threadTs?: string): Promise<PageActed>;
  /** Posts a message. */
  say(channel: string, text: string, threadTs?: string): Promise<PageActed>;
  /** Edits a message of this person's. */
  edit(channel: string, ts: string, text: string): Promise<PageActed>;
  /** Posts a message that begins with a mention of the bot. */
  mention(channel: string, text: string, threadTs?: string): Promise<PageActed>;
  /** Uses a button, overflow, select, picker, or an input; `target` is an action id where that is enough. */
  press(on: PageSource, target: Target | string, value?: PageValue, more?: PressMore): Promise<PageActed>;
  /** Opens, or types into, an external select. */
  options(on: PageSource, target: Target | string, typed: string, values?: PageValues): Promise<PageActed>;
  /** Fills in what is given and submits the view (the top one unless named). */
  submit(values: PageValues, view?: string): Promise<PageActed>;
  /** Closes the top view, or with `all` the whole stack. */
  close(all?: boolean): Promise<PageActed>;
  openHome(): Promise<PageActed>;
  shortcut(callbackId: string, on?: { readonly channel: string; readonly ts: string }): Promise<PageActed>;
  /** The channel of this person's direct messages with the bot. */
  direct(): string;
  /** Opens this person's direct messages with Slackbot. */
  openSlackbot(): Promise<PageActed>;
  /** What Slackbot gets for this person from a tool of the bot's. */
  askSlackbot(tool: string, given: JsonRecord): Promise<JsonRecord>;
  /** What this person sees in a channel, by time; ephemerals of others are not in it. */
  messages(channel: string): readonly StoredMessage[];
  /** The open modals, bottom first. */
  views(): readonly OpenView[];
  /** The modal on top. */
  view(): OpenView | undefined;
  home(): OpenView | undefined;
  /** Lines that Slack itself showed to this person. */
  notices(): readonly string[];
};

function targetOf(target: Target | string): Target {
  return typeof target === 'string' ? { actionId: target } : target;
}

/** The client of one person; throws for an id that is not in the workspace. */
export function createActor(stage: Stage, id: string): SimulatedActor {
  const { sim } = stage;
  const found = sim.workspace.people.get(id);
  if (!found) throw new Error(`nobody in this workspace has the id ${id}`);
  const person = found;
  const top = () => stackOf(sim, id).at(-1);
  return {
    id,
    person,
    slash: (channel, text, threadTs) => slash(stage, person, { channel, text, threadTs }),
    say: (channel, text, threadTs) => say(stage, person, { channel, text, threadTs }),
    edit: (channel, ts, text) => rewrite(stage, person, { channel, ts, text }),
    mention: (channel, text, threadTs) =>
      say(stage, person, { channel, text: `<@${sim.workspace.bot.user}> ${text}`, threadTs }),
    press: (on, target, value, more) => press(stage, person, { on, target: targetOf(target), value, ...more }),
    options: (on, target, typed, values) => loadOptions(stage, person, { on, target: targetOf(target), typed, values }),
    submit: (values, view) => submit(stage, person, view ?? top()?.id ?? '', values),
    close: (all) => close(stage, person, top()?.id ?? '', all ?? false),
    openHome: () => openHome(stage, person),
    shortcut: (callbackId, on) => shortcut(stage, person, callbackId, on),
    direct: () => directChannel(sim, id).id,
    openSlackbot: () => stage.slackbot.open(person),
    askSlackbot: (tool, given) => stage.slackbot.call(person, tool, given),
    messages: (channel) => visibleTo(sim, channel, id),
    views: () => stackOf(sim, id),
    view: top,
    home: () => sim.workspace.views.get(sim.workspace.homes.get(id) ?? ''),
    notices: () => sim.journal.notices.filter((notice) => notice.user === id).map((notice) => notice.say),
  };
}
