/** Tags that registries usually have: versions, dates, hashes and common names. */
const LIKELY_TAG =
  /^(?:v?\d[\w.-]*|[0-9a-f]{7,40}|(?:latest|stable|mainline|alpine|slim|edge|main|master|release)(?:-[\w.-]+)?)$/;

/** Checks whether the simulated registry has an image. It has every image with a likely tag or a digest. */
export function hasImage(image: string): boolean {
  if (/@sha256:[0-9a-f]{64}$/.test(image)) return true;
  const tag = /:([^:/]+)$/.exec(image)?.[1];
  return tag === undefined || LIKELY_TAG.test(tag);
}
