/** Checks whether a channel is a direct message with the bot (docs/slack.md#messages). */
export function isDirectMessage(channel: string): boolean {
  return channel.startsWith('D');
}

/** Checks whether untrusted text is the id of a public or private channel (docs/slack.md#messages). */
export function isChannel(id: string): boolean {
  return /^[CG][A-Z0-9]{1,20}$/.test(id);
}

/** Checks whether only the requester sees the place of a request: App Home, or direct messages with the bot. */
export function isAskedAlone(ask: { readonly channel: string; readonly person: { readonly id: string } }): boolean {
  return ask.channel === '' || ask.channel === ask.person.id || isDirectMessage(ask.channel);
}
