import { z } from 'zod';
import { cappedCount, cursor, day, dayRange, empty, id, pageSize } from '../messages/fields';
import { call } from '../messages/message';
import { INPUT_LIMITS, SEARCH_TOO_LONG } from './limits';
import { user, userStatus } from './users';

const words = z.string().max(INPUT_LIMITS.search, SEARCH_TOO_LONG);

const userSort = z.enum(['email', '-email', 'created_at', '-created_at', 'last_sign_in_at', '-last_sign_in_at']);
export type UserSort = z.infer<typeof userSort>;

/** What operators type to search everything. */
export const searchText = z.string().min(2).max(INPUT_LIMITS.search, SEARCH_TOO_LONG);

export const userDirectoryCalls = {
  /** `words` is a part of the email address, or the id. */
  listUsers: call('auth.listUsers', {
    isForOperators: true,
    input: z.object({
      limit: pageSize,
      cursor,
      words: words.optional(),
      status: userStatus.optional(),
      sort: userSort.optional(),
    }),
    output: cappedCount.extend({ users: z.array(user), nextCursor: z.string().nullable() }),
  }),
  /** At most 8 accounts with this id, or whose address or name begins with these words, in any case. */
  searchUsers: call('auth.searchUsers', {
    isForOperators: true,
    input: z.object({ words: searchText }),
    output: z.object({ users: z.array(user) }),
  }),
  /** Ids of at most 500 accounts whose address contains these words. */
  findUsers: call('auth.findUsers', {
    isForOperators: true,
    input: z.object({ words }),
    output: z.object({ userIds: z.array(id) }),
  }),
  /** Number of accounts in total, signed up today and still there, and active (signed in or ran a job) in the last 30 days including today. */
  countUsers: call('auth.countUsers', {
    isForOperators: true,
    input: empty,
    output: z.object({ total: z.number(), today: z.number(), active: z.number() }),
  }),
  /** New accounts per day in Asia/Kolkata for an inclusive range of at most 1,100 days. */
  listRegistrations: call('auth.listRegistrations', {
    isForOperators: true,
    input: dayRange,
    output: z.object({ days: z.array(z.object({ date: day, count: z.number() })) }),
  }),
};
