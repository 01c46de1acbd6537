import { isJson } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import type { Workspace } from './workspace.ts';

/** Slack's conversion of typed text, and the people whom bots' texts notify. */

function escapeSigns(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const token = /<[@#!][^<>]+>/g;
const address =
  /(^|[\s=("'])((?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?(?:\/[^\s<>|"')]*)?)/gi;

function link(text: string): string {
  return text.replace(address, (_all, before: string, url: string) =>
    /^https?:/i.test(url) ? `${before}<${url}>` : `${before}<http://${url}|${url}>`,
  );
}

/** Replaces names after `@` and `#` by Slack's tokens. `named` adds the name to the token, as in slash commands. */
function mention(workspace: Workspace, text: string, named: boolean): string {
  const people = new Map([...workspace.people.values()].map((person) => [person.name, person]));
  const groups = new Map([...workspace.groups.values()].map((group) => [group.handle, group]));
  const channels = new Map([...workspace.channels.values()].map((channel) => [channel.name, channel]));
  return text
    .replace(/(^|[\s=,])@([\p{L}\d._-]+)/gu, (all, before: string, name: string) => {
      const person = people.get(name);
      const group = groups.get(name);
      if (person) return `${before}<@${person.id}${named ? `|${person.name}` : ''}>`;
      if (group) return `${before}<!subteam^${group.id}${named ? `|@${group.handle}` : ''}>`;
      return ['here', 'channel', 'everyone'].includes(name) ? `${before}<!${name}>` : all;
    })
    .replace(/(^|\s)#([\p{L}\d_-]+)/gu, (all, before: string, name: string) => {
      const channel = channels.get(name);
      return channel && channel.kind !== 'direct' ? `${before}<#${channel.id}|${channel.name}>` : all;
    });
}

function outsideTokens(text: string, change: (part: string) => string): string {
  let out = '';
  let at = 0;
  for (const match of text.matchAll(token)) {
    out += change(text.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return out + change(text.slice(at));
}

/** Converts a typed message as in events: `&`, `<`, `>` escaped, URLs and bare domains linked. */
export function typedMessage(workspace: Workspace, text: string): string {
  return outsideTokens(mention(workspace, text, false), (part) => link(escapeSigns(part)));
}

/** Converts a slash command's text: unchanged, or with tokens for users, channels and links. */
export function typedCommand(workspace: Workspace, text: string, escapes: boolean): string {
  return escapes ? outsideTokens(mention(workspace, text, true), (part) => link(escapeSigns(part))) : text;
}

function pingsIn(text: string): readonly string[] {
  const users = [...text.matchAll(/<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/g)].map((match) => match[1] ?? '');
  const groups = [...text.matchAll(/<!subteam\^(S[A-Z0-9]+)(?:\|[^>]*)?>/g)].map((match) => match[1] ?? '');
  const all = [...text.matchAll(/<!(here|channel|everyone)(?:\|[^>]*)?>/g)].map((match) => match[1] ?? '');
  return [...users, ...groups, ...all];
}

function pingsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(pingsOf);
  if (!isJson(value)) return [];
  if (value.type === 'plain_text' || value.type === 'raw_text') return [];
  if ((value.type === 'mrkdwn' || value.type === 'markdown') && typeof value.text === 'string')
    return pingsIn(value.text);
  if (value.type === 'user') return [String(value.user_id)];
  if (value.type === 'usergroup') return [String(value.usergroup_id)];
  if (value.type === 'broadcast') return [String(value.range)];
  return Object.values(value).flatMap(pingsOf);
}

/** Returns the people who are notified of a new message: by its blocks if it has any, else by its text. */
export function pings(text: string, blocks: readonly JsonRecord[]): readonly string[] {
  return [...new Set(blocks.length > 0 ? pingsOf(blocks) : pingsIn(text))];
}
