import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { ExportedFile } from '../../audit/exported-file';
import type { UserFilter } from './admin-users.dto';
import { csvLine } from '../csv';
import { UserDirectoryService } from './user-directory.service';

const PAGE = 500;
const HEAD = ['id', 'email', 'name', 'status', 'credits', 'created_at', 'last_sign_in_at'];

/** Exports accounts as CSV, streamed page by page so that memory use does not grow with their number. */
@Injectable()
export class UserExportService {
  constructor(
    private readonly calls: CallClient,
    private readonly directory: UserDirectoryService,
  ) {}

  /** An error before the first page is answered as an error; a later one truncates the file. */
  async file(filter: UserFilter): Promise<ExportedFile> {
    const lines = this.lines(filter);
    const first = await lines.next();
    const rest = async function* () {
      if (!first.done) yield first.value;
      yield* lines;
    };
    return ExportedFile.streamed(rest(), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="users.csv"',
    });
  }

  private async *lines({ q, status, sort }: UserFilter): AsyncGenerator<{ text: string; rows: number }> {
    let head = csvLine(HEAD);
    let cursor: string | undefined;
    do {
      const page = await this.calls.call(authCalls.listUsers, { limit: PAGE, cursor, words: q, status, sort });
      const rows = await this.directory.withCredits(page.users);
      const lines = rows.map((row) =>
        csvLine([row.id, row.email, row.name, row.status, row.credits, row.created_at, row.last_sign_in_at]),
      );
      yield { text: head + lines.join(''), rows: rows.length };
      head = '';
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
  }
}
