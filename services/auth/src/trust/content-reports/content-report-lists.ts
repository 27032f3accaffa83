import type { ContentReport } from '@luit/contracts/auth/content-reports';
import { authCalls } from '@luit/contracts/auth/messages';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Conditions } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { REPORT_COLUMNS, type ReportRow, toReport } from './report-rows';

type Search = RequestOf<typeof authCalls.listContentReports>;

const MAX_REPORTS = 100;

interface ReportPage extends CappedCount {
  items: ContentReport[];
  nextCursor: string | null;
}

/** The operators' queue: open reports by the time that is left, decided ones latest first. */
@Injectable()
export class ContentReportLists {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @OnCall(authCalls.listContentReports)
  async list({ limit, cursor, kind, isOpen }: Search): Promise<ReportPage> {
    const take = Math.min(limit, MAX_REPORTS);
    const [column, direction, after] = isOpen ? ['due_at', 'ASC', '>'] : ['decided_at', 'DESC', '<'];
    const filter = () => {
      const conditions = new Conditions(`r.state ${isOpen ? '=' : '<>'} 'open'`);
      return kind ? conditions.add('r.kind = $', kind) : conditions;
    };
    const [all, page] = [filter(), filter()];
    if (cursor) {
      page.add(`(r.${column}, r.id) ${after} (SELECT ${column}, id FROM content_reports WHERE id = $)`, cursor);
    }
    const [rows, counted] = await Promise.all([
      this.database.query<ReportRow[]>(
        `${UNPREPARED}SELECT ${REPORT_COLUMNS} FROM content_reports r WHERE ${page.sql}
          ORDER BY r.${column} ${direction}, r.id ${direction} LIMIT ${take + 1}`,
        page.values,
      ),
      countRows(this.database, `SELECT FROM content_reports r WHERE ${all.sql}`, all.values),
    ]);
    const items = rows.slice(0, take).map(toReport);
    return { items, nextCursor: rows.length > take ? (items.at(-1)?.id ?? null) : null, ...counted };
  }
}
