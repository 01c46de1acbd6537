import { ok, type Read, wrong } from '../../core/command/params.ts';
import { shownPairsText } from '../../core/text/secret.ts';
import { CONDITION } from '../../platform/gateway/gateway-text.ts';
import { gatewayMsg } from './gateway-messages.ts';

/**
 * Reads a cookie or header condition and writes it as the console's own pages do, `name=value;name2=value2`
 * (docs/platform.md#single-http-rules). `name:value`, as people know it from headers, is converted.
 */
export function readCondition(typed: string): Read<string> {
  const text = conditionText(typed);
  const isPairs = text !== '' && text.split(';').every((pair) => /^[^=\s]+=\S/.test(pair));
  return isPairs && CONDITION.test(text)
    ? ok(text)
    : wrong(gatewayMsg.conditionWrong({ typed: shownPairsText(typed) }));
}

/** A condition with `=` in each pair and nothing around it: equal conditions have one spelling. */
export function conditionText(typed: string): string {
  return typed
    .split(';')
    .map((pair) => pair.trim().replace(/^([^=:\s]+)\s*[:=]\s*/, '$1='))
    .filter((pair) => pair !== '')
    .join(';');
}
