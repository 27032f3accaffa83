import { isOwnAddress, isPublicAddress } from '@luit/platform/security/public-address';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { OutputError } from './output-error';

/**
 * DNS lookup that fails for other addresses. It runs when the connection is made, so DNS rebinding between a check and its use is
 * impossible.
 */
const lookupOf =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const forbidden = addresses.find(({ address }) => !isAllowed(address));
      const first = addresses[0];
      if (forbidden || !first) return callback(refusal(`${hostname} has a forbidden address`), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

export const publicLookup = lookupOf(isPublicAddress);
/** For servers of operators, which may have private addresses. */
export const ownLookup = lookupOf(isOwnAddress);

/**
 * Refuses URLs without TLS and literal addresses that are not public; `publicLookup` checks host names.
 *
 * @throws OutputError `forbidden_address`
 */
export function assertPublic(url: URL): void {
  if (url.protocol !== 'https:') throw refusal(`The protocol is ${url.protocol} instead of https:`);
  assertAddress(url, isPublicAddress);
}

/** Refuses literal addresses that no server of an operator has. @throws OutputError `forbidden_address` */
export function assertOwn(url: URL): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refusal(`The protocol is ${url.protocol}`);
  assertAddress(url, isOwnAddress);
}

function assertAddress({ hostname }: URL, isAllowed: (address: string) => boolean): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) && !isAllowed(address)) throw refusal(`${hostname} is a forbidden address`);
}

function refusal(message: string): OutputError {
  return new OutputError('forbidden_address', message, true);
}
