/** `digest` doesn't include the `@`. */
export interface ImageReference {
  /** Registry and path: `registry.test:5000/shop/web`. */
  readonly name: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/** Maximum length, because the platform's database column has this size (docs/platform.md#changing-the-image). */
const LONGEST = 200;

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,100}[a-z0-9])?(?::[1-9]\d{0,4})?$/i;
const PATH_PART = /^[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Parses an image reference. A colon begins a tag in the last part, and a port in the first part. The console wrongly
 * treats the last colon anywhere as the start of the version (docs/platform.md#changing-the-image).
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
