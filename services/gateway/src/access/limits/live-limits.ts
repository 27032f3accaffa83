import { operationsBroadcasts, operationsCalls } from '@luit/contracts/operations/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config';
import { IMPROVEMENTS_PER_DAY, type RateLimits, rateLimits } from './rate-limits';

/** A broadcast may be lost, so the limits are read this often too, milliseconds. */
const READ_MS = 60_000;
/** The same after an attempt that failed. */
const RETRY_MS = 2_000;

/** The limits in force: those that operators set, or those that this process was started with. They stay while generation is unavailable. */
@Injectable()
export class LiveLimits implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(LiveLimits.name);
  private timer?: NodeJS.Timeout;
  private isStopped = false;
  private limits: RateLimits;
  private improvements = IMPROVEMENTS_PER_DAY;

  constructor(
    private readonly calls: CallClient,
    private readonly broadcasts: Broadcasts,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {
    this.limits = config.limits;
  }

  get current(): RateLimits {
    return this.limits;
  }

  /** Prompts that the text model improves per account and day. */
  get improvementsPerDay(): number {
    return this.improvements;
  }

  async onApplicationBootstrap(): Promise<void> {
    const read = () => void this.read();
    await this.broadcasts.subscribe(operationsBroadcasts.trafficChanged, read);
    this.broadcasts.subscriber.onReconnect(read);
    read();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async read(): Promise<void> {
    clearTimeout(this.timer);
    const isRead = await this.tryToRead();
    clearTimeout(this.timer);
    if (!this.isStopped) this.timer = setTimeout(() => void this.read(), isRead ? READ_MS : RETRY_MS).unref();
  }

  private async tryToRead(): Promise<boolean> {
    try {
      const { requestPercent, improvementsPerDay } = await this.calls.call(operationsCalls.getTrafficSettings, {});
      this.limits = requestPercent === null ? this.config.limits : rateLimits(requestPercent / 100);
      this.improvements = improvementsPerDay ?? IMPROVEMENTS_PER_DAY;
      return true;
    } catch (error) {
      this.log.warn({ msg: 'Reading the limits that operators set failed', reason: (error as Error).message });
      return false;
    }
  }
}
