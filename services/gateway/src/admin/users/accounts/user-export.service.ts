import { authCalls } from '@luit/contracts/auth/messages';
import type { UserFilter } from '@luit/contracts/auth/user-directory';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { ExportedFile } from '../../../http/answers/exported-file';
import { csvTime, inIst } from '../../../http/answers/csv';
import { csvExport } from '../../../http/answers/csv-files';
import { UserDirectoryService } from './user-directory.service';

const PAGE = 500;
const COLUMNS = ['id', 'email', 'name', 'status', 'credits', inIst('created_at'), inIst('last_sign_in_at')];

/** Exports accounts as CSV. */
@Injectable()
export class UserExportService {
  constructor(
    private readonly calls: CallClient,
    private readonly directory: UserDirectoryService,
  ) {}

  file({ q, status, sort }: UserFilter): Promise<ExportedFile> {
    return csvExport({
      name: 'users.csv',
      columns: COLUMNS,
      read: async (cursor) => {
        const page = await this.calls.call(authCalls.listUsers, { limit: PAGE, cursor, words: q, status, sort });
        return { items: await this.directory.withCredits(page.users), nextCursor: page.nextCursor };
      },
      toCells: (row) => [
        row.id,
        row.email,
        row.name,
        row.status,
        row.credits,
        csvTime(row.created_at),
        csvTime(row.last_sign_in_at),
      ],
    });
  }
}
