/** Texts that users are asked to agree to. `age`: the statement about their age beside the sign-up button. */
export const CONSENT_NOTICES = ['terms', 'privacy', 'age', 'marketing'] as const;
export type ConsentNotice = (typeof CONSENT_NOTICES)[number];

/**
 * The versions of each notice, oldest first, named after the day from which they apply. A new text is a new version at the end of its
 * list: users who agreed to an older one are asked again. A version is never removed, because consents refer to it.
 */
export const CONSENT_VERSIONS = {
  terms: ['2026-11-27'],
  privacy: ['2026-11-27'],
  age: ['2026-11-27'],
  marketing: ['2026-11-27'],
} as const satisfies Record<ConsentNotice, readonly [string, ...string[]]>;

/** Nobody needs to agree to these notices, and users can withdraw their agreement. Agreements to the others end with the account. */
export const OPTIONAL_NOTICES: readonly ConsentNotice[] = ['marketing'];

/** The place where users agreed or withdrew. `banner`: when a new version asked again. */
export const CONSENT_SOURCES = ['sign_up', 'account', 'banner'] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

export const UNKNOWN_NOTICE = 'There is no such notice.';
export const UNKNOWN_NOTICE_VERSION = 'There is no such version of this notice.';

/** The number of a version of a notice, counted from 1; null if the notice has no such version. */
export function versionNumberOf(notice: ConsentNotice, version: string): number | null {
  const versions: readonly string[] = CONSENT_VERSIONS[notice];
  return versions.indexOf(version) + 1 || null;
}

export function currentVersionOf(notice: ConsentNotice): string {
  const versions: readonly string[] = CONSENT_VERSIONS[notice];
  return versions.at(-1)!;
}
