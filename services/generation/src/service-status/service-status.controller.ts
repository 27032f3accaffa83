import { operationsCalls } from '@luit/contracts/operations/messages';
import type { PublicStatus, ServiceStatus } from '@luit/contracts/operations/service-status';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ServiceStatusService } from './service-status.service';

@Controller()
export class ServiceStatusController {
  constructor(private readonly status: ServiceStatusService) {}

  @OnCall(operationsCalls.getPublicStatus)
  getPublic(): Promise<PublicStatus> {
    return this.status.getPublic();
  }

  @OnCall(operationsCalls.getServiceStatus)
  get(): Promise<ServiceStatus> {
    return this.status.get();
  }

  @OnCall(operationsCalls.setBanner)
  setBanner(banner: { adminId: string; text: string; until: string; reason: string }): Promise<ServiceStatus> {
    return this.status.setBanner(banner);
  }

  @OnCall(operationsCalls.removeBanner)
  removeBanner(input: { adminId: string }): Promise<ServiceStatus> {
    return this.status.removeBanner(input);
  }

  @OnCall(operationsCalls.setNewJobsPaused)
  setNewJobsPaused(input: { adminId: string; isPaused: boolean; reason?: string }): Promise<ServiceStatus> {
    return this.status.setNewJobsPaused(input);
  }
}
