/** The bytes of all replies anywhere in a job, in one fixed order. */
export function bodiesOf(job: unknown): readonly Uint8Array[] {
  const bodies: Uint8Array[] = [];
  withBodies(job, (body) => {
    bodies.push(body);
    return body;
  });
  return bodies;
}

/**
 * A copy of a job with other bytes for each of its replies, asked for in the order of `bodiesOf`. It looks for bytes in
 * the data instead of naming the fields that have some: a field that is added later is under every limit too.
 */
export function withBodies<Job>(job: Job, replace: (body: Uint8Array) => Uint8Array): Job;
export function withBodies(part: unknown, replace: (body: Uint8Array) => Uint8Array): unknown {
  if (part instanceof Uint8Array) return replace(part);
  if (Array.isArray(part)) return part.map((each: unknown) => withBodies(each, replace));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withBodies(value, replace)]));
}
