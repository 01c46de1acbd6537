/** Slack's limits, as collected in docs/slack.md. In characters unless the name says otherwise; times in ms. */

export const messageLimits = {
  blocks: 50,
  /** Limit for `text`, in bytes of UTF-8 after escaping: `chat.update` refuses more than 4,000. */
  textBytes: 3_900,
  /** Maximum number of characters of all blocks together. Slack refused about 13,200 (`msg_blocks_too_long`). */
  blocksText: 12_000,
} as const;

export const fileLimits = { altText: 1_000 } as const;

/** Limits of blocks, their elements and objects (docs/slack.md#blocks). */
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
  /** Maximum number of characters of all markdown blocks of a payload together. */
  markdown: 12_000,
  buttonText: 75,
  buttonValue: 2_000,
  accessibilityLabel: 75,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  optionText: 75,
  /** Slack's typings say 75, and its documentation says 150; 75 satisfies both. */
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

/** Limits of modals and App Home (docs/slack.md#views). */
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

/** Time limits of Slack (docs/slack.md#views, docs/slack.md#answering-in-time, docs/slack.md#socket-mode). */
export const timeLimits = {
  ackMs: 3_000,
  responseUrlMs: 30 * 60_000,
  responseUrlUses: 5,
  /** Maximum age of a signed request. */
  signatureMs: 5 * 60_000,
} as const;

/** Limits for HTTP requests before their sender is verified. Slack's own requests are far smaller. */
export const edgeLimits = {
  bodyBytes: 1024 * 1024,
  /** Maximum number of chunks per body, because handling a chunk costs more than its bytes. */
  chunks: 1_000,
  /** Maximum per read of up to 64 KiB: two per chunk, plus those of the headers. Slack's bodies have no line breaks. */
  lineBreaks: 2_200,
  /** Maximum size of all unverified bodies together. */
  bytesInFlight: 16 * 1024 * 1024,
  connections: 500,
  /** Number of connections that wait to be accepted. If there is no room, a sender retries only after a second. */
  backlog: 4_096,
  /** Maximum size of an unsigned form of a few words: Slack's certificate check. */
  sslCheckBytes: 1_024,
  /** How long a refused connection stays open, so that its answer can be read. */
  lingerMs: 250,
} as const;

/** Limits of the app's manifest (docs/slack.md#app-manifest). */
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
