/** Whether a channel is someone's direct messages with the bot (docs/slack.md#messages). */
export function isDirectMessage(channel: string): boolean {
  return channel.startsWith('D');
}

/** Whether someone asks where nobody else is: on App Home, or in direct messages with the bot. */
export function isAskedAlone(ask: { readonly channel: string; readonly person: { readonly id: string } }): boolean {
  return ask.channel === '' || ask.channel === ask.person.id || isDirectMessage(ask.channel);
}
