import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { AdminEntity } from './admin.entity';

/** Addresses of operators, to name who did something. */
@Injectable()
export class AdminEmails {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @OnCall(authCalls.getAdminEmails)
  async byId({
    adminIds: ids,
  }: RequestOf<typeof authCalls.getAdminEmails>): Promise<{ emails: Record<string, string> }> {
    const admins = await this.database.manager.findBy(AdminEntity, { id: In(ids) });
    return { emails: Object.fromEntries(admins.map(({ id, email }) => [id, email])) };
  }
}
