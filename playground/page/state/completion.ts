import type { PageCommand, PagePerson } from '../../slack/page-protocol.ts';

export type Completion = {
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  readonly note: string;
  /** The composer's text after this completion is chosen. */
  readonly text: string;
  readonly cursor: number;
};

/** Suggestions of the composer: commands, words of a command, or people. */
export type Help = {
  readonly completions: readonly Completion[];
  readonly hint: string;
  readonly command: PageCommand | null;
};

/** Slack's own commands that the playground supports, because the bot suggests them. */
export const slackCommands: readonly PageCommand[] = [
  { command: '/invite', description: 'Slack: add Portolan to this conversation', hint: '@portolan' },
  { command: '/remove', description: 'Slack: remove Portolan from this conversation', hint: '@portolan' },
];

/** Returns the membership change that a command of Slack asks for, or null if the change isn't about the bot. */
export function membershipWanted(text: string): 'invite_bot' | 'remove_bot' | null {
  const [, command, who = ''] = /^\/(invite|remove)(?:\s+(\S+))?\s*$/.exec(text) ?? [];
  if (command === undefined || !['', '@portolan', 'portolan'].includes(who.toLowerCase())) return null;
  return command === 'invite' ? 'invite_bot' : 'remove_bot';
}

const nothing: Help = { completions: [], hint: '', command: null };

export function completionsFor(
  text: string,
  cursor: number,
  commands: readonly PageCommand[],
  people: readonly PagePerson[],
): Help {
  if (text.startsWith('/')) return helpForCommand(text, cursor, commands);
  return { ...nothing, completions: mentionsAt(text, cursor, people) };
}

function helpForCommand(text: string, cursor: number, commands: readonly PageCommand[]): Help {
  const [word = ''] = text.split(/\s/, 1);
  if (cursor <= word.length) {
    const wanted = word.toLowerCase();
    const fits = commands.filter(({ command }) => command.startsWith(wanted));
    // A part of a command also matches, such as `port` in a command with the workspace's prefix (/rb-port).
    const others = commands.filter(
      (one) => !fits.includes(one) && one.command.includes(wanted.slice(1)) && wanted.length > 2,
    );
    return { ...nothing, completions: [...fits, ...others].map((one) => takeCommand(one, text, word)) };
  }
  const command = commands.find((one) => one.command === word) ?? null;
  if (command === null) return nothing;
  return { command, hint: command.hint, completions: wordsAt(text, cursor, command) };
}

function takeCommand({ command, description, hint }: PageCommand, text: string, word: string): Completion {
  const rest = text.slice(word.length).trimStart();
  const filled = `${command} ${rest}`;
  return {
    key: command,
    title: command,
    hint,
    note: description,
    text: filled,
    cursor: command.length + 1,
  };
}

/** Returns the first words of a usage hint (`list | open <component> …`), as suggestions. */
export function firstWords(hint: string): readonly string[] {
  const words = hint
    .split('|')
    .map((part) => /^[\s(]*([a-z][a-z-]+)(?![=:\w/])/.exec(part)?.[1])
    .filter((word) => word !== undefined);
  return [...new Set(words)];
}

function wordsAt(text: string, cursor: number, command: PageCommand): readonly Completion[] {
  const before = text.slice(0, cursor);
  const typed = /^\S+\s+(\S*)$/.exec(before)?.[1];
  if (typed === undefined || cursor !== text.length) return [];
  const words = firstWords(command.hint).filter((word) => word.startsWith(typed) && word !== typed);
  const head = before.slice(0, before.length - typed.length);
  return words.map((word) => {
    const filled = `${head}${word} `;
    return { key: word, title: word, hint: '', note: command.command, text: filled, cursor: filled.length };
  });
}

function mentionsAt(text: string, cursor: number, people: readonly PagePerson[]): readonly Completion[] {
  const match = /(^|\s)@([\p{L}\p{N}._-]*)$/u.exec(text.slice(0, cursor));
  if (match === null) return [];
  const typed = (match[2] ?? '').toLowerCase();
  const start = cursor - typed.length - 1;
  return people
    .filter(({ name, realName }) => name.toLowerCase().startsWith(typed) || realName.toLowerCase().includes(typed))
    .sort((a, b) => Number(b.kind === 'bot') - Number(a.kind === 'bot'))
    .map(({ id, name, realName }) => {
      const filled = `${text.slice(0, start)}@${name} `;
      return {
        key: id,
        title: `@${name}`,
        hint: '',
        note: realName,
        text: filled + text.slice(cursor).trimStart(),
        cursor: filled.length,
      };
    });
}

/** Replaces handles by Slack's mentions: `@liu` → `<@U0LIU>`. Doesn't change email addresses and longer words. */
export function withMentions(text: string, people: readonly PagePerson[]): string {
  return text.replace(/(^|[\s(])@([\p{L}\p{N}._-]*[\p{L}\p{N}])/gu, (all, before: string, name: string) => {
    const person = people.find((one) => one.name === name);
    return person === undefined ? all : `${before}<@${person.id}>`;
  });
}
