import { interpret } from '../../src/core/command/interpret.ts';
import type { Request } from '../../src/core/operation.ts';
import { commands } from '../../src/operations/commands.ts';
import { operations } from '../../src/operations/index.ts';

const shownPrefix = 'rb-';

const placeholders: Readonly<Record<string, string>> = {
  component: 'web',
  port: '8080',
  protocol: 'tcp',
  domain: 'shop.example.com',
  duration: '2h',
  region: 'east-1',
  id: 'a1b2c3',
  'team/region/app': 'shop/east-1/12',
  'words of a change': 'port open web 8080',
};

export interface ParsedCommand {
  readonly request: Request;
  readonly faults: readonly string[];
}

/** Parses a slash command like the bot. Returns undefined if the command isn't one of Portolan's. */
export function readCommand(typed: string): ParsedCommand | undefined {
  const [, name = '', text = ''] = /^\/([\w-]+)\s*(.*)$/s.exec(typed.trim()) ?? [];
  const bare = name.startsWith(shownPrefix) ? name.slice(shownPrefix.length) : name;
  const command = commands.find((each) => each === bare);
  if (command === undefined) return undefined;
  const filled = text.replace(/<([^<>]+)>/g, (whole, word: string) => placeholders[word] ?? whole);
  const meant = interpret(operations, command, filled, name === bare ? '' : shownPrefix);
  if (meant.meaning !== 'request') return undefined;
  return { request: meant.request, faults: meant.faults.map(({ param, why }) => `${param} ${JSON.stringify(why)}`) };
}
