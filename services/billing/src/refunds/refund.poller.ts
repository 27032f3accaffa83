import { withCorrelation } from '@luit/platform/context';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { RefundSender } from './refund.sender';

const TICK_MS = 1_000;
const BATCH = 10;

/** Takes up refunds that nobody has brought to their end: the process died, Razorpay did not answer, or takes its time. */
@Injectable()
export class RefundPoller implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(RefundPoller.name);
  private timer?: NodeJS.Timeout;
  private current?: Promise<void>;

  constructor(
    private readonly sender: RefundSender,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.razorpay.credentials) return;
    this.timer = setInterval(
      () => {
        this.current ??= this.sendDue().finally(() => (this.current = undefined));
      },
      Math.min(TICK_MS, this.config.refundScheduleMs[0] ?? TICK_MS),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.current;
  }

  private async sendDue(): Promise<void> {
    try {
      await withCorrelation(undefined, () => this.sender.sendDue(BATCH));
    } catch (error) {
      this.log.warn({ msg: 'Refunds could not be read', reason: (error as Error).message });
    }
  }
}
