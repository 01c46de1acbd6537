import { present } from '../../../core/defined.ts';
import { shortId } from '../../../core/request/request-id.ts';
import { durationText } from '../../../core/text/duration-messages.ts';
import { momentNear } from '../../../core/text/instant-text.ts';
import { portWords, verbatimList } from '../../../core/text/joined.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import { certificateDay } from '../access/expiry-text.ts';
import { addressMsg } from './address-messages.ts';
import type { ExpectedBy } from './expected-address.ts';
import type { ExposedAddress } from './exposed-address.ts';
import type { JudgedAddress, Oddity } from './exposure-rows.ts';
import { type AccessRequest, type Opening, wasFirstSeen } from './known-address.ts';

const day = 86_400_000;

export function addressText({
  address,
  componentName,
  port,
}: Pick<ExposedAddress, 'address' | 'componentName' | 'port'>): Text {
  return addressMsg.leadsTo({ address: verbatim(address), target: verbatim(portWords(componentName, port)) });
}

/** Matches an address that the platform makes for a port, such as `http://gr7c01aa-8080-shop.apps.test`. */
const byPort = /^https?:\/\/gr[0-9a-f]{6}-\d+[-.]/;

/** Sorts a port's addresses as people know it by them: custom domains first, and https before http. */
export function sortedAddresses(addresses: readonly string[]): readonly string[] {
  const rank = (address: string) => Number(byPort.test(address)) * 2 + Number(!address.startsWith('https:'));
  return addresses.toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

/** Names the first of a port's addresses, and how many others it has. `shownAt`: their time, if they aren't of now. */
export function addressesText(
  { addresses, shownAt }: { readonly addresses: readonly string[]; readonly shownAt?: number | undefined },
  now: number,
): Text | undefined {
  const [first, ...more] = sortedAddresses(addresses).map(verbatim);
  if (!first) return undefined;
  const address = more.length > 0 ? addressMsg.andMore({ first, count: more.length }) : first;
  return shownAt === undefined ? address : addressMsg.asOf({ address, at: momentNear(shownAt, now) });
}

/** Says which addresses of a port may still answer although their rules were deleted. */
export function deletedText({
  addresses,
  deleted = [],
}: {
  readonly addresses: readonly string[];
  readonly deleted?: readonly string[] | undefined;
}): Text | undefined {
  if (deleted.length === 0) return undefined;
  // Without another address, the port is shown with these.
  const isShown = addresses.every((each) => deleted.includes(each));
  return isShown ? addressMsg.deleted() : addressMsg.deletedOf({ addresses: verbatimList(deleted) });
}

/** @param now epoch ms */
export function oddityText(oddity: Oddity, { exposed, since, until, tries = 0 }: JudgedAddress, now: number): Text {
  const { certificate, remains } = exposed;
  switch (oddity) {
    case 'end-passed':
      if (tries > 0) return addressMsg.endUnconfirmed();
      return addressMsg.endPassed({ at: { at: until ?? now, show: 'moment' } });
    case 'database':
      return addressMsg.database();
    case 'may-answer':
      return remains === 'refused' ? addressMsg.refused() : addressMsg.closed();
    case 'shut':
      return addressMsg.shut();
    case 'deleted':
      return addressMsg.deleted();
    case 'component-gone':
      return addressMsg.componentGone();
    case 'port-gone':
      return addressMsg.portGone();
    case 'expired':
      return certificate?.expiresAt === undefined
        ? addressMsg.expiredSome()
        : addressMsg.expired({ date: certificateDay(certificate.expiresAt) });
    case 'other-names':
      return addressMsg.otherNames({ names: verbatimList((certificate?.issuedTo ?? []).slice(0, 3)) });
    case 'no-end':
      return addressMsg.noEnd({ length: durationText(Math.floor((now - (since ?? now)) / day) * day) });
  }
}

export function noWayText({ kind, missing }: ExposedAddress): Text | undefined {
  return kind === 'tcp' && missing !== undefined ? addressMsg.noTcpDelete() : undefined;
}

/** Says who opened an address, when, and with which request. */
export function sinceText(opening: Opening, now: number): Text {
  const { opened, since } = opening;
  if (!opened) return openerText(opening, now);
  const who = verbatim(opened.by.name);
  return addressMsg.opened({ at: momentNear(since, now), who, request: requestValue(opened) });
}

/** Says in short who opened an address, and when. */
export function openerText(address: Opening, now: number): Text {
  const { opened, openedBy, since } = address;
  const when = momentNear(since, now);
  if (opened) {
    const { by, approver, glass } = opened;
    const said = { who: verbatim(by.name), when };
    if (glass) return addressMsg.openedByGlass(said);
    return approver === undefined
      ? addressMsg.openedBy(said)
      : addressMsg.openedApproved({ ...said, approver: verbatim(approver) });
  }
  if (openedBy !== undefined) return addressMsg.openedOutsideBy({ user: verbatim(openedBy), when });
  return (wasFirstSeen(address) ? addressMsg.openBefore : addressMsg.openedOutside)({ when });
}

export function requestValue({ request, link }: AccessRequest): Text | { readonly link: string; readonly label: Text } {
  const label = addressMsg.request({ id: verbatim(shortId(request)) });
  return link === undefined ? label : { link, label };
}

export function expectationText(expectation: ExpectedBy): Text {
  if (expectation.by === 'file') {
    const { line, reason = '' } = expectation.entry;
    return addressMsg.expectedByFile({ line, reason: verbatim(reason) });
  }
  const { by, until, reason } = expectation.accepted;
  return addressMsg.expectedBy({
    who: verbatim(by.name),
    until: { at: until, show: 'date' },
    reason: verbatim(reason),
  });
}

export function remarkTexts(remarks: readonly ('same-domain' | 'stopped')[]): readonly Text[] {
  return present([
    remarks.includes('stopped') && addressMsg.stopped(),
    remarks.includes('same-domain') && addressMsg.sameDomain(),
  ]);
}
