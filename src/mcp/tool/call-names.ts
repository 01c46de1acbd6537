import { commands } from '../../operations/commands.ts';
import { operations } from '../../operations/index.ts';
import type { Operation } from '../../operations/shared/define.ts';

/** A command as texts name it, behind the prefix of a workspace. */
const typedCommand = new RegExp(`\`/[^\\s\`]*?(${commands.join('|')}) ([^\`]+)\``, 'g');

/** Writes the commands in a text as what agents can call instead. Those that agents don't have stay. Pure. */
export function nameCalls(text: string): string {
  return text.replace(typedCommand, (typed: string, command: string, words: string) => {
    const found = selectedBy(command, words.split(' '));
    return found ? callName(found, typed) : typed;
  });
}

/** The operation of a command with the most words of its own. */
function selectedBy(command: string, words: readonly string[]): Operation | undefined {
  const selected = operations
    .filter((each) => each.command === command)
    .flatMap((each) => each.keywords.map((keyword) => ({ each, keyword })))
    .filter(({ keyword }) => keyword.length > 0 && keyword.every((word, index) => words[index] === word));
  return selected.toSorted((one, other) => other.keyword.length - one.keyword.length)[0]?.each;
}

function callName({ kind, id, tool }: Operation, otherwise: string): string {
  if (kind === 'change') return `the change \`${id}\``;
  if ('none' in tool) return otherwise;
  return 'view' in tool && tool.view ? `\`${tool.name}\` with view \`${tool.view}\`` : `\`${tool.name}\``;
}
