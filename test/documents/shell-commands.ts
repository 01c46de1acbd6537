import type { CodeBlock } from './markdown.ts';

export interface ShellCommand {
  readonly words: readonly string[];
  /** Tool that tests don't have, from the block's first line: `# Needs: Docker`. */
  readonly needs: string | undefined;
  readonly line: number;
}

/** Returns the commands in a block. `\` continues a command on the next line; `&&`, `|` and `;` separate commands. */
export function shellCommands(block: CodeBlock): readonly ShellCommand[] {
  const needs = /^# Needs: (.+)$/m.exec(block.text.split('\n', 1)[0] ?? '')?.[1];
  return block.text
    .replaceAll('\\\n', '  ')
    .split('\n')
    .flatMap((text, index) => splitCommands(text).map((words) => ({ words, needs, line: block.line + 1 + index })));
}

function splitCommands(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [, single, double, bare, separator] of text.matchAll(
    /'([^']*)'|"([^"]*)"|(#.*$|[^\s'"|&;#][^\s'"|&;]*)|(&&|\|\||[|;&])/g,
  )) {
    if (separator !== undefined) commands.push([]);
    else if (bare?.startsWith('#')) break;
    else commands.at(-1)?.push(single ?? double ?? bare ?? '');
  }
  return commands
    .map((words) => words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word))))
    .filter((words) => words.length > 0 && !/^[A-Z_]+=/.test(words[0] ?? ''));
}
