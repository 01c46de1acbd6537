import type { Message } from '../../src/playground/slack/workspace.ts';
import { createLogger } from '../../src/operate/logger.ts';
import { type Playground, type PlaygroundOptions, startPlayground } from '../../src/playground/playground.ts';
import { realWorld } from '../../src/world.ts';

/** A playground for a test file, with what the bot logged, a clock that can jump, and ways to look at messages. */
export interface Stage extends Playground {
  /** Every line that the bot logged, as it was written. */
  readonly lines: readonly string[];
  /** Lets the bot's clock, Slack's and the platform's jump; over HTTP at most some minutes, or signatures look old. */
  jump(ms: number): void;
  /** Lines of level error: a good test leaves none. */
  errors(): readonly string[];
  /** Waits until the bot has done everything that it was asked. */
  idle(): Promise<void>;
}

/** Starts the bot between its simulators. */
export async function startStage(options: Partial<Omit<PlaygroundOptions, 'world'>> = {}): Promise<Stage> {
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', stream: { write: (line: string) => void lines.push(line) } });
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const playground = await startPlayground({
    ...options,
    world: { ...realWorld(log), now },
    slack: { fileReadyMs: 0, now, signNow: Date.now, ...options.slack },
    platform: { now, ...options.platform },
  });
  return Object.assign(playground, {
    lines,
    jump(ms: number) {
      ahead += ms;
    },
    errors: () => lines.filter((line) => line.includes('"level":"error"') || line.includes('"level":"fatal"')),
    idle: () => playground.bot().idle(),
  });
}

/** Everything that a message or view shows, a line for each text. */
export function wordsOf(shown: unknown): string {
  const found: string[] = [];
  collect(shown, found);
  return found.join('\n');
}

function collect(value: unknown, found: string[]): void {
  if (Array.isArray(value)) for (const each of value) collect(each, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if ((key === 'text' || key === 'alt_text') && typeof each === 'string') found.push(each);
      else collect(each, found);
    }
  }
}

/** A message's words and buttons, without the fallback text. */
export function shownIn(message: Pick<Message, 'blocks'> | undefined): string {
  return wordsOf(message?.blocks ?? []);
}

/** The labels of the buttons of a message or view, with their action ids. */
export function buttonsOf(shown: { readonly blocks: readonly unknown[] } | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  for (const block of shown?.blocks ?? []) {
    if (!isRecord(block) || !Array.isArray(block.elements)) continue;
    for (const element of block.elements) {
      if (!isRecord(element) || typeof element.action_id !== 'string' || !isRecord(element.text)) continue;
      found[String(element.text.text)] = element.action_id;
    }
  }
  return found;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
