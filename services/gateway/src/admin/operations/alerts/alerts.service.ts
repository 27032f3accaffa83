import { type AcknowledgeBody, alertCalls, type AlertsQuery, type MuteBody } from '@luit/contracts/alerts/alerts';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';

@Injectable()
export class AlertsService {
  constructor(private readonly calls: CallClient) {}

  /** Open alerts first. */
  list({ limit, cursor, state }: Pick<AlertsQuery, 'limit' | 'cursor' | 'state'>) {
    return this.calls.call(alertCalls.listAlerts, { limit, cursor, isOpen: state && state === 'open' });
  }

  /** @throws LuitError `not_found`, `conflict` if it is closed */
  acknowledge(adminId: string, id: string, { note }: AcknowledgeBody) {
    return this.calls.call(alertCalls.acknowledgeAlert, { adminId, id, note });
  }

  /** @throws LuitError `not_found`, `conflict` if it is closed */
  mute(adminId: string, id: string, { minutes, reason }: MuteBody) {
    return this.calls.call(alertCalls.muteAlert, { adminId, id, minutes, reason });
  }

  /** @throws LuitError `not_found`, `conflict` if it is closed */
  unmute(adminId: string, id: string) {
    return this.calls.call(alertCalls.unmuteAlert, { adminId, id });
  }

  /** @throws LuitError `not_found`, `conflict` if it is closed, or not about some missing processes of a service */
  forgetProcesses(adminId: string, id: string) {
    return this.calls.call(alertCalls.forgetProcesses, { adminId, id });
  }
}
