import type { Dialect } from '../endpoint.ts';
import { isPassingStatus, type ParsedBody } from '../errors/map-error.ts';
import type { StandIn } from '../errors/reasons.ts';
import { isObject } from '../lenient.ts';
import type { HttpAnswer } from './transport.ts';

/**
 * What answered a read of a region that doesn't exist in place of the platform; undefined: the platform, as far as
 * the answer shows. The console always answers it with JSON in one of its shapes (docs/platform.md#errors). The
 * document leaves errors open, so with its dialect any JSON counts.
 */
export function standInFor(answer: HttpAnswer, { body, form }: ParsedBody, dialect: Dialect): StandIn | undefined {
  const { status } = answer;
  if (status >= 300 && status < 400) return isLoginAddress(answer.location) ? 'login-page' : 'redirected';
  if (isPlatformError(body)) return undefined;
  if (isPassingStatus(status)) return 'proxy-failed';
  // A crashed console answers with a page too (shape G), and a failure shows nothing of who failed.
  if (status >= 500) return undefined;
  if (form === 'page') return isLoginPage(answer) ? 'login-page' : 'web-page';
  if (form === 'json' && dialect === 'document') return undefined;
  const isRegion = isObject(body) && typeof body.region_name === 'string';
  return status < 300 && isRegion ? undefined : 'other-api';
}

/** Shapes A to E of the console's errors, and the plainest that a platform with the document's API may have. */
function isPlatformError(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (typeof body.msg_show === 'string') return true;
  return typeof body.code === 'number' && (typeof body.msg === 'string' || typeof body.error_type === 'string');
}

const login = /\b(?:log|sign)[ _-]?(?:in|on)\b|\b(?:sso|saml|oauth2?|oidc|auth)\b|登录/i;

function isLoginAddress(location: string | undefined): boolean {
  return location !== undefined && login.test(location.replaceAll('%2F', '/'));
}

/** A page with a field for a password, or whose title says so; or the page of a proxy that wants a password itself. */
function isLoginPage({ status, bytes }: HttpAnswer): boolean {
  if (status === 401) return true;
  const text = bytes?.toString('utf8', 0, 65_536) ?? '';
  const [, title = ''] = /<title[^>]*>([^<]{0,200})/i.exec(text) ?? [];
  return /type=["']?password\b/i.test(text) || login.test(title);
}
