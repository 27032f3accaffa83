import { alertCalls, type AlertCause } from '@luit/contracts/alerts/alerts';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AlertsService } from './alerts.service';

@Controller()
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @OnCall(alertCalls.reportAlerts)
  report(report: { source: string; causes: AlertCause[] }): Promise<Record<string, never>> {
    return this.alerts.report(report);
  }

  @OnCall(alertCalls.listAlerts)
  list(query: { limit: number; cursor?: string; isOpen?: boolean }): ReturnType<AlertsService['list']> {
    return this.alerts.list(query);
  }
}
