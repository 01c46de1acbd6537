/**
 * The limits that the simulated Slack enforces. They are Slack's, copied from Slack's typings and documentation as
 * gathered in docs/slack.md (each group has its heading), and shared with nothing: a wrong number in the bot's own
 * table (`src/slack`) is refused here, as Slack would refuse it. Lengths are characters and times milliseconds unless
 * a name says otherwise.
 */

/** Messages (docs/slack.md#messages). */
export const enforcedMessageLimits = {
  blocks: 50,
  /** `chat.postMessage`: longer text is truncated by Slack, which is always a mistake of the bot. */
  text: 40_000,
  /** `chat.update` answers `msg_too_long` above this: bytes of UTF-8, after escaping. */
  updateBytes: 4_000,
  /** All blocks together. Undocumented; Slack was seen refusing about 13,200 (bolt-js#2509). */
  blocksText: 13_000,
  /** Over all markdown blocks of a payload, and of `markdown_text`. */
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
  /** Slack's typings say 75, its documentation 150: the stricter of the two. */
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
  /** Over the cells of all tables of a message. */
  tableText: 10_000,
  tables: 1,
  /** The header included. */
  dataTableRows: 101,
  dataTablePage: 100,
  cardTitle: 150,
  cardBody: 200,
  carouselCards: 10,
  containerBlocks: 10,
  containerTitle: 150,
} as const;

/** What the id of a `slack_file` looks like (docs/slack.md#blocks, image). */
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
  /** 250 KB. */
  bytes: 256_000,
  stack: 3,
} as const;

/** How long things are valid (docs/slack.md#views, docs/slack.md#answering-in-time). */
export const enforcedTimes = {
  triggerMs: 3_000,
  ackMs: 3_000,
  responseUrlMs: 1_800_000,
  responseUrlUses: 5,
  /** Waits before the first, second and third redelivery of an event. */
  eventRetriesMs: [0, 60_000, 300_000],
} as const;
