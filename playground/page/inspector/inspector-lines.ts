import type { InspectorEntry } from '../../inspector-protocol.ts';
import { objectOf, stringOf } from '../../slack/json-values.ts';
import type { JsonRecord, PageLogEntry } from '../../slack/page-protocol.ts';

export type Way = 'slack-bot' | 'agent-bot' | 'bot-slack' | 'bot-platform' | 'slack';

/** Exchange in the inspector. Times in epoch ms. `ms` is null without an answer, or if the duration is unknown. */
export type InspectorLine = {
  readonly key: string;
  readonly at: number;
  readonly ms: number | null;
  readonly way: Way;
  readonly title: string;
  /** "200", "ok", Slack's error code … */
  readonly status: string;
  readonly bad: boolean;
  readonly writes: boolean;
  readonly parts: readonly { readonly label: string; readonly value: unknown }[];
};

export type InspectorActivity = {
  readonly key: string;
  readonly title: string;
  /** User id of the acting person, or '' if the bot acted without a person. */
  readonly who: string;
  readonly at: number;
  readonly lines: readonly InspectorLine[];
};

type Start = { readonly title: string; readonly who: string };
type Marked = { readonly line: InspectorLine; readonly start: Start | null };

const quietGap = 20_000;

/** Groups both logs by activity, newest first. The exchanges of an activity are in order. */
export function activitiesOf(
  slack: readonly PageLogEntry[],
  platform: readonly InspectorEntry[],
): readonly InspectorActivity[] {
  const acks = new Map(
    slack.flatMap((entry): [unknown, PageLogEntry][] =>
      entry.kind === 'ack' ? [[objectOf(entry.detail).delivery, entry]] : [],
    ),
  );
  const marked = [
    ...slack.filter((entry) => entry.kind !== 'ack').map((entry) => ofSlack(entry, acks.get(entry.n))),
    ...platform.map((entry): Marked => ({ line: ofPlatform(entry), start: null })),
  ].sort((a, b) => a.line.at - b.line.at);
  const doings: { title: string; who: string; lines: InspectorLine[] }[] = [];
  for (const { line, start } of marked) {
    const current = doings.at(-1);
    const last = current?.lines.at(-1);
    const alone = last === undefined || line.at - last.at > quietGap;
    if (start !== null) doings.push({ ...start, lines: [line] });
    else if (current === undefined || alone) doings.push({ title: 'The bot, on its own', who: '', lines: [line] });
    else current.lines.push(line);
  }
  return doings
    .map(({ title, who, lines }) => ({ key: lines[0]?.key ?? '', title, who, at: lines[0]?.at ?? 0, lines }))
    .reverse();
}

function ofPlatform(entry: InspectorEntry): InspectorLine {
  const { n, at, ms, method, path, query, status, request, answer, fault } = entry;
  return {
    key: `platform-${n}`,
    at: at,
    ms,
    way: 'bot-platform',
    title: `${method} ${path.replace(/^\/openapi\/v1/, '')}${query === '' ? '' : `?${query}`}`,
    status: `${status === 0 ? 'no response' : status}${fault === null ? '' : ` · fault: ${fault}`}`,
    bad: status === 0 || status >= 400,
    writes: method !== 'GET' && method !== 'HEAD',
    parts: [
      { label: 'Address', value: `${method} ${path}${query === '' ? '' : `?${query}`}` },
      ...(request === null || request === undefined ? [] : [{ label: 'Request', value: request }]),
      { label: 'Answer', value: answer },
    ],
  };
}

