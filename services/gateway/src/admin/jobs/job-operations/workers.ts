import { workerBroadcasts, workerHeartbeat, type WorkerHeartbeat } from '@luit/contracts/operations/worker';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { REDIS } from '@luit/platform/platform.module';
import { readPresence } from '@luit/platform/presence/presence';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** Without a heartbeat for this long a worker is shown as silent, milliseconds. */
const SILENT_MS = 10_000;
/** Without a heartbeat for this long a worker is removed from the list if nobody misses it, milliseconds. */
const EXPIRED_MS = 60_000;
const CHECK_MS = 10_000;
/** Workers send a heartbeat every two seconds. */
const COMPLETE_AFTER_MS = 5_000;

export const workerRow = workerHeartbeat.extend({
  /** True if a heartbeat arrived within the last 10 seconds. */
  isAlive: z.boolean(),
  /** Milliseconds since the last heartbeat. */
  silentForMs: z.number(),
});
type WorkerRow = z.infer<typeof workerRow>;

interface Received {
  heartbeat: WorkerHeartbeat;
  at: number;
}

/** Workers that sent a heartbeat within the last minute, and those that are missed. */
@Injectable()
export class Workers implements OnModuleInit {
  private readonly heartbeats = new Map<string, Received>();
  private listeningSince = Infinity;
  private missed = new Set<string>();

  constructor(
    private readonly broadcasts: Broadcasts,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly scheduler: Scheduler,
  ) {}

  /** True once every worker has had time to send a heartbeat since this process began to listen. Until then, the list may be incomplete. */
  isComplete(now = performance.now()): boolean {
    return now - this.listeningSince >= COMPLETE_AFTER_MS;
  }

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(workerBroadcasts.heartbeat, (heartbeat) => this.record(heartbeat));
    this.listeningSince = performance.now();
    this.scheduler.every('missed-workers', CHECK_MS, () => this.findMissed());
  }

  list(now = performance.now()): WorkerRow[] {
    return [...this.heartbeats.values()]
      .filter((each) => this.isListed(each, now))
      .map(({ heartbeat, at }) => ({ ...heartbeat, isAlive: now - at <= SILENT_MS, silentForMs: Math.round(now - at) }))
      .sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  }

  private isListed({ heartbeat, at }: Received, now: number): boolean {
    const isExpired = now - at > (heartbeat.isStopping ? SILENT_MS : EXPIRED_MS);
    return !isExpired || this.missed.has(heartbeat.instance);
  }

  /** Operators see a killed or frozen worker until another one takes its place or they say that it left for good. */
  private async findMissed(): Promise<void> {
    const now = performance.now();
    if ([...this.heartbeats.values()].every(({ at }) => now - at <= SILENT_MS)) return;
    const known = await readPresence(this.redis, 'worker');
    this.missed = new Set(known.filter(({ hasLeft }) => !hasLeft).map(({ instance }) => instance));
    for (const [instance, received] of this.heartbeats)
      if (!this.isListed(received, now)) this.heartbeats.delete(instance);
  }

  private record(heartbeat: WorkerHeartbeat): void {
    this.heartbeats.set(heartbeat.instance, { heartbeat, at: performance.now() });
  }
}
