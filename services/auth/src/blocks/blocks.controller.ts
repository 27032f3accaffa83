import { authCalls } from '@luit/contracts/auth/messages';
import type { User } from '@luit/contracts/auth/users';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { BlocksService } from './blocks.service';

@Controller()
export class BlocksController {
  constructor(private readonly blocks: BlocksService) {}

  @OnCall(authCalls.blockUser)
  block(request: { userId: string; adminId: string; reason?: string }): Promise<User> {
    return this.blocks.block(request);
  }

  @OnCall(authCalls.unblockUser)
  unblock(request: { userId: string; adminId: string }): Promise<User> {
    return this.blocks.unblock(request);
  }
}
