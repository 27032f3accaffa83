import { submitJob } from '@luit/contracts/generation';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import type { LockedRequest } from '../requests/locked-request';
import { LAST_POSITION } from '../requests/queue-positions';
import { AT_PROVIDER } from '../requests/request-states';
import { Wakes } from './wakes.service';

const BUSY = AT_PROVIDER.map((state) => `'${state}'`).join(', ');

/** Asks again after this long even if nobody woke it, milliseconds; the further back the later. */
const SHORTEST_WAIT_MS = 1_000;
const WAIT_PER_PLACE_MS = 25;

/** A row that did not come back by now has lost its entry; it must not keep others waiting. */
const WAITING_SQL = `
  state = 'pending' AND waited_at > now() - interval '60 seconds' AND (not_before IS NULL OR not_before <= now())`;

/** The places at each provider, the same for all workers. Whoever waits is served in order of priority, then age. */
@Injectable()
export class ProviderSlots {
  private readonly log = new Logger(ProviderSlots.name);

  constructor(
    private readonly database: DataSource,
    private readonly wakes: Wakes,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /**
   * A place for this request, unless the provider is full or others come first. The place is taken by the row's next
   * state in the same transaction.
   *
   * @returns 0, or after how many milliseconds to ask again
   */
  async take(request: LockedRequest): Promise<number> {
    const { id, provider, priority } = request.row;
    // Held until the end of the transaction, so that two claims never see the same place free.
    await request.manager.query(`SELECT pg_advisory_xact_lock(hashtext('provider'), hashtext($1))`, [provider]);
    const [{ busy, ahead }] = (await request.manager.query(
      `SELECT (SELECT count(*)::int FROM requests WHERE provider = $1 AND state IN (${BUSY})) AS busy,
              (SELECT count(*)::int FROM (SELECT 1 FROM requests
                WHERE provider = $1 AND (priority, id) < ($2, $3::uuid) AND ${WAITING_SQL}
                LIMIT ${LAST_POSITION}) AS earlier) AS ahead`,
      [provider, priority, id],
    )) as [{ busy: number; ahead: number }];
    const free = this.config.limitsOf(provider).concurrency - busy;
    if (ahead < free) return 0;
    await request.write({ waitedAt: request.now });
    if (free > 0) request.afterCommit(() => this.freed(provider));
    return SHORTEST_WAIT_MS + ahead * WAIT_PER_PLACE_MS;
  }

  /** Wakes as many of those that wait as there are places, the fairest first. */
  freed(provider: string): void {
    this.wakeFairest(provider).catch((error: Error) =>
      this.log.warn({ msg: 'Those that wait for a place could not be woken', provider, reason: error.message }),
    );
  }

  private async wakeFairest(provider: string): Promise<void> {
    const waiting: { id: string }[] = await this.database.query(
      `SELECT id FROM requests WHERE provider = $1 AND ${WAITING_SQL} ORDER BY priority, id
        LIMIT greatest(0, $2 - (SELECT count(*) FROM requests WHERE provider = $1 AND state IN (${BUSY})))`,
      [provider, this.config.limitsOf(provider).concurrency],
    );
    for (const { id } of waiting) this.wakes.wakeWaiting(submitJob, id);
  }
}
