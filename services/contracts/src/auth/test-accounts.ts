/** The position of the version in a UUID, counted from 0. */
const VERSION_AT = 14;
/** Ids of users are UUIDs of version 7, ids of guests are of version 7 or 8. Luit makes no others of version 6. */
const USER_VERSION = '7';
const TEST_VERSION = '6';

/**
 * The account that the test keys of a user act for: the id of the user with another version. It has its own balance, requests and
 * transactions, so the actions of test keys never mix with the user's paid requests. The test account of a test account is itself.
 */
export function testAccountOf(userId: string): string {
  return withVersion(userId, TEST_VERSION);
}

/** The user who owns the test account; any other account is its own owner. */
export function ownerOf(accountId: string): string {
  return isTestAccount(accountId) ? withVersion(accountId, USER_VERSION) : accountId;
}

export function isTestAccount(accountId: string): boolean {
  return accountId[VERSION_AT] === TEST_VERSION;
}

/** Both accounts of a user. */
export function accountsOf(userId: string): [live: string, test: string] {
  return [userId, testAccountOf(userId)];
}

function withVersion(id: string, version: string): string {
  return id.slice(0, VERSION_AT) + version + id.slice(VERSION_AT + 1);
}