function ofSlack(entry: PageLogEntry, ack: PageLogEntry | undefined): Marked {
  const detail = objectOf(entry.detail);
  const shared = { key: `slack-${entry.n}`, at: entry.at, writes: false };
  if (entry.kind === 'delivery') {
    const { title, start } = readDelivery(entry.name, detail);
    const ms = ack === undefined ? null : ack.at - entry.at;
    const status = ack === undefined ? 'waiting' : (ack.error ?? 'acknowledged');
    const answer = objectOf(ack?.detail).body;
    const parts = [
      { label: 'Payload', value: detail.payload },
      ...(answer === undefined || answer === '' ? [] : [{ label: 'Acknowledged with', value: answer }]),
    ];
    return {
      line: { ...shared, ms, way: 'slack-bot', title, status, bad: typeof ack?.error === 'string', parts },
      start,
    };
  }
  if (entry.kind === 'agent') return ofAgent(entry, detail, ack);
  const bad = entry.error !== null;
  const status = entry.error ?? 'ok';
  return {
    line: { ...shared, ms: null, way: wayOf(entry), title: nameOf(entry), status, bad, parts: partsOf(entry, detail) },
    start: null,
  };
}

function ofAgent(entry: PageLogEntry, detail: JsonRecord, ack: PageLogEntry | undefined): Marked {
  const answer = objectOf(ack?.detail).body;
  const refused = objectOf(objectOf(answer).result).isError === true;
  const title = `${stringOf(detail.agent)}: ${entry.name}`;
  const parts = [
    { label: 'Request', value: detail.request },
    ...(answer === undefined || answer === '' ? [] : [{ label: 'Answer', value: answer }]),
  ];
  return {
    line: {
      ...{ key: `slack-${entry.n}`, at: entry.at, writes: false, way: 'agent-bot', title, parts },
      ms: ack === undefined ? null : ack.at - entry.at,
      status: ack === undefined ? 'waiting' : (ack.error ?? (refused ? 'refused' : 'ok')),
      bad: refused || typeof ack?.error === 'string',
    },
    start: { title, who: stringOf(detail.user) },
  };
}

function wayOf(entry: PageLogEntry): Way {
  return entry.kind === 'socket' || entry.kind === 'fault' ? 'slack' : 'bot-slack';
}

function nameOf({ kind, name }: PageLogEntry): string {
  switch (kind) {
    case 'upload':
      return `upload of ${name}`;
    case 'response_url':
      return 'response_url';
    case 'socket':
      return `connection ${name}`;
    case 'fault':
      return `refused: ${name}`;
    default:
      return name;
  }
}

function partsOf(entry: PageLogEntry, detail: JsonRecord) {
  if (entry.kind !== 'api') return [{ label: 'Content', value: entry.detail }];
  const answer = detail.answer === undefined ? [] : [{ label: 'Answer', value: detail.answer }];
  return [{ label: 'Request', value: detail.args }, ...answer];
}

function readDelivery(name: string, detail: JsonRecord): { readonly title: string; readonly start: Start | null } {
  const payload = objectOf(detail.payload);
  const who =
    stringOf(payload.user_id) || stringOf(objectOf(payload.user).id) || stringOf(objectOf(payload.event).user);
  const started = (title: string) => ({ title, start: { title, who } });
  if (detail.kind === 'slash_commands') return started(`${stringOf(payload.command)} ${stringOf(payload.text)}`.trim());
  if (detail.kind === 'events_api') return started(eventTitle(objectOf(payload.event), name));
  switch (payload.type) {
    case 'block_suggestion':
      return { title: `options for “${stringOf(payload.value)}”`, start: null };
    case 'block_actions':
      return started(`used ${name}`);
    case 'view_submission':
      return started(`submitted “${viewTitle(payload)}”`);
    case 'view_closed':
      return started(`closed “${viewTitle(payload)}”`);
    default:
      return started(name);
  }
}

function viewTitle(payload: JsonRecord): string {
  return stringOf(objectOf(objectOf(payload.view).title).text, 'a modal');
}

function eventTitle(event: JsonRecord, name: string): string {
  switch (event.type) {
    case 'app_home_opened':
      return 'opened App Home';
    case 'app_mention':
      return `mentioned the bot: ${stringOf(event.text)}`;
    case 'message':
      return `wrote: ${stringOf(event.text)}`;
    default:
      return name;
  }
}
