import { authCalls } from '@luit/contracts/auth/messages';
import type { UserSort } from '@luit/contracts/auth/user-directory';
import type { User, UserStatus } from '@luit/contracts/auth/users';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Conditions, likePattern, prefixPattern } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { isUuid } from '@luit/platform/database/is-uuid';
import { searchText } from '@luit/contracts/messages/search-text';
import { canonicalEmail } from '@luit/contracts/auth/email-address';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { UserEntity } from '../../records/users/user.entity';
import { toUser } from '../../identity/users/users.service';

const MAX_PAGE = 1_000;
const MAX_FOUND = 500;
/** Results of the search over everything. */
const MAX_SUGGESTED = 8;

const SIGNED_IN = `coalesce(last_sign_in_at, '-infinity')`;
/** Sort key of each order; ties are broken by id. */
const ORDERS: Record<UserSort, { key: string; isDescending: boolean }> = {
  email: { key: 'email', isDescending: false },
  '-email': { key: 'email', isDescending: true },
  created_at: { key: 'created_at', isDescending: false },
  '-created_at': { key: 'created_at', isDescending: true },
  last_sign_in_at: { key: SIGNED_IN, isDescending: false },
  '-last_sign_in_at': { key: SIGNED_IN, isDescending: true },
};

/** Lets operators list and search accounts. */
@Injectable()
export class DirectoryService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Lists newest first by default. @throws LuitError `validation_failed` */
  @OnCall(authCalls.listUsers)
  async list({
    limit,
    cursor,
    words,
    status,
    sort = '-created_at',
  }: RequestOf<typeof authCalls.listUsers>): Promise<{ users: User[]; nextCursor: string | null } & CappedCount> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE || !(sort in ORDERS)) {
      throw new LuitError('validation_failed', 'Invalid page');
    }
    const { key, isDescending } = ORDERS[sort];
    const [beyond, direction] = isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
    const page = matching(words, status);
    if (cursor) page.add(`(${key}, id) ${beyond} (SELECT ${key}, id FROM users WHERE id = $)`, cursor);
    const [rows, counted] = await Promise.all([
      this.ids(page, `${key} ${direction}, id ${direction}`, limit + 1),
      this.count(matching(words, status)),
    ]);
    const ids = rows.slice(0, limit);
    return {
      users: await this.findInOrder(ids),
      nextCursor: rows.length > limit ? (ids.at(-1) ?? null) : null,
      ...counted,
    };
  }

  /** Finds accounts by any part of the address, case-insensitively; newest first. */
  @OnCall(authCalls.findUsers)
  async find({ words }: RequestOf<typeof authCalls.findUsers>): Promise<{ userIds: string[] }> {
    return { userIds: await this.ids(matching(words), 'created_at DESC', MAX_FOUND) };
  }

  /** Reads at most a page of each index, so its cost does not grow with the number of accounts. */
  @OnCall(authCalls.searchUsers)
  async search({ words }: RequestOf<typeof authCalls.searchUsers>): Promise<{ users: User[] }> {
    const text = emailText(words);
    if (!text) return { users: [] };
    if (isUuid(text)) return { users: await this.findInOrder([text]) };
    const rows = await this.database.query<{ id: string }[]>(
      `${UNPREPARED}
       (SELECT id FROM users WHERE email LIKE $1 ORDER BY email USING ~<~ LIMIT ${MAX_SUGGESTED}) UNION ALL
       (SELECT id FROM users WHERE search_text(name) LIKE $2 ORDER BY search_text(name) USING ~<~ LIMIT ${MAX_SUGGESTED})`,
      [prefixPattern(text), prefixPattern(searchText(text))],
    );
    const ids = [...new Set(rows.map(({ id }) => id))];
    return { users: await this.findInOrder(ids.slice(0, MAX_SUGGESTED)) };
  }

  private async ids({ sql, values }: Conditions, order: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      `${UNPREPARED}SELECT id FROM users WHERE ${sql} ORDER BY ${order} LIMIT ${limit}`,
      values,
    );
    return rows.map(({ id }) => id);
  }

  /** Without a filter the exact total comes from the daily totals. */
  private async count({ sql, values }: Conditions): Promise<CappedCount> {
    if (values.length > 0) return countRows(this.database, `SELECT FROM users WHERE ${sql}`, values);
    const [{ total }] = await this.database.query<[{ total: number }]>(
      `SELECT coalesce(sum(registered), 0)::float8 AS total FROM user_daily_totals`,
    );
    return { total, isTotalCapped: false };
  }

  private async findInOrder(ids: string[]): Promise<User[]> {
    const users = await this.database.manager.findBy(UserEntity, { id: In(ids) });
    const byId = new Map(users.map((user) => [user.id, toUser(user)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** Matches `words` literally as part of the address, or as an account id. */
function matching(words?: string, status?: UserStatus): Conditions {
  const conditions = new Conditions();
  const text = emailText(words);
  // Postgres combines the indexes of both alternatives.
  if (text && isUuid(text)) conditions.add('(email LIKE $ OR id = $::uuid)', likePattern(text), text);
  else if (text) conditions.add('email LIKE $', likePattern(text));
  if (status) conditions.add('status = $', status);
  return conditions;
}

/** Postgres text cannot contain NUL. */
function emailText(words: string | undefined): string | null {
  return (words && canonicalEmail(words.replaceAll('\0', ''))) || null;
}
