import type { ContentReport } from '@luit/contracts/auth/content-reports';
import type { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { REPORT_COLUMNS, type ReportRow, toReport } from './report-rows';

type Search = RequestOf<typeof authCalls.listContentReports>;

const MAX_REPORTS = 100;

/** The operators' queue: open reports by the time that is left, decided ones latest first. */
@Injectable()
export class ContentReportLists {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async list({ limit, cursor, kind, isOpen }: Search): Promise<{
    items: ContentReport[];
    nextCursor: string | null;
    total: number;
  }> {
    const take = Math.min(limit, MAX_REPORTS);
    const matching = `state ${isOpen ? '=' : '<>'} 'open' AND ($1::text IS NULL OR kind = $1)`;
    const [column, direction, after] = isOpen ? ['due_at', 'ASC', '>'] : ['decided_at', 'DESC', '<'];
    const rows = await this.database.query<ReportRow[]>(
      `SELECT ${REPORT_COLUMNS} FROM content_reports r
        WHERE ${matching} AND ($2::uuid IS NULL OR (r.${column}, r.id) ${after} (SELECT ${column}, id FROM content_reports WHERE id = $2))
        ORDER BY r.${column} ${direction}, r.id ${direction} LIMIT ${take + 1}`,
      [kind ?? null, cursor ?? null],
    );
    const items = rows.slice(0, take).map(toReport);
    const [{ total }] = (await this.database.query(
      `SELECT count(*)::int AS total FROM content_reports r WHERE ${matching}`,
      [kind ?? null],
    )) as [{ total: number }];
    return { items, nextCursor: rows.length > take ? (items.at(-1)?.id ?? null) : null, total };
  }
}
