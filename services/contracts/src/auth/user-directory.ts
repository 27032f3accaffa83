import { z } from 'zod';
import { cappedCount, cursor, day, dayRange, empty, id, pageSize } from '../messages/fields';
import { call } from '../messages/message';
import { user, userStatus } from './users';

const userSort = z.enum(['email', '-email', 'created_at', '-created_at', 'last_sign_in_at', '-last_sign_in_at']);
export type UserSort = z.infer<typeof userSort>;

export const userDirectoryCalls = {
  /** `words` are part of the address, or are the id. */
  listUsers: call('auth.listUsers', {
    input: z.object({
      limit: pageSize,
      cursor,
      words: z.string().optional(),
      status: userStatus.optional(),
      sort: userSort.optional(),
    }),
    output: cappedCount.extend({ users: z.array(user), nextCursor: z.string().nullable() }),
  }),
  /** Ids of at most 500 accounts whose address contains these words. */
  findUsers: call('auth.findUsers', {
    input: z.object({ words: z.string() }),
    output: z.object({ userIds: z.array(id) }),
  }),
  /** How many accounts exist, were created today, and signed in or had a job today or on one of the 29 days before. */
  countUsers: call('auth.countUsers', {
    input: empty,
    output: z.object({ total: z.number(), today: z.number(), active: z.number() }),
  }),
  /** New accounts per day of Asia/Kolkata, both days included; at most 1,100 days. */
  listRegistrations: call('auth.listRegistrations', {
    input: dayRange,
    output: z.object({ days: z.array(z.object({ date: day, count: z.number() })) }),
  }),
};
