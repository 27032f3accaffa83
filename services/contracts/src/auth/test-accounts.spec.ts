import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { accountsOf, isTestAccount, ownerOf, testAccountOf } from './test-accounts';

describe('test accounts', () => {
  /** Of version 7. */
  const users = Array.from({ length: 1_000 }, () => randomUUID().replace(/^(.{14})4/, '$17'));

  it('the id of a test account is another valid UUID that leads back to its user', () => {
    for (const userId of users) {
      const accountId = testAccountOf(userId);
      expect(z.uuid().parse(accountId)).not.toBe(userId);
      expect([isTestAccount(accountId), isTestAccount(userId)]).toEqual([true, false]);
      expect(ownerOf(accountId)).toBe(userId);
    }
  });

  it('different users have different test accounts, and none of them is a user', () => {
    const accounts = new Set(users.map(testAccountOf));
    expect(accounts.size).toBe(users.length);
    expect(users.filter((userId) => accounts.has(userId))).toEqual([]);
  });

  it('a user is their own owner, and a test account is its own test account', () => {
    const userId = '019ab6c2-1f00-7abc-8def-0123456789ab';
    const accountId = '019ab6c2-1f00-6abc-8def-0123456789ab';
    expect(accountsOf(userId)).toEqual([userId, accountId]);
    expect([ownerOf(userId), testAccountOf(accountId)]).toEqual([userId, accountId]);
  });
});
