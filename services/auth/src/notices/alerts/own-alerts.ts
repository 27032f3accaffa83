import { DeadLetters, HAS_DEAD_LETTERS } from '@luit/platform/dead-letters/dead-letters';
import { DuePoller, dueWhile } from '@luit/platform/scheduling/due-poller';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AlertsService } from './alerts.service';
import { DueBreachNotices, HAS_DUE_BREACH_NOTICES } from './due-breach-notices';
import { DueReports, HAS_DUE_REPORTS } from './due-reports';
import { FailingMails, HAS_OVERDUE_MAILS } from './failing-mails';
import { HAS_FAILING_DESTINATIONS, FailingDestinations } from './failing-destinations';

const WITHIN_MS = 5_000;
const REPEAT_MS = 15_000;
const SOURCE = 'auth';

/** Opens and closes the alerts of auth itself, which cannot call itself. */
@Injectable()
export class OwnAlerts implements OnApplicationBootstrap {
  constructor(
    private readonly alerts: AlertsService,
    private readonly deadLetters: DeadLetters,
    private readonly failingMails: FailingMails,
    private readonly failingDestinations: FailingDestinations,
    private readonly dueReports: DueReports,
    private readonly dueBreachNotices: DueBreachNotices,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    const hasOpen = `EXISTS (SELECT FROM alerts WHERE source = '${SOURCE}' AND closed_at IS NULL)`;
    this.poller.add({
      name: 'own-alerts',
      dueInMs: dueWhile(
        `${HAS_DEAD_LETTERS} OR ${HAS_OVERDUE_MAILS} OR ${HAS_FAILING_DESTINATIONS} OR ${HAS_DUE_REPORTS} OR ${HAS_DUE_BREACH_NOTICES} OR ${hasOpen}`,
      ),
      withinMs: WITHIN_MS,
      repeatMs: REPEAT_MS,
      work: async () => {
        const causes = await Promise.all([
          this.deadLetters.alertCauses(),
          this.failingMails.alertCauses(),
          this.failingDestinations.alertCauses(),
          this.dueReports.alertCauses(),
          this.dueBreachNotices.alertCauses(),
        ]);
        await this.alerts.report({ source: SOURCE, causes: causes.flat() });
      },
    });
  }
}
