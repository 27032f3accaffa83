import {
  type AlertDestination,
  alertDestinationCalls,
  type AlertTarget,
  type WebhookRequest,
} from '@luit/contracts/alerts/alert-destinations';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AlertDeliveries } from './alert-deliveries.service';
import { AlertDestinationsService } from './alert-destinations.service';

@Controller()
export class AlertDestinationsController {
  constructor(
    private readonly destinations: AlertDestinationsService,
    private readonly deliveries: AlertDeliveries,
  ) {}

  @OnCall(alertDestinationCalls.listAlertDestinations)
  list(): Promise<{ destinations: AlertDestination[] }> {
    return this.destinations.list();
  }

  @OnCall(alertDestinationCalls.addAlertDestination)
  add(request: { adminId: string; target: AlertTarget }): ReturnType<AlertDestinationsService['add']> {
    return this.destinations.add(request);
  }

  @OnCall(alertDestinationCalls.removeAlertDestination)
  remove(request: { adminId: string; id: string }): Promise<Record<string, never>> {
    return this.destinations.remove(request);
  }

  @OnCall(alertDestinationCalls.testAlertDestination)
  test(request: { adminId: string; id: string }): Promise<Record<string, never>> {
    return this.destinations.test(request);
  }

  @OnCall(alertDestinationCalls.renderAlertDelivery)
  render(request: { deliveryId: string }): Promise<WebhookRequest | null> {
    return this.deliveries.render(request);
  }

  @OnCall(alertDestinationCalls.recordAlertDelivery)
  record(outcome: { deliveryId: string; error: string | null }): Promise<{ retryInMs: number | null }> {
    return this.deliveries.record(outcome);
  }
}
