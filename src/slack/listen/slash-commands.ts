import { unescapeCommand, unescapeEntities } from '../../core/command/tokenize.ts';
import { type Command, mainCommand } from '../../core/operation.ts';
import { commands } from '../../operations/commands.ts';
import { tryWordsAgain } from '../answer/try-again.ts';
import { doTyped } from '../app/handlers.ts';
import { peopleIn } from '../app/people-params.ts';
import { CommandBody } from '../interaction/payloads.ts';
import { createResponder } from '../interaction/responder.ts';
import { begin, forMember, type Listening } from './listening.ts';

export function listenToCommands(listening: Listening): void {
  const { app, bot } = listening;
  const { services, metrics } = bot;
  app.command(/.*/, async ({ command, ack, respond }) => {
    const since = services.world.now();
    await ack();
    metrics.acked('command', services.world.now() - since);
    const body = CommandBody.parse(command);
    const name = commandOf(body.command, services.prefix);
    const reply = createResponder(bot, { channel: body.channel_id, user: body.user_id, respond });
    const asked = name ?? mainCommand;
    const { escapes, keys } = peopleIn(services.operations, asked);
    const typed = escapes ? unescapeCommand(body.text, keys) : unescapeEntities(body.text);
    const words = name ? typed : `${body.command} ${typed}`;
    const from = { from: 'command', channel: body.channel_id, reply, trigger: body.trigger_id } as const;
    begin(listening, {
      what: body.command,
      reply,
      again: (page) => tryWordsAgain(services, asked, words, page),
      act: () => forMember(bot, from, (interaction) => doTyped(bot, interaction, asked, words)),
    });
  });
}

/** Returns the command of a typed name with prefix; undefined if the name is installed but unknown to this version. */
function commandOf(typed: string, prefix: string): Command | undefined {
  const bare = typed.replace(/^\//, '');
  const name = prefix && bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
  return commands.find((each) => each === name);
}
