import type { Mention } from '../text/text.ts';
import { commandMsg } from './command-messages.ts';
import { ok, type Read, wrong } from './params.ts';

/** Parses a person or group as Slack writes it in a command: `<@U…|name>`, `<!subteam^S…|name>`, or the bare id. */
export function readPerson(typed: string): Read<string> {
  const [, person, group] = /^<?(?:@([UW][A-Z0-9]{2,20})|!subteam\^(S[A-Z0-9]{2,20}))(?:\|[^>]*)?>?$/.exec(typed) ?? [];
  const id = person ?? group ?? /^[USW](?=.*\d)[A-Z0-9]{2,20}$/.exec(typed)?.[0];
  return id === undefined ? wrong(commandMsg.notPerson({ typed })) : ok(id);
}

/** Checks whether an id is that of a user group, not of a person. */
export function isGroupId(id: string): boolean {
  return id.startsWith('S');
}

export function mentionOf(id: string): Mention {
  return isGroupId(id) ? { group: id } : { user: id };
}
