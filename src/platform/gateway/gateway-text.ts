/**
 * What each text in a write may contain. Parameters are read by these patterns, and every call is checked against them
 * again just before it is sent. The reasons are in docs/security.md.
 */

/** A domain name in the form DNS uses, at most 253 characters; `*.` may come first. */
export const DOMAIN =
  /^(?=.{1,253}$)(?:\*\.)?[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)*$/;

/** A path: letters and digits of any script, and the signs that have no meaning in a gateway's configuration. */
export const RULE_PATH = /^\/[\p{L}\p{N}\p{M}._~!&()*+,=:@%/-]{0,254}$/u;

/** A cookie or header condition such as `version:beta` or `a=b;c=d`. */
export const CONDITION = /^[A-Za-z0-9 ._~+/=,@%:*?&!;|()-]{1,255}$/;

/** The name of a header to set. */
export const HEADER_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** The value of a header to set; `$` is for the gateway's own variables such as `$remote_addr`. */
export const HEADER_VALUE = /^[A-Za-z0-9 ._~+/=,@%:*?&!|()$-]{1,1024}$/;

/** The name of a configuration for automatic certificates. */
export const CERTIFICATE_CONFIG = /^[A-Za-z0-9._-]{1,64}$/;

/** `host:port`, at most 32 characters (docs/platform.md#tcp-rules). */
export const END_POINT = /^(?=.{1,32}$)[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?:[1-9]\d{0,4}$/;

/** An IPv4 address. */
export const IP_ADDRESS = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
