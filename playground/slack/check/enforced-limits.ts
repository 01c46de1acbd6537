/**
 * Limits that the simulated Slack enforces, from Slack's typings and documentation (docs/slack.md). Kept separate from
 * the bot's own table (`src/slack`), so that a wrong number there is refused. Lengths in characters and times in ms
 * unless the name says otherwise.
 */

/** Messages (docs/slack.md#messages). */
export const enforcedMessageLimits = {
  blocks: 50,
  /** `chat.postMessage`: Slack truncates longer text, so it is always an error of the bot. */
  text: 40_000,
  /** `chat.update` returns `msg_too_long` for more bytes than this: bytes of UTF-8, after escaping. */
  updateBytes: 4_000,
  /** All blocks together. Undocumented; Slack was seen refusing about 13,200 (bolt-js#2509). */
  blocksText: 13_000,
  /** All markdown blocks of a payload and `markdown_text` together. */
  markdown: 12_000,
} as const;

/** Uploads (docs/slack.md#files). */
export const enforcedFileLimits = { altText: 1_000 } as const;

/** Blocks, elements and composition objects (docs/slack.md#blocks). */
export const enforcedBlockLimits = {
  blockId: 255,
  actionId: 255,
  text: 3_000,
  header: 150,
  fields: 10,
  field: 2_000,
  contextElements: 10,
  contextActions: 5,
  actions: 25,
  label: 2_000,
  hint: 2_000,
  altText: 2_000,
  imageTitle: 2_000,
  url: 3_000,
  buttonText: 75,
  buttonValue: 2_000,
  accessibilityLabel: 75,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  optionText: 75,
  optionDescription: 75,
  /** Slack's typings say 75, its documentation says 150. This uses the stricter limit. */
  optionValue: 75,
  options: 100,
  optionGroups: 100,
  groupLabel: 75,
  placeholder: 150,
  overflow: 5,
  choices: 10,
  inputLength: 3_000,
  tableRows: 100,
  tableCells: 20,
  /** All cells of a message's tables together. */
  tableText: 10_000,
  tables: 1,
  /** Rows of a data table, including the header. */
  dataTableRows: 101,
  dataTablePage: 100,
  cardTitle: 150,
  cardBody: 200,
  carouselCards: 10,
  containerBlocks: 10,
  containerTitle: 150,
} as const;

/** Format of a `slack_file` id (docs/slack.md#blocks, image). */
export const enforcedFileId = /^F[A-Z0-9]{8,}$/;

/** Modals and App Home (docs/slack.md#views). */
export const enforcedViewLimits = {
  blocks: 100,
  title: 24,
  submit: 24,
  close: 24,
  privateMetadata: 3_000,
  callbackId: 255,
  externalId: 255,
  /** Size of a view: 250 KB. */
  bytes: 256_000,
  stack: 3,
} as const;

/** Expiry times (docs/slack.md#views, docs/slack.md#answering-in-time). */
export const enforcedTimes = {
  triggerMs: 3_000,
  ackMs: 3_000,
  responseUrlMs: 1_800_000,
  responseUrlUses: 5,
  /** Delays before the first, second and third redelivery of an event. */
  eventRetriesMs: [0, 60_000, 300_000],
} as const;
