/** Allowed characters of texts in writes, checked again before a call is sent. Reasons: docs/security.md. */

/** DNS name of at most 253 characters, optionally with `*.`. */
export const DOMAIN =
  /^(?=.{1,253}$)(?:\*\.)?[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)*$/;

/** Letters and digits of any script, and characters that have no special meaning in a gateway's configuration. */
export const RULE_PATH = /^\/[\p{L}\p{N}\p{M}._~!&()*+,=:@%/-]{0,254}$/u;

/** Cookie or header condition such as `version:beta` or `a=b;c=d`. */
export const CONDITION = /^[A-Za-z0-9 ._~+/=,@%:*?&!;|()-]{1,255}$/;

export const HEADER_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** `$` allows the gateway's variables, such as `$remote_addr`. */
export const HEADER_VALUE = /^[A-Za-z0-9 ._~+/=,@%:*?&!|()$-]{1,1024}$/;

export const CERTIFICATE_CONFIG = /^[A-Za-z0-9._-]{1,64}$/;

export const IP_ADDRESS = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
