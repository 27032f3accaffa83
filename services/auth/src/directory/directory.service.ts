import type { UserSort, UserStatus } from '@luit/contracts/auth';
import { LuitError } from '@luit/contracts/errors';
import type { User } from '@luit/contracts/http';
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

/** Words are looked for as they are: neither a pattern nor a statement. */
const MATCHES = `($1::text IS NULL OR strpos(email, $1) > 0 OR id::text = $1) AND ($2::text IS NULL OR status = $2)`;

/** Accounts as operators look them up. */
@Injectable()
export class DirectoryService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The newest first unless sorted otherwise. @throws LuitError `validation_failed` */
  async list({ limit, cursor, words, status, sort = '-created_at' }: Lookup): Promise<{
    users: User[];
    nextCursor: string | null;
    total: number;
  }> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE || !(sort in ORDERS)) {
      throw new LuitError('validation_failed', 'This page is not valid');
    }
    const { key, isDescending } = ORDERS[sort];
    const [beyond, direction] = isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
    const filter = [wanted(words), status ?? null];
    const [rows, [count]] = await Promise.all([
      this.database.query<{ id: string }[]>(
        `SELECT id FROM users
          WHERE ${MATCHES} AND ($3::uuid IS NULL OR (${key}, id) ${beyond} (SELECT ${key}, id FROM users WHERE id = $3))
          ORDER BY ${key} ${direction}, id ${direction} LIMIT $4`,
        [...filter, cursor ?? null, limit + 1],
      ),
      this.database.query<{ total: string }[]>(`SELECT count(*) AS total FROM users WHERE ${MATCHES}`, filter),
    ]);
    const ids = rows.slice(0, limit).map(({ id }) => id);
    return {
      users: await this.usersOf(ids),
      nextCursor: rows.length > limit ? (ids.at(-1) ?? null) : null,
      total: Number(count?.total),
    };
  }

  /** By any part of the address, whatever its case; the newest first. */
  async find(words: string): Promise<{ userIds: string[] }> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT id FROM users WHERE ${MATCHES} ORDER BY created_at DESC LIMIT $3`,
      [wanted(words), null, MAX_FOUND],
    );
    return { userIds: rows.map(({ id }) => id) };
  }

  /** In the order of the ids. */
  private async usersOf(ids: string[]): Promise<User[]> {
    const users = await this.database.manager.findBy(UserEntity, { id: In(ids) });
    const byId = new Map(users.map((user) => [user.id, toUser(user)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** Addresses are kept in small letters; Postgres knows no text with a NUL. */
function wanted(words: string | undefined): string | null {
  const text = words?.trim().toLowerCase().replaceAll('\0', '');
  if (text !== undefined && text.length > MAX_WORDS) {
    throw new LuitError('validation_failed', 'This search is too long');
  }
  return text || null;
}
