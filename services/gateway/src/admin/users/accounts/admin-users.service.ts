import { authCalls } from '@luit/contracts/auth/messages';
import type { User } from '@luit/contracts/auth/users';
import { LuitError } from '@luit/contracts/errors';
import type { AdminUser } from '@luit/contracts/http/admin-users';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { ReasonDto } from '../../reason.dto';
import type { Identity } from '../../../access/identities/token.strategy';

export interface UserChange {
  message: string;
  user: AdminUser;
}

/** Blocks and unblocks users. */
@Injectable()
export class AdminUsersService {
  constructor(private readonly calls: CallClient) {}

  /** @throws LuitError `user_not_found` */
  async block(id: string, { reason }: ReasonDto, admin: Identity): Promise<UserChange> {
    const user = await this.calls.call(authCalls.blockUser, { userId: assertId(id), adminId: admin.id, reason });
    return { message: 'The user has been blocked', user: rowOf(user) };
  }

  /** @throws LuitError `user_not_found` */
  async unblock(id: string, admin: Identity): Promise<UserChange> {
    const user = await this.calls.call(authCalls.unblockUser, { userId: assertId(id), adminId: admin.id });
    return { message: 'The user has been unblocked', user: rowOf(user) };
  }
}

function assertId(id: string): string {
  if (!isUUID(id)) throw new LuitError('user_not_found', 'Account not found');
  return id;
}

function rowOf({ id, email, created_at, last_sign_in_at, user_metadata: { name, status } }: User): AdminUser {
  return { id, email, name, created_at, last_sign_in_at, status };
}
