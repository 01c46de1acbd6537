import { createHash, timingSafeEqual } from 'node:crypto';
import { Secret } from '../../core/text/secret.ts';

const shape = /^ptl_([a-z0-9-]{4,40})_([\w-]{43})$/;

export interface AgentToken {
  readonly id: string;
  readonly secret: Secret;
}

/** Formats a token as `ptl_<id>_<secret>`. Tokens are shown once and never stored. */
export function writeToken({ id, secret }: AgentToken): Secret {
  return new Secret(`ptl_${id}_${secret.reveal()}`);
}

export function readToken(text: string): AgentToken | undefined {
  const [, id, secret] = shape.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret: new Secret(secret) };
}

/** Hashes a token's secret. A plain hash is enough, because the secret has 256 random bits. */
export function hashSecret(secret: Secret): string {
  return createHash('sha256').update(secret.reveal()).digest('hex');
}

/** Compares a secret with a stored hash in constant time. */
export function isSecretOf(secret: Secret, hash: string): boolean {
  const ours = Buffer.from(hash);
  const theirs = Buffer.from(hashSecret(secret));
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}
