import type { Dialect } from '../endpoint.ts';
import { isPassingStatus, type ParsedBody } from '../errors/map-error.ts';
import type { StandIn } from '../errors/reasons.ts';
import { isObject } from '../lenient.ts';
import type { HttpAnswer } from './transport.ts';

/**
 * Interprets the answer about a nonexistent region. The console always answers with JSON in one of its shapes
 * (docs/platform.md#errors). The document doesn't define errors, so in its dialect any JSON counts as the platform's
 * answer.
 */
export function standInFor(answer: HttpAnswer, { body, form }: ParsedBody, dialect: Dialect): StandIn | undefined {
  const { status } = answer;
  if (status >= 300 && status < 400) return isLoginAddress(answer.location) ? 'login-page' : 'redirected';
  if (isPlatformError(body)) return undefined;
  if (isPassingStatus(status)) return 'proxy-failed';
  // A crashed console also answers with a page (shape G), so a 5xx doesn't show which server failed.
  if (status >= 500) return undefined;
  if (form === 'page') return isLoginPage(answer) ? 'login-page' : 'web-page';
  if (form === 'json' && dialect === 'document') return undefined;
  const isRegion = isObject(body) && typeof body.region_name === 'string';
  return status < 300 && isRegion ? undefined : 'other-api';
}

/** Checks for shapes A to E of the console, or for the simplest errors of a platform that implements the document. */
function isPlatformError(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (typeof body.msg_show === 'string') return true;
  return typeof body.code === 'number' && (typeof body.msg === 'string' || typeof body.error_type === 'string');
}

const login = /\b(?:log|sign)[ _-]?(?:in|on)\b|\b(?:sso|saml|oauth2?|oidc|auth)\b|登录/i;

function isLoginAddress(location: string | undefined): boolean {
  return location !== undefined && login.test(location.replaceAll('%2F', '/'));
}

/** Checks for a password field, a login title, or a proxy that asks for a password. */
function isLoginPage({ status, bytes }: HttpAnswer): boolean {
  if (status === 401) return true;
  const text = bytes?.toString('utf8', 0, 65_536) ?? '';
  const [, title = ''] = /<title[^>]*>([^<]{0,200})/i.exec(text) ?? [];
  return /type=["']?password\b/i.test(text) || login.test(title);
}
