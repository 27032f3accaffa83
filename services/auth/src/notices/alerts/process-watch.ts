import { presenceKey, PROCESS_WATCH } from '@luit/contracts/registry/redis-access';
import { REDIS } from '@luit/platform/platform.module';
import { readPresence, Vigil } from '@luit/platform/presence/presence';
import { RedisClock } from '@luit/platform/redis/redis-clock';
import { SERVICES } from '@luit/platform/redis-users';
import type { Schedule } from '@luit/platform/scheduling/schedule';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { within } from '@luit/platform/scheduling/within';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { AlertsService } from './alerts.service';
import { EmergencyMails } from './emergency-mails';
import { missingProcesses } from './missing-processes';

const INTERVAL_MS = 5_000;
/** One replica looks at a time, so that an older look does not close what a newer one opened. */
const CLAIM_MS = 3_000;
const REPEAT_MS = 60_000;
const FAREWELL_MS = 2_000;
const SOURCE = 'processes';

/** Opens and closes the alerts about processes of all services that are missing, and keeps the mails ready for its own absence. */
@Injectable()
export class ProcessWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(ProcessWatch.name);
  private readonly vigil = new Vigil();
  private schedule?: Schedule;
  private hadCauses = true;
  private reportedAt = -Infinity;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(AUTH_CONFIG) private readonly config: Pick<AuthConfig, 'common'>,
    private readonly clock: RedisClock,
    private readonly alerts: AlertsService,
    private readonly emergencyMails: EmergencyMails,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule = this.scheduler.every('process-watch', INTERVAL_MS, () => this.round(), { firstMs: 0 });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.schedule?.stop();
    await within(FAREWELL_MS, this.emergencyMails.leave(true)).catch((error: Error) =>
      this.log.warn({ msg: 'Gateways will report that auth is down', reason: error.message }),
    );
  }

  private async round(): Promise<void> {
    await this.emergencyMails.leave(false);
    const seen = await Promise.all(
      SERVICES.map(async (service) => ({ service, signs: await readPresence(this.redis, service) })),
    );
    if (!this.vigil.isSteady()) return;
    const claim = await this.redis.set(PROCESS_WATCH, this.config.common.instance, 'PX', CLAIM_MS, 'NX');
    if (claim !== 'OK') return;
    const now = this.clock.now();
    const found = seen.map(({ service, signs }) => ({ service, ...missingProcesses(service, signs, now) }));
    for (const { service, obsolete } of found)
      if (obsolete.length > 0) await this.redis.hdel(presenceKey(service), ...obsolete);
    if (found.some(({ isUndecided }) => isUndecided)) return;
    const causes = found.flatMap(({ cause }) => cause ?? []);
    const isQuiet = causes.length === 0 && !this.hadCauses;
    if (isQuiet && performance.now() - this.reportedAt < REPEAT_MS) return;
    await this.alerts.report({ source: SOURCE, causes });
    this.hadCauses = causes.length > 0;
    this.reportedAt = performance.now();
  }
}
