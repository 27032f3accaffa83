import { authCalls } from '@luit/contracts/auth/messages';
import type { FailingWebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { countRows } from '@luit/platform/database/count-rows';
import { formatPosition, parsePosition, positionTime } from '@luit/platform/database/time-position';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  toWebhookEndpoint,
  WEBHOOK_ENDPOINT_COLUMNS,
  type WebhookEndpointRow,
} from '../../identity/webhook-endpoints/webhook-endpoint-row';

export interface FailingEndpointPage extends CappedCount {
  items: FailingWebhookEndpoint[];
  nextCursor: string | null;
}

interface FailingRow extends WebhookEndpointRow {
  userId: string;
  email: string;
  /** `failingSince` with microseconds. */
  time: string;
}

const FAILING = `
  webhook_endpoints e JOIN users u ON u.id = e.user_id
  WHERE e.failing_since IS NOT NULL AND e.off_reason IS DISTINCT FROM 'owner' AND u.status = 'active'`;

/** Lists for operators where the webhooks of users do not arrive. */
@Injectable()
export class FailingEndpointsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The longest failing endpoints come first. @throws LuitError `validation_failed` */
  @OnCall(authCalls.listFailingWebhookEndpoints)
  async list({ limit, cursor }: RequestOf<typeof authCalls.listFailingWebhookEndpoints>): Promise<FailingEndpointPage> {
    const [at, id] = positionOf(cursor);
    const [rows, counted] = await Promise.all([
      this.database.query<FailingRow[]>(
        `SELECT ${WEBHOOK_ENDPOINT_COLUMNS}, u.id AS "userId", u.email,
                ${positionTime('e.failing_since')} AS time
           FROM ${FAILING} AND ($1::timestamptz IS NULL OR (e.failing_since, e.id) > ($1::timestamptz, $2::uuid))
          ORDER BY e.failing_since, e.id LIMIT $3`,
        [at, id, limit + 1],
      ),
      countRows(this.database, `SELECT FROM ${FAILING}`, []),
    ]);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const nextCursor = rows.length > limit && last ? formatPosition(last.time, last.id) : null;
    return { items: shown.map(toFailing), nextCursor, ...counted };
  }
}

function toFailing({ userId, email, time: _, ...row }: FailingRow): FailingWebhookEndpoint {
  const { id, url, off, failingSince, lastError, deliveredAt, createdAt } = toWebhookEndpoint(row);
  return {
    ...{ id, off, lastError, deliveredAt, createdAt },
    failingSince: failingSince!,
    origin: new URL(url).origin,
    user_id: userId,
    user_email: email,
  };
}

function positionOf(cursor: string | undefined): [at: string | null, id: string | null] {
  if (cursor === undefined) return [null, null];
  const position = parsePosition(cursor);
  if (!position) {
    const text = 'This position in the list does not exist.';
    throw new LuitError('validation_failed', text, { details: { cursor: text } });
  }
  return position;
}
