export const personAt = (index: number): string => `U0P${String(index).padStart(2, '0')}`;

export const places = {
  signingSecret: 'bench-signing-secret-0123456789',
  botToken: 'xoxb-bench-0123456789',
  context: 'shop/east-1/12',
  channel: 'C0BENCH',
  /** Channel for charts that only keep the bot busy. */
  noise: 'C0NOISE',
  /**
   * Fifty people. Each person's language differs from the next person's, and each pair's time zone from the next
   * pair's.
   */
  people: Array.from({ length: 50 }, (_, index) => personAt(index)),
  zones: ['Europe/Berlin', 'Asia/Shanghai', 'America/New_York', 'Asia/Tokyo', 'Etc/UTC'],
} as const;

export const anyone = (index = 0): string => places.people[index % places.people.length] ?? '';
