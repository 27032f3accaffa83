import type { Breach, BreachAccount } from '@luit/contracts/auth/breaches';
import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SELECT_BREACHES } from './breach-rows';

const MAX_BREACHES = 100;
const MAX_ACCOUNTS = 500;

/** Breaches, and the accounts that they affect. */
@Injectable()
export class BreachLists {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Latest first. */
  @OnCall(authCalls.listBreaches)
  async list({ limit, cursor }: RequestOf<typeof authCalls.listBreaches>) {
    const take = Math.min(limit, MAX_BREACHES);
    const rows = await this.database.query<{ breach: Breach }[]>(
      `${SELECT_BREACHES} WHERE $1::uuid IS NULL OR b.id < $1 ORDER BY b.id DESC LIMIT ${take + 1}`,
      [cursor ?? null],
    );
    const [{ total }] = (await this.database.query('SELECT count(*)::int AS total FROM breaches')) as [
      { total: number },
    ];
    return {
      ...pageOf(
        rows.map(({ breach }) => breach),
        take,
      ),
      total,
    };
  }

  /** Ordered by id. */
  @OnCall(authCalls.listBreachAccounts)
  async accounts({ breachId, limit, cursor }: RequestOf<typeof authCalls.listBreachAccounts>) {
    const take = Math.min(limit, MAX_ACCOUNTS);
    const rows = await this.database.query<BreachAccount[]>(
      `SELECT u.id, u.email_as_typed AS email, CASE WHEN u.status = 'closed' THEN '' ELSE u.name END AS name, u.status
         FROM breach_accounts a JOIN users u ON u.id = a.user_id
        WHERE a.breach_id = $1 AND ($2::uuid IS NULL OR a.user_id > $2) ORDER BY a.user_id LIMIT ${take + 1}`,
      [breachId, cursor ?? null],
    );
    return pageOf(rows, take);
  }
}

function pageOf<Item extends { id: string }>(rows: Item[], take: number) {
  const items = rows.slice(0, take);
  return { items, nextCursor: rows.length > take ? (items.at(-1)?.id ?? null) : null };
}
