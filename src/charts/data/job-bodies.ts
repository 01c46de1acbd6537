/** Returns all reply bodies of a job in a fixed order. */
export function bodiesOf(job: unknown): readonly Uint8Array[] {
  const bodies: Uint8Array[] = [];
  withBodies(job, (body) => {
    bodies.push(body);
    return body;
  });
  return bodies;
}

/** Copies a job with its bodies replaced. Finds bodies by type, so that fields added later are also limited. */
export function withBodies<Job>(job: Job, replace: (body: Uint8Array) => Uint8Array): Job;
export function withBodies(part: unknown, replace: (body: Uint8Array) => Uint8Array): unknown {
  if (part instanceof Uint8Array) return replace(part);
  if (Array.isArray(part)) return part.map((each: unknown) => withBodies(each, replace));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withBodies(value, replace)]));
}
