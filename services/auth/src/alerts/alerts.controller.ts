import { type Alert, alertCalls, type AlertCause } from '@luit/contracts/alerts/alerts';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AlertMarksService } from './alert-marks.service';
import { AlertsService } from './alerts.service';

@Controller()
export class AlertsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly marks: AlertMarksService,
  ) {}

  @OnCall(alertCalls.reportAlerts)
  report(report: { source: string; causes: AlertCause[] }): Promise<Record<string, never>> {
    return this.alerts.report(report);
  }

  @OnCall(alertCalls.listAlerts)
  list(query: { limit: number; cursor?: string; isOpen?: boolean }): ReturnType<AlertsService['list']> {
    return this.alerts.list(query);
  }

  @OnCall(alertCalls.acknowledgeAlert)
  acknowledge(decision: { adminId: string; id: string; note?: string }): Promise<{ alert: Alert }> {
    return this.marks.acknowledge(decision);
  }

  @OnCall(alertCalls.muteAlert)
  mute(decision: { adminId: string; id: string; minutes: number; reason: string }): Promise<{ alert: Alert }> {
    return this.marks.mute(decision);
  }

  @OnCall(alertCalls.unmuteAlert)
  unmute(decision: { adminId: string; id: string }): Promise<{ alert: Alert }> {
    return this.marks.unmute(decision);
  }
}
