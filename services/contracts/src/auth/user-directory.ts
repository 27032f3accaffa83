import { z } from 'zod';
import { idPageQuery } from '../messages/query-fields';
import { cappedCount, cursor, day, dayRange, empty, id, optional, pageSize } from '../messages/fields';
import { call } from '../messages/message';
import { INPUT_LIMITS } from './limits';
import { SEARCH_TOO_LONG } from '../messages/input-limits';
import { user, userStatus } from './users';

const userSort = z.enum(['email', '-email', 'created_at', '-created_at', 'last_sign_in_at', '-last_sign_in_at']);
export type UserSort = z.infer<typeof userSort>;

const words = z.string().max(INPUT_LIMITS.search, SEARCH_TOO_LONG);

export const userFilter = z.object({
  q: optional(words).describe('A part of the email address, or the id'),
  status: optional(z.enum(userStatus.options, 'Unknown account status')),
  sort: optional(z.enum(userSort.options, 'Users cannot be sorted by this').meta({ default: '-created_at' })),
});
export type UserFilter = z.infer<typeof userFilter>;
export const usersQuery = idPageQuery.extend(userFilter.shape);
export type UsersQuery = z.infer<typeof usersQuery>;
/** The operators' search query. */
export const searchQuery = z.object({
  q: z
    .string()
    .min(2)
    .max(INPUT_LIMITS.search, SEARCH_TOO_LONG)
    .describe('The start of an address or a name, or a full id'),
});

export const userDirectoryCalls = {
  listUsers: call('auth.listUsers', {
    isForOperators: true,
    input: userFilter.omit({ q: true }).extend({ limit: pageSize, cursor, words: userFilter.shape.q }),
    output: cappedCount.extend({ users: z.array(user), nextCursor: z.string().nullable() }),
  }),
  /** At most 8 accounts with this id, or with an address or name that begins with these words, ignoring case. */
  searchUsers: call('auth.searchUsers', {
    isForOperators: true,
    input: z.object({ words: searchQuery.shape.q }),
    output: z.object({ users: z.array(user) }),
  }),
  /** Ids of at most 500 accounts with an address that contains these words. */
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
