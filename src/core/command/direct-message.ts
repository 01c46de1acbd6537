/** Whether a channel is someone's direct messages with the bot (docs/slack.md#messages). */
export function isDirectMessage(channel: string): boolean {
  return channel.startsWith('D');
}

/** Whether an id is a channel's, public or private (docs/slack.md#messages); anyone may have typed it. */
export function isChannel(id: string): boolean {
  return /^[CG][A-Z0-9]{1,20}$/.test(id);
}

/** Whether someone asks where nobody else is: on App Home, or in direct messages with the bot. */
export function isAskedAlone(ask: { readonly channel: string; readonly person: { readonly id: string } }): boolean {
  return ask.channel === '' || ask.channel === ask.person.id || isDirectMessage(ask.channel);
}
