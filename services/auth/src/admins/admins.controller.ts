import { authCalls } from '@luit/contracts/auth/messages';
import type { Device } from '@luit/contracts/auth/sessions';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type AdminSignIn, AdminsService } from './admins.service';

@Controller()
export class AdminsController {
  constructor(private readonly admins: AdminsService) {}

  @OnCall(authCalls.adminSignIn)
  signIn(request: { email: string; password: string; device: Device }): Promise<AdminSignIn> {
    return this.admins.signIn(request);
  }

  @OnCall(authCalls.checkAdminSession)
  checkSession(request: {
    adminId: string;
    sessionId: string;
    isBackground?: boolean;
  }): Promise<{ active: boolean; isIdle?: boolean }> {
    return this.admins.checkSession(request);
  }

  @OnCall(authCalls.adminSignOut)
  async signOut(request: { adminId: string; sessionId: string }): Promise<Record<string, never>> {
    await this.admins.signOut(request);
    return {};
  }
}
