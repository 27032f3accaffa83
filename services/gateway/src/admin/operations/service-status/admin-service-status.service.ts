import { authCalls } from '@luit/contracts/auth/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { type BannerBody, type ServiceStatus, serviceStatus } from '@luit/contracts/operations/service-status';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

const byOperator = { admin_email: z.string() };

/** The restrictions in force, with the operators who set them. */
export const adminServiceStatus = z.object({
  banner: serviceStatus.shape.banner.unwrap().extend(byOperator).nullable(),
  pause: serviceStatus.shape.pause.unwrap().extend(byOperator).nullable(),
});
type AdminServiceStatus = z.infer<typeof adminServiceStatus>;

/** The banner that creators see, and the pause of new jobs. */
@Injectable()
export class AdminServiceStatusService {
  constructor(private readonly calls: CallClient) {}

  async get(): Promise<AdminServiceStatus> {
    return this.withOperators(await this.calls.call(operationsCalls.getServiceStatus, {}));
  }

  /** @throws LuitError `validation_failed` */
  async setBanner(adminId: string, { text, until, reason }: BannerBody): Promise<AdminServiceStatus> {
    return this.withOperators(await this.calls.call(operationsCalls.setBanner, { adminId, text, until, reason }));
  }

  async removeBanner(adminId: string): Promise<AdminServiceStatus> {
    return this.withOperators(await this.calls.call(operationsCalls.removeBanner, { adminId }));
  }

  async setPaused(adminId: string, isPaused: boolean, reason?: string): Promise<AdminServiceStatus> {
    return this.withOperators(await this.calls.call(operationsCalls.setNewJobsPaused, { adminId, isPaused, reason }));
  }

  private async withOperators({ banner, pause }: ServiceStatus): Promise<AdminServiceStatus> {
    const adminIds = [banner, pause].flatMap((restriction) => (restriction ? [restriction.adminId] : []));
    const { emails } = adminIds.length
      ? await this.calls.call(authCalls.getAdminEmails, { adminIds })
      : { emails: {} as Record<string, string> };
    return {
      banner: banner && { ...banner, admin_email: emails[banner.adminId] ?? '' },
      pause: pause && { ...pause, admin_email: emails[pause.adminId] ?? '' },
    };
  }
}
