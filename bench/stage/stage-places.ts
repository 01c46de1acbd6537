/** Somebody on the bench's stage. */
export const personAt = (index: number): string => `U0P${String(index).padStart(2, '0')}`;

/** Who and where on the bench's stage. */
export const places = {
  signingSecret: 'bench-signing-secret-0123456789',
  botToken: 'xoxb-bench-0123456789',
  context: 'shop/east-1/12',
  /** Where answers and measured charts go. */
  channel: 'C0BENCH',
  /** Where the charts go that only keep the bot busy. */
  noise: 'C0NOISE',
  /** Fifty people; neighbours speak different languages, each pair lives in another of these zones than the next. */
  people: Array.from({ length: 50 }, (_, index) => personAt(index)),
  zones: ['Europe/Berlin', 'Asia/Shanghai', 'America/New_York', 'Asia/Tokyo', 'Etc/UTC'],
} as const;

/** One of the fifty, in turn. */
export const anyone = (index = 0): string => places.people[index % places.people.length] ?? '';
