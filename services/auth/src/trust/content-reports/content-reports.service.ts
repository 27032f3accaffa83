import {
  KINDS_WITH_EMAIL,
  REPORT_EMAIL_REQUIRED,
  REPORT_NOT_FOUND,
  REPORT_TEXT_REQUIRED,
  TARGET_REQUIRED,
} from '@luit/contracts/auth/content-report-limits';
import type { ContentReport, ReportReceipt } from '@luit/contracts/auth/content-reports';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { findOperator } from '../../records/operators/find-operator';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { MailsService } from '../../records/queued-mails/mails.service';
import { parseEmail, parseText } from '../../records/users/account-input';
import { REPORT_COLUMNS, type ReportRow, toReceipt, toReport } from './report-rows';

/** Without the letters I, L and O, which look like digits, and U. */
const ALPHABET = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => !['I', 'L', 'O', 'U'].includes(letter));

const CHARACTERS = 16;

type NewReport = RequestOf<typeof authCalls.postContentReport>;
type Decision = RequestOf<typeof authCalls.decideContentReport>;

/** Anyone can enter any address, so further reports of a day with the same one are not confirmed by mail. */
const MAX_RECEIPTS_PER_DAY = 10;

/** Takes reports of outputs, and records what operators decide. */
@Injectable()
export class ContentReportsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly auditLog: AuditLogService,
    private readonly mails: MailsService,
  ) {}

  /**
   * The clock of its deadline starts now. Idempotent by `idempotencyKey`.
   *
   * @throws LuitError `validation_failed`, `invalid_email`, `idempotency_conflict`
   */
  @OnCall(authCalls.postContentReport)
  async post(input: NewReport): Promise<ReportReceipt> {
    const { kind, target, text, email } = fieldsOf(input);
    const { requestId = null, language = null, idempotencyKey = null } = input;
    return this.database.transaction(async (manager) => {
      const [row] = await manager.query<ReportRow[]>(
        `INSERT INTO content_reports AS r (id, number, kind, target, request_id, text, email, language, idempotency_key, received_at, due_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), now() + $10 * interval '1 hour')
         ON CONFLICT (idempotency_key) DO NOTHING RETURNING ${REPORT_COLUMNS}`,
        [
          ...[uuidv7(), newReportNumber(), kind, target, requestId, text, email, language, idempotencyKey],
          this.config.reportLimitHours[kind],
        ],
      );
      if (!row) return toReceipt(await this.earlier(manager, { kind, target, text, email, idempotencyKey }));
      await this.record(manager, row.id, 'received', null, text);
      await this.mailReceipt(manager, row);
      return toReceipt(row);
    });
  }

  /** @throws LuitError `not_found` */
  @OnCall(authCalls.getReportReceipt)
  async receipt({ number }: RequestOf<typeof authCalls.getReportReceipt>): Promise<ReportReceipt> {
    const [row] = await this.database.query<ReportRow[]>(
      `SELECT ${REPORT_COLUMNS} FROM content_reports r WHERE number = $1`,
      [number],
    );
    if (!row) throw new LuitError('not_found', REPORT_NOT_FOUND);
    return toReceipt(row);
  }

  /** @throws LuitError `not_found`, `forbidden` for an unknown operator, `conflict` after another decision */
  @OnCall(authCalls.decideContentReport)
  async decide({ adminId, reportId, decision, answer, requestId }: Decision): Promise<ContentReport> {
    return this.database.transaction(async (manager) => {
      const admin = await findOperator(manager, adminId);
      const [rows] = await manager.query<[ReportRow[], number]>(
        `UPDATE content_reports r SET state = $2, answer = $3, decided_at = now(), decided_by = $4,
                request_id = coalesce($5, request_id)
          WHERE id = $1 AND state = 'open' RETURNING ${REPORT_COLUMNS}`,
        [reportId, decision, answer, admin.email, requestId ?? null],
      );
      const [decided] = rows;
      if (!decided) return this.sameDecision(manager, reportId, decision);
      await this.record(manager, reportId, decision, admin.email, answer);
      await this.mailDecision(manager, decided);
      await this.auditLog.write(manager, {
        adminId,
        adminEmail: admin.email,
        action: 'content_report_decided',
        subject: reportId,
        details: { decision, kind: decided.kind, ...(decided.requestId && { job: decided.requestId }) },
      });
      return toReport((await readReport(manager, reportId))!);
    });
  }

  private async mailReceipt(manager: EntityManager, row: ReportRow): Promise<void> {
    const { email, language, number } = row;
    if (email === null) return;
    const [{ today }] = (await manager.query(
      `SELECT count(*)::int AS today FROM content_reports
        WHERE received_at > now() - interval '1 day' AND lower(email) = lower($1)`,
      [email],
    )) as [{ today: number }];
    if (today > MAX_RECEIPTS_PER_DAY) return;
    const details = { number, dueAt: row.dueAt.toISOString() };
    await this.mails.queueToReporter(manager, { email, language }, 'report_received', details);
  }

  private async mailDecision(manager: EntityManager, { email, language, ...row }: ReportRow): Promise<void> {
    if (email === null) return;
    const details = { number: row.number, decision: row.state, answer: row.answer ?? '' };
    await this.mails.queueToReporter(manager, { email, language }, 'report_decided', details);
  }

  private async sameDecision(manager: EntityManager, reportId: string, decision: string): Promise<ContentReport> {
    const row = await readReport(manager, reportId);
    if (!row) throw new LuitError('not_found', 'Report not found');
    if (row.state !== decision) throw new LuitError('conflict', 'Another operator has already decided this report');
    return toReport(row);
  }

  private async earlier(
    manager: EntityManager,
    { idempotencyKey, ...fields }: ReturnType<typeof fieldsOf> & { idempotencyKey: string | null },
  ): Promise<ReportRow> {
    const [row] = await manager.query<ReportRow[]>(
      `SELECT ${REPORT_COLUMNS} FROM content_reports r WHERE idempotency_key = $1`,
      [idempotencyKey],
    );
    const isSame = row && (['kind', 'target', 'text', 'email'] as const).every((name) => row[name] === fields[name]);
    if (isSame) return row;
    throw new LuitError('idempotency_conflict', 'This idempotency key was already used for a different report.');
  }

  private async record(
    manager: EntityManager,
    reportId: string,
    what: string,
    by: string | null,
    text: string,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO content_report_events (report_id, at, what, by, text) VALUES ($1, now(), $2, $3, $4)`,
      [reportId, what, by, text],
    );
  }
}

async function readReport(manager: EntityManager, id: string): Promise<ReportRow | undefined> {
  const [row] = await manager.query<ReportRow[]>(`SELECT ${REPORT_COLUMNS} FROM content_reports r WHERE id = $1`, [id]);
  return row;
}

/** @throws LuitError `validation_failed`, `invalid_email` */
function fieldsOf(input: NewReport) {
  const target = parseText(input.target);
  if (target === '') throw invalid('target', TARGET_REQUIRED);
  const text = parseText(input.text);
  if (text === '') throw invalid('text', REPORT_TEXT_REQUIRED);
  const email = input.email ? parseEmail(input.email).asTyped : null;
  if (email === null && KINDS_WITH_EMAIL.includes(input.kind)) throw invalid('email', REPORT_EMAIL_REQUIRED);
  return { kind: input.kind, target, text, email };
}

function invalid(field: string, text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}

/** A number that cannot be guessed, 80 random bits, for example `7K3M-9QXD-01AB-ZY4T`. */
function newReportNumber(): string {
  const characters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return characters.match(/.{4}/g)!.join('-');
}
