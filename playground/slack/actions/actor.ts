import type { JsonRecord, PageActed, PageSource, PageValue, PageValues } from '../page-protocol.ts';
import { directChannel, visibleTo } from '../workspace/channel-messages.ts';
import { stackOf } from '../workspace/open-views.ts';
import type { OpenView, StoredMessage, WorkspacePerson } from '../workspace/workspace.ts';
import type { Stage, Target } from './action-stage.ts';
import { loadOptions, press, shortcut } from './element-actions.ts';
import { close, submit } from './modal-actions.ts';
import { openHome, rewrite, say, slash } from './typed-actions.ts';

export type PressMore = { readonly values?: PageValues; readonly shownBlocks?: readonly JsonRecord[] };

/** Person with a Slack client. Actions resolve when the bot acks; later effects are in `messages` and `views`. */
export type SimulatedActor = {
  readonly id: string;
  readonly person: WorkspacePerson;
  slash(channel: string, text: string, threadTs?: string): Promise<PageActed>;
  say(channel: string, text: string, threadTs?: string): Promise<PageActed>;
  edit(channel: string, ts: string, text: string): Promise<PageActed>;
  mention(channel: string, text: string, threadTs?: string): Promise<PageActed>;
  /** Uses a button, overflow, select, picker or input. `target` may be just an action id. */
  press(on: PageSource, target: Target | string, value?: PageValue, more?: PressMore): Promise<PageActed>;
  options(on: PageSource, target: Target | string, typed: string, values?: PageValues): Promise<PageActed>;
  /** Fills in values and submits the view. Default: the top view. */
  submit(values: PageValues, view?: string): Promise<PageActed>;
  /** Closes the top view, or with `all` the whole stack. */
  close(all?: boolean): Promise<PageActed>;
  openHome(): Promise<PageActed>;
  shortcut(callbackId: string, on?: { readonly channel: string; readonly ts: string }): Promise<PageActed>;
  direct(): string;
  openSlackbot(): Promise<PageActed>;
  askSlackbot(tool: string, given: JsonRecord): Promise<JsonRecord>;
  /** Returns a channel's messages by time, without the ephemeral messages of other people. */
  messages(channel: string): readonly StoredMessage[];
  views(): readonly OpenView[];
  view(): OpenView | undefined;
  home(): OpenView | undefined;
  notices(): readonly string[];
};

function targetOf(target: Target | string): Target {
  return typeof target === 'string' ? { actionId: target } : target;
}

/** @throws if the id isn't in the workspace */
export function createActor(stage: Stage, id: string): SimulatedActor {
  const { sim } = stage;
  const person = sim.workspace.people.get(id);
  if (!person) throw new Error(`nobody in this workspace has the id ${id}`);
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
