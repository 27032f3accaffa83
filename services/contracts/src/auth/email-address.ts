import { domainToASCII, domainToUnicode } from 'node:url';

const ASCII = /^[\0-\x7f]*$/;
/** The character that separates the domain. */
const LAST_AT = /@(?=[^@]*$)/;

/**
 * Normalizes an address for storage, lookup and comparison: composed characters of normal width, in lower case, and the domain in Unicode.
 * Accepts any text, also a domain alone, and returns the same for its own results.
 */
export function canonicalEmail(typed: string): string {
  const [local = '', domain] = fold(typed).split(LAST_AT);
  if (domain === undefined) return local.includes('xn--') ? canonicalDomain(local) : local;
  return `${local}@${canonicalDomain(domain)}`;
}

/**
 * The spelling that mails are sent to and people see. It keeps the case of an ASCII address, since a mail server may care, so
 * Postgres' `lower` makes it the canonical one in every locale.
 */
export function displayedEmail(typed: string): string {
  const canonical = canonicalEmail(typed);
  const [local = '', domain] = typed.trim().normalize('NFKC').split(LAST_AT);
  if (domain === undefined || !ASCII.test(local)) return canonical;
  if (`${local}@${domain}`.toLowerCase() === canonical && ASCII.test(domain)) return `${local}@${domain}`;
  return `${local}@${canonical.split(LAST_AT)[1] ?? ''}`;
}

function canonicalDomain(domain: string): string {
  const ascii = domainToASCII(domain).replace(/\.+$/, '');
  const unicode = domainToUnicode(ascii);
  // An invalid label, such as `xn--zz--`, has no other spelling.
  return (domainToASCII(unicode) === ascii ? fold(unicode) : ascii) || domain;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
}
