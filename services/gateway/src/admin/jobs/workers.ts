import { workerBroadcasts, type WorkerHeartbeat } from '@luit/contracts/operations/worker';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** Shown as silent after the first, forgotten after the second; milliseconds. */
const SILENT_MS = 10_000;
const FORGOTTEN_MS = 60_000;

export interface WorkerRow extends WorkerHeartbeat {
  /** Whether it was heard lately. */
  isAlive: boolean;
  /** Milliseconds since it was last heard. */
  silentForMs: number;
}

/** The workers that were heard lately. */
@Injectable()
export class Workers implements OnModuleInit {
  private readonly beats = new Map<string, { beat: WorkerHeartbeat; at: number }>();

  constructor(private readonly broadcasts: Broadcasts) {}

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(workerBroadcasts.heartbeat, (beat) => this.hear(beat));
  }

  list(now = performance.now()): WorkerRow[] {
    for (const [instance, { beat, at }] of this.beats) {
      if (now - at > (beat.isStopping ? SILENT_MS : FORGOTTEN_MS)) this.beats.delete(instance);
    }
    return [...this.beats.values()]
      .map(({ beat, at }) => ({ ...beat, isAlive: now - at <= SILENT_MS, silentForMs: Math.round(now - at) }))
      .sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  }

  private hear(beat: WorkerHeartbeat): void {
    this.beats.set(beat.instance, { beat, at: performance.now() });
  }
}
