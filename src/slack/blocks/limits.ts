/**
 * Slack's limits, by name. The numbers come from Slack's typings and documentation as gathered in docs/slack.md,
 * whose heading is given at each group. Lengths are characters unless a name says otherwise; times are milliseconds.
 */

/** Messages (docs/slack.md#messages). */
export const messageLimits = {
  blocks: 50,
  /** Of `text`, in bytes of UTF-8 after escaping: `chat.update` refuses more than 4,000. */
  textBytes: 3_900,
  /** Characters of all blocks together: Slack was seen refusing about 13,200 (`msg_blocks_too_long`). */
  blocksText: 12_000,
} as const;

/** Uploads (docs/slack.md#files). */
export const fileLimits = { altText: 1_000 } as const;

/** Blocks, their elements and objects (docs/slack.md#blocks). */
export const blockLimits = {
  blockId: 255,
  text: 3_000,
  header: 150,
  fields: 10,
  field: 2_000,
  contextElements: 10,
  label: 2_000,
  hint: 2_000,
  altText: 2_000,
  url: 3_000,
  /** Over all markdown blocks of a payload. */
  markdown: 12_000,
  buttonText: 75,
  buttonValue: 2_000,
  accessibilityLabel: 75,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  optionText: 75,
  /** The typings say 75, the documentation 150: 75 passes both. */
  optionValue: 75,
  options: 100,
  overflow: 5,
  optionGroups: 100,
  placeholder: 150,
  inputLength: 3_000,
  tableRows: 100,
  tableCells: 20,
  tableText: 10_000,
  tables: 1,
} as const;

/** Modals and App Home (docs/slack.md#views). */
export const viewLimits = {
  blocks: 100,
  title: 24,
  submit: 24,
  close: 24,
  privateMetadata: 3_000,
  callbackId: 255,
  externalId: 255,
  bytes: 250 * 1024,
  stack: 3,
} as const;

/** How long things hold (docs/slack.md#views, docs/slack.md#answering-in-time, docs/slack.md#socket-mode). */
export const timeLimits = {
  ackMs: 3_000,
  responseUrlMs: 30 * 60_000,
  responseUrlUses: 5,
  /** A signed request older than this is refused. */
  signatureMs: 5 * 60_000,
} as const;

/** What the bot itself accepts over HTTP before a sender is verified. Slack's own requests are far smaller. */
export const edgeLimits = {
  bodyBytes: 1024 * 1024,
  /** Of a body that comes in chunks: each costs more than its bytes. */
  chunks: 1_000,
  /** In one read of up to 64 KiB: two for each chunk, and those of the headers. Slack's bodies have none of their own. */
  lineBreaks: 2_200,
  /** Of all unverified bodies together. */
  bytesInFlight: 16 * 1024 * 1024,
  connections: 500,
  /** Connections that wait to be accepted. A sender that finds no room tries again only after a second. */
  backlog: 4_096,
  /** Slack's check of the certificate is an unsigned form of a few words. */
  sslCheckBytes: 1_024,
  /** How long a refused connection stays for its answer to be read. */
  lingerMs: 250,
} as const;

/** The app's manifest (docs/slack.md#app-manifest). */
export const manifestLimits = {
  name: 35,
  description: 140,
  displayName: 80,
  commands: 50,
  command: 32,
  commandDescription: 2_000,
  usageHint: 1_000,
  shortcuts: 10,
  shortcutName: 24,
  shortcutDescription: 150,
  scopes: 255,
  events: 100,
} as const;
