import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { AdminEntity } from './admin.entity';

/** Addresses of operators, to name who did something. */
@Injectable()
export class AdminEmails {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async byId(ids: string[]): Promise<{ emails: Record<string, string> }> {
    const admins = await this.database.manager.findBy(AdminEntity, { id: In(ids) });
    return { emails: Object.fromEntries(admins.map(({ id, email }) => [id, email])) };
  }
}
