import { operationsBroadcasts, operationsCalls } from '@luit/contracts/operations/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config';
import { IMPROVEMENTS_PER_DAY, type RateLimits, rateLimits } from './rate-limits';

/** A broadcast may be lost, so the limits are read this often too, milliseconds. */
const READ_MS = 60_000;

/** The limits in force: those that operators set, or those that this process was started with. They stay while generation is unavailable. */
@Injectable()
export class LiveLimits implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger(LiveLimits.name);
  private timer?: NodeJS.Timeout;
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

  async onModuleInit(): Promise<void> {
    const read = () => void this.read();
    await this.broadcasts.subscribe(operationsBroadcasts.trafficChanged, read);
    this.broadcasts.subscriber.onReconnect(read);
    this.timer = setInterval(read, READ_MS).unref();
    read();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async read(): Promise<void> {
    try {
      const { requestPercent, improvementsPerDay } = await this.calls.call(operationsCalls.getTrafficSettings, {});
      this.limits = requestPercent === null ? this.config.limits : rateLimits(requestPercent / 100);
      this.improvements = improvementsPerDay ?? IMPROVEMENTS_PER_DAY;
    } catch (error) {
      this.log.warn({ msg: 'Reading the limits that operators set failed', reason: (error as Error).message });
    }
  }
}
