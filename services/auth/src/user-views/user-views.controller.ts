import { authCalls } from '@luit/contracts/auth/messages';
import type { UserView } from '@luit/contracts/auth/user-views';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { UserViewsService } from './user-views.service';

@Controller()
export class UserViewsController {
  constructor(private readonly views: UserViewsService) {}

  @OnCall(authCalls.startUserView)
  start(request: { userId: string; adminId: string; reason: string }): Promise<UserView & { token: string }> {
    return this.views.start(request);
  }

  @OnCall(authCalls.endUserView)
  async end(request: { userId: string; viewId: string; adminId: string }): Promise<Record<string, never>> {
    await this.views.end(request);
    return {};
  }
}
