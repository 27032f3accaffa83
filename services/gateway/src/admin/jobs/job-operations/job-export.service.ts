import type { JobExportQuery } from '@luit/contracts/operations/jobs';
import { Injectable } from '@nestjs/common';
import type { ExportedFile } from '../../../http/answers/exported-file';
import { csvTime, daysOf, inIst } from '../../../http/answers/csv';
import { csvExport } from '../../../http/answers/csv-files';
import { JobsService } from './jobs.service';

const PAGE = 200;
const COLUMNS = [
  'id',
  inIst('created_at'),
  'user_id',
  'user_email',
  'type',
  'plan',
  'model',
  'provider',
  'status',
  'prompt',
  'credits',
  'credits_state',
  'error',
  inIst('accepted_at'),
  inIst('submitted_at'),
  inIst('completed_at'),
];

/** Exports jobs as CSV, newest first. */
@Injectable()
export class JobExportService {
  constructor(private readonly jobs: JobsService) {}

  file(query: JobExportQuery): Promise<ExportedFile> {
    return csvExport({
      name: `jobs-${daysOf(query)}.csv`,
      columns: COLUMNS,
      read: (cursor) => this.jobs.list({ ...query, limit: PAGE, cursor }),
      toCells: (job) => [
        job.id,
        csvTime(job.created_at),
        job.user_id,
        job.user_email,
        job.type,
        job.plan_id,
        job.model,
        job.provider,
        job.status,
        job.prompt,
        job.cost_credits,
        job.money,
        job.error_message,
        csvTime(job.accepted_at),
        csvTime(job.submitted_at),
        csvTime(job.completed_at),
      ],
    });
  }
}
