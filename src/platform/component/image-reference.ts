/** The parts of an image's reference; the digest without `@`. */
export interface ImageReference {
  /** Registry and path, as in `registry.test:5000/shop/web`. */
  readonly name: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/** The platform's column (docs/platform.md#changing-the-image). */
const LONGEST = 200;

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,100}[a-z0-9])?(?::[1-9]\d{0,4})?$/i;
const PATH_PART = /^[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Reads the reference of a container image; undefined for what isn't one. A colon in the last part of the path starts a
 * tag, in the first part it starts the registry's port: the console gets this wrong, it takes what follows the last
 * colon for the version (docs/platform.md#changing-the-image).
 */
export function readImageReference(text: string): ImageReference | undefined {
  if (text.length > LONGEST) return undefined;
  const [reference = '', digest, ...moreDigests] = text.split('@');
  if (moreDigests.length > 0 || (digest !== undefined && !DIGEST.test(digest))) return undefined;
  const parts = reference.split('/');
  const [last = '', tag, ...moreTags] = (parts.pop() ?? '').split(':');
  if (moreTags.length > 0 || (tag !== undefined && !TAG.test(tag))) return undefined;
  const [first] = parts;
  const hasHost = first !== undefined && (/[.:]/.test(first) || first === 'localhost');
  if (hasHost && !HOST.test(first)) return undefined;
  const path = [...(hasHost ? parts.slice(1) : parts), last];
  if (!path.every((part) => PATH_PART.test(part))) return undefined;
  return { name: [...parts, last].join('/'), tag, digest };
}
