/** Tags as registries have them: versions, dates, hashes and the usual names. */
const LIKELY_TAG =
  /^(?:v?\d[\w.-]*|[0-9a-f]{7,40}|(?:latest|stable|mainline|alpine|slim|edge|main|master|release)(?:-[\w.-]+)?)$/;

/** Whether the simulated registry has an image: any with a tag that somebody would push, or with a digest. */
export function hasImage(image: string): boolean {
  if (/@sha256:[0-9a-f]{64}$/.test(image)) return true;
  const tag = /:([^:/]+)$/.exec(image)?.[1];
  return tag === undefined || LIKELY_TAG.test(tag);
}
