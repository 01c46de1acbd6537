import { commandMsg } from './command-messages.ts';
import { ok, type Read, wrong } from './params.ts';

/** Parses a person or group as Slack writes it in a command: `<@U…|name>`, `<!subteam^S…|name>`, or the bare id. */
export function readPerson(typed: string): Read<string> {
  const [, person, group] = /^<?(?:@([UW][A-Z0-9]{2,20})|!subteam\^(S[A-Z0-9]{2,20}))(?:\|[^>]*)?>?$/.exec(typed) ?? [];
  const id = person ?? group ?? /^[USW](?=.*\d)[A-Z0-9]{2,20}$/.exec(typed)?.[0];
  return id === undefined ? wrong(commandMsg.notPerson({ typed })) : ok(id);
}
