import type { UserSort, UserStatus } from '@luit/contracts/auth';
import { LuitError } from '@luit/contracts/errors';
import type { Counted, User } from '@luit/contracts/http';
import { countRows } from '@luit/platform/database/count-rows';
import { BY_VALUES } from '@luit/platform/database/preparing-client';
import { isUuid } from '@luit/platform/is-uuid';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { UserEntity } from '../users/user.entity';
import { toUser } from '../users/users.service';

const MAX_PAGE = 1_000;
const MAX_WORDS = 200;
const MAX_FOUND = 500;

export interface Lookup {
  limit: number;
  /** Id of the last account seen. */
  cursor?: string;
  words?: string;
  status?: UserStatus;
  sort?: UserSort;
}

const SIGNED_IN = `coalesce(last_sign_in_at, '-infinity')`;
/** What each order sorts by before the id. */
const ORDERS: Record<UserSort, { key: string; isDescending: boolean }> = {
  email: { key: 'email', isDescending: false },
  '-email': { key: 'email', isDescending: true },
  created_at: { key: 'created_at', isDescending: false },
  '-created_at': { key: 'created_at', isDescending: true },
  last_sign_in_at: { key: SIGNED_IN, isDescending: false },
  '-last_sign_in_at': { key: SIGNED_IN, isDescending: true },
};

/** Accounts as operators look them up. */
@Injectable()
export class DirectoryService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The newest first unless sorted otherwise. @throws LuitError `validation_failed` */
  async list({
    limit,
    cursor,
    words,
    status,
    sort = '-created_at',
  }: Lookup): Promise<{ users: User[]; nextCursor: string | null } & Counted> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE || !(sort in ORDERS)) {
      throw new LuitError('validation_failed', 'This page is not valid');
    }
    const { key, isDescending } = ORDERS[sort];
    const [beyond, direction] = isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
    const wish = matching(words, status);
    const { sql, values } = wish;
    const [rows, counted] = await Promise.all([
      this.database.query<{ id: string }[]>(
        `${BY_VALUES}SELECT id FROM users
          WHERE ${sql} AND ($4::uuid IS NULL OR (${key}, id) ${beyond} (SELECT ${key}, id FROM users WHERE id = $4))
          ORDER BY ${key} ${direction}, id ${direction} LIMIT $5`,
        [...values, cursor ?? null, limit + 1],
      ),
      this.count(wish),
    ]);
    const ids = rows.slice(0, limit).map(({ id }) => id);
    return {
      users: await this.usersOf(ids),
      nextCursor: rows.length > limit ? (ids.at(-1) ?? null) : null,
      ...counted,
    };
  }

  /** By any part of the address, whatever its case; the newest first. */
  async find(words: string): Promise<{ userIds: string[] }> {
    const { sql, values } = matching(words);
    const rows = await this.database.query<{ id: string }[]>(
      `${BY_VALUES}SELECT id FROM users WHERE ${sql} ORDER BY created_at DESC LIMIT $4`,
      [...values, MAX_FOUND],
    );
    return { userIds: rows.map(({ id }) => id) };
  }

  /** All of them are known from their days, and told exactly. */
  private async count({ sql, values }: Matching): Promise<Counted> {
    if (values.some((value) => value !== null))
      return countRows(this.database, `SELECT FROM users WHERE ${sql}`, values);
    const [row] = await this.database.query<{ total: string }[]>(
      `SELECT coalesce(sum(registered), 0) AS total FROM user_days`,
    );
    return { total: Number(row?.total), isTotalCapped: false };
  }

  /** In the order of the ids. */
  private async usersOf(ids: string[]): Promise<User[]> {
    const users = await this.database.manager.findBy(UserEntity, { id: In(ids) });
    const byId = new Map(users.map((user) => [user.id, toUser(user)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** A condition on accounts and its values, from $1; where all are null, it is every account. */
interface Matching {
  sql: string;
  values: (string | null)[];
}

/** Words are looked for as they are, neither a pattern nor a statement; also an id is found. */
function matching(words?: string, status?: UserStatus): Matching {
  const text = wanted(words);
  // Each alternative has an index of its own; without words neither is there.
  const sql = `($1::text IS NULL OR email LIKE $1 OR id = $2::uuid) AND ($3::text IS NULL OR status = $3)`;
  const pattern = text && `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return { sql, values: [pattern, text && isUuid(text) ? text : null, status ?? null] };
}

/** Addresses are kept in small letters; Postgres knows no text with a NUL. */
function wanted(words: string | undefined): string | null {
  const text = words?.trim().toLowerCase().replaceAll('\0', '');
  if (text !== undefined && text.length > MAX_WORDS) {
    throw new LuitError('validation_failed', 'This search is too long');
  }
  return text || null;
}
