import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { freePort, nextMessage, type Running, startBot, startScript, untilOk } from './processes.ts';
import { type Load, openLoad } from './slack-load.ts';
import { places, type StageFacts } from './stage-places.ts';

/** The simulators, ready for bots, and the load beside them. */
export interface Stage {
  /** Starts a bare Bolt app beside the bots, on a port of its own. */
  bare(): Promise<{ readonly running: Running; readonly port: number }>;
  readonly load: Load;
  /** The variables of a bot that lives on this stage, with a port and data of its own. */
  variables(): Promise<Readonly<Record<string, string>> & { readonly PORT: string }>;
  /** Starts a bot and waits until it is ready; with `/mcp` where agents are wanted. */
  bot(wanted?: { readonly agents: true }): Promise<{ readonly running: Running; readonly port: number }>;
  /** Calls back at each message in a channel until the returned function is called. */
  posted(channel: string, listener: (error: string | null) => void): () => void;
  facts(): Promise<StageFacts>;
  stop(): Promise<void>;
}

const Ready = z.object({ platformUrl: z.string(), token: z.string(), apiUrl: z.string() });
const Posted = z.object({ posted: z.string(), error: z.string().nullable() });
const Facts = z.object({ faults: z.array(z.string()), uploads: z.number(), monitorReads: z.number() });

/** Starts both simulators in a process of their own, with so many people. */
export async function openStage(people: number = places.people.length): Promise<Stage> {
  const simulators = startScript('./stage/stage-child.ts', [String(people)]);
  const [ready, load] = await Promise.all([nextMessage(simulators.child, Ready), openLoad()]);
  const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'));
  const bots: Running[] = [];

  async function variables() {
    const port = await freePort();
    return {
      SLACK_BOT_TOKEN: places.botToken,
      SLACK_SIGNING_SECRET: places.signingSecret,
      SLACK_API_URL: ready.apiUrl,
      PLATFORM_URL: ready.platformUrl,
      PLATFORM_TOKEN: ready.token,
      PLATFORM_CONTEXT: places.context,
      PORTOLAN_DATA: mkdtempSync(join(folder, 'data-')),
      HOST: '127.0.0.1',
      PORT: String(port),
    };
  }

  return {
    load,
    variables,
    async bot(wanted) {
      const given = await variables();
      const env = { ...given, ...(wanted ? { MCP_URL: `http://127.0.0.1:${given.PORT}/mcp` } : {}) };
      const started = startBot(env);
      bots.push(started);
      await untilOk(`http://127.0.0.1:${env.PORT}/readyz`, started.child);
      return { running: started, port: Number(env.PORT) };
    },
    async bare() {
      const port = await freePort();
      const started = startScript('./peers/bare-bolt.ts', [ready.apiUrl, String(port)]);
      await nextMessage(started.child, z.object({ ready: z.literal(true) }));
      return { running: started, port };
    },
    posted(channel, listener) {
      const hear = (message: unknown) => {
        const read = Posted.safeParse(message);
        if (read.success && read.data.posted === channel) listener(read.data.error);
      };
      simulators.child.on('message', hear);
      return () => void simulators.child.off('message', hear);
    },
    async facts() {
      const facts = nextMessage(simulators.child, Facts);
      simulators.child.send({});
      return facts;
    },
    async stop() {
      await Promise.all(bots.map((bot) => bot.stop()));
      await load.close();
      await simulators.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
