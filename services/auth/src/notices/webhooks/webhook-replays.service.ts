import { MAX_REPLAYED_WEBHOOKS } from '@luit/contracts/auth/webhook-limits';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { endpointOff } from './webhook-deliveries.service';
import { endpointNotFound } from '../../identity/webhook-endpoints/webhook-endpoints.service';
import { firstPositionSince, REPLAYED_DELIVERIES } from './webhook-replayed-deliveries';
import { WebhookReplayPoller } from './webhook-replay-poller';

type ReplayRequest = RequestOf<typeof authCalls.replayWebhookDeliveries>;

interface EndpointRow {
  isOff: boolean;
  /** Number of deliveries in the latest replay; null if there was none. */
  total: number | null;
  isRunning: boolean;
  /** True if the latest replay is the requested one, and began less than a minute ago or still runs. */
  isSame: boolean;
}

/** The request is repeated by a double click, or by a client that got no response. */
const REPEATED_WITHIN = '1 minute';

/** Sends the deliveries of a time again, in batches. */
@Injectable()
export class WebhookReplaysService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly poller: WebhookReplayPoller,
  ) {}

  /**
   * Counts the deliveries and, unless it is a dry run, starts to send them again. The same request within a minute starts nothing more.
   *
   * @throws LuitError `not_found`; `validation_failed` for too many deliveries; `conflict` while another replay runs, or the endpoint is off
   */
  @OnCall(authCalls.replayWebhookDeliveries)
  async replay(request: ReplayRequest): Promise<CappedCount> {
    const count = await this.database.transaction(async (manager) => {
      const endpoint = await lockEndpoint(manager, request);
      if (request.dryRun) return countDeliveries(manager, request);
      if (endpoint.isSame) return { total: endpoint.total ?? 0, isTotalCapped: false };
      if (endpoint.isOff) throw endpointOff();
      if (endpoint.isRunning) throw new LuitError('conflict', 'Another replay to this endpoint is still running.');
      const counted = await countDeliveries(manager, request);
      if (counted.isTotalCapped) throw tooMany();
      if (counted.total > 0) await start(manager, request, counted.total);
      return counted;
    });
    if (!request.dryRun && count.total > 0) this.poller.runNow();
    return count;
  }
}

async function lockEndpoint(manager: EntityManager, request: ReplayRequest): Promise<EndpointRow> {
  const [endpoint] = await manager.query<EndpointRow[]>(
    `SELECT e.off_at IS NOT NULL AS "isOff", r.total, r.next_batch_at IS NOT NULL AS "isRunning",
            coalesce((r.from_time, r.to_time, r.only_failed) = ($3::timestamptz, $4::timestamptz, $5::boolean)
              AND (r.next_batch_at IS NOT NULL OR r.created_at > now() - interval '${REPEATED_WITHIN}'), false) AS "isSame"
       FROM webhook_endpoints e LEFT JOIN webhook_replays r ON r.endpoint_id = e.id
      WHERE e.id = $1 AND e.user_id = $2 FOR UPDATE OF e`,
    [request.endpointId, request.userId, request.from, request.to, request.onlyFailed],
  );
  if (!endpoint) throw endpointNotFound();
  return endpoint;
}

async function countDeliveries(manager: EntityManager, request: ReplayRequest): Promise<CappedCount> {
  const [row] = await manager.query<{ count: number }[]>(
    `WITH r AS (
       SELECT $1::uuid AS endpoint_id, $2::timestamptz AS from_time, $3::timestamptz AS to_time, $4::boolean AS only_failed,
              now() AS created_at, ${firstPositionSince('$2::timestamptz')} AS position
     )
     SELECT count(*)::int AS count FROM (SELECT FROM r JOIN ${REPLAYED_DELIVERIES} LIMIT ${MAX_REPLAYED_WEBHOOKS + 1}) counted`,
    [request.endpointId, request.from, request.to, request.onlyFailed],
  );
  const count = row?.count ?? 0;
  return { total: Math.min(count, MAX_REPLAYED_WEBHOOKS), isTotalCapped: count > MAX_REPLAYED_WEBHOOKS };
}

async function start(manager: EntityManager, request: ReplayRequest, total: number): Promise<void> {
  await manager.query(
    `INSERT INTO webhook_replays (endpoint_id, from_time, to_time, only_failed, total, position)
     VALUES ($1, $2, $3, $4, $5, ${firstPositionSince('$2::timestamptz')})
         ON CONFLICT (endpoint_id) DO UPDATE
        SET from_time = excluded.from_time, to_time = excluded.to_time, only_failed = excluded.only_failed, total = excluded.total,
            position = excluded.position, created_at = now(), next_batch_at = now()`,
    [request.endpointId, request.from, request.to, request.onlyFailed, total],
  );
}

function tooMany(): LuitError {
  const message = `More than ${MAX_REPLAYED_WEBHOOKS.toLocaleString('en-US')} deliveries are in this time. Choose a shorter one.`;
  return new LuitError('validation_failed', message, { details: { to: message } });
}
