import { createHash, timingSafeEqual } from 'node:crypto';
import { Secret } from '../../core/text/secret.ts';

/** The id that is part of a token, and the secret behind it. */
const shape = /^ptl_([a-z0-9-]{4,40})_([\w-]{43})$/;

/** A token as it was sent, taken apart. */
export interface AgentToken {
  readonly id: string;
  readonly secret: Secret;
}

/** Writes a token: `ptl_<id>_<secret>`. It is shown once and never stored. */
export function writeToken({ id, secret }: AgentToken): Secret {
  return new Secret(`ptl_${id}_${secret.reveal()}`);
}

/** Reads a token; undefined for anything of another form, for which nothing has to be looked up. */
export function readToken(text: string): AgentToken | undefined {
  const [, id, secret] = shape.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret: new Secret(secret) };
}

/**
 * The hash of a token's secret, which is stored instead of it. It has 256 random bits, so a plain hash can't be
 * guessed.
 */
export function hashSecret(secret: Secret): string {
  return createHash('sha256').update(secret.reveal()).digest('hex');
}

/** Whether a secret is the one that was hashed; takes the same time for every secret. */
export function isSecretOf(secret: Secret, hash: string): boolean {
  const ours = Buffer.from(hash);
  const theirs = Buffer.from(hashSecret(secret));
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}
