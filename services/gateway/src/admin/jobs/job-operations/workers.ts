import { workerBroadcasts, workerHeartbeat, type WorkerHeartbeat } from '@luit/contracts/operations/worker';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';

/** Without a heartbeat for this long a worker is shown as silent, milliseconds. */
const SILENT_MS = 10_000;
/** Without a heartbeat for this long a worker is removed from the list, milliseconds. */
const EXPIRED_MS = 60_000;
/** Workers send a heartbeat every two seconds. */
const COMPLETE_AFTER_MS = 5_000;

export const workerRow = workerHeartbeat.extend({
  /** True if a heartbeat arrived within the last 10 seconds. */
  isAlive: z.boolean(),
  /** Milliseconds since the last heartbeat. */
  silentForMs: z.number(),
});
type WorkerRow = z.infer<typeof workerRow>;

/** Workers that sent a heartbeat within the last minute. */
@Injectable()
export class Workers implements OnModuleInit {
  private readonly heartbeats = new Map<string, { heartbeat: WorkerHeartbeat; at: number }>();
  private listeningSince = Infinity;

  constructor(private readonly broadcasts: Broadcasts) {}

  /** True once every worker has had time to send a heartbeat since this process began to listen. Until then, the list may be incomplete. */
  isComplete(now = performance.now()): boolean {
    return now - this.listeningSince >= COMPLETE_AFTER_MS;
  }

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(workerBroadcasts.heartbeat, (heartbeat) => this.record(heartbeat));
    this.listeningSince = performance.now();
  }

  list(now = performance.now()): WorkerRow[] {
    for (const [instance, { heartbeat, at }] of this.heartbeats) {
      if (now - at > (heartbeat.isStopping ? SILENT_MS : EXPIRED_MS)) this.heartbeats.delete(instance);
    }
    return [...this.heartbeats.values()]
      .map(({ heartbeat, at }) => ({ ...heartbeat, isAlive: now - at <= SILENT_MS, silentForMs: Math.round(now - at) }))
      .sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  }

  private record(heartbeat: WorkerHeartbeat): void {
    this.heartbeats.set(heartbeat.instance, { heartbeat, at: performance.now() });
  }
}
