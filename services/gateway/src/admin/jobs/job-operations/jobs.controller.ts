import { id, page } from '@luit/contracts/messages/fields';
import { actionPreview, bulkBody, jobActionBody } from '@luit/contracts/operations/job-actions';
import { metricsQuery, throughputQuery } from '@luit/contracts/operations/job-metrics';
import { adminJobRow, jobExportQuery, jobsQuery } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { Body, Controller, Get, Header, Param, Post, Query, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { dtoOf } from '../../../http/requests/dto';
import { ReasonDto } from '../../reason.dto';
import { RecordedAccess } from '../../../access/audit/recorded-access.interceptor';
import { Answers, AnswersFile } from '../../../http/answers/answers';
import { DataEnvelope } from '../../../http/answers/envelope.interceptor';
import { IdempotencyKey } from '../../../http/requests/idempotency-key';
import { AdminGuard, CurrentUser } from '../../../access/identities/identity.guards';
import { ApiOperatorAuth } from '../../../access/identities/operator-auth';
import { RequiresPermission } from '../../../access/identities/operator-permission';
import type { Identity, Operator } from '../../../access/identities/token.strategy';
import { actionAnswer } from './bulk-actions.service';
import { JobExportService } from './job-export.service';
import { JobsService, jobView } from './jobs.service';
import { workerRow } from './workers';

class BulkDto extends dtoOf(bulkBody) {}
class JobActionDto extends dtoOf(jobActionBody) {}
class JobExportQuery extends dtoOf(jobExportQuery) {}
class JobsQuery extends dtoOf(jobsQuery) {}
class MetricsQuery extends dtoOf(metricsQuery) {}
class ThroughputQuery extends dtoOf(throughputQuery) {}

@ApiTags('admin jobs')
@ApiOperatorAuth()
@Controller('api/admin')
@UseGuards(AdminGuard)
@DataEnvelope()
export class JobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly exports: JobExportService,
  ) {}

  @Get('jobs')
  @RequiresPermission('jobs.read')
  @Answers(200, page(adminJobRow))
  @RecordedAccess('jobs_listed')
  @ApiOperation({ summary: 'Lists the jobs of all users, newest first' })
  list(@Query() query: JobsQuery) {
    return this.jobs.list(query);
  }

  @Get('jobs/export.csv')
  @RequiresPermission('jobs.export')
  @AnswersFile('text/csv')
  @RecordedAccess('jobs_exported')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Exports the matching jobs of a period as CSV, newest first' })
  exportAll(@Query() query: JobExportQuery): Promise<StreamableFile> {
    return this.exports.file(query);
  }

  @Get('jobs/metrics')
  @RequiresPermission('operations.read')
  @Answers(200, operationsCalls.getJobMetrics.output)
  @ApiOperation({ summary: 'Returns throughput, wait times, queues and providers' })
  metrics(@Query() { window }: MetricsQuery) {
    return this.jobs.metrics(window);
  }

  @Get('jobs/throughput')
  @RequiresPermission('operations.read')
  @Answers(200, operationsCalls.getThroughput.output)
  @ApiOperation({ summary: 'Returns the jobs accepted and finished in an hour, a day or a week, by provider or plan' })
  throughput(@Query() query: ThroughputQuery) {
    return this.jobs.throughput(query);
  }

  @Get('workers')
  @RequiresPermission('operations.read')
  @Answers(200, { items: z.array(workerRow), isComplete: z.boolean() })
  @ApiOperation({ summary: 'Lists workers and their current load' })
  workers() {
    return this.jobs.workers();
  }

  @Post('jobs/bulk')
  @RequiresPermission('jobs.bulk')
  @Answers(200, actionPreview.extend({ previewId: id.optional() }))
  @ApiOperation({
    summary: 'Retries, cancels or refunds all jobs that match a filter, or previews how many would be affected',
  })
  bulk(@CurrentUser() admin: Operator, @Body() input: BulkDto, @IdempotencyKey() key?: string) {
    return this.jobs.bulk(admin, input, key);
  }

  @Get('jobs/:id')
  @RequiresPermission('jobs.read')
  @Answers(200, jobView)
  @RecordedAccess('job_viewed')
  @ApiOperation({ summary: 'Returns one job with its timeline, provider tasks and credit movements' })
  get(@Param('id') id: string) {
    return this.jobs.get(id);
  }

  @Post('jobs/:id/retry')
  @RequiresPermission('jobs.retry')
  @Answers(200, actionAnswer)
  @ApiOperation({ summary: 'Retries a returned job free of charge' })
  retry(
    @CurrentUser() admin: Operator,
    @Param('id') id: string,
    @Body() { reason }: JobActionDto,
    @IdempotencyKey() key?: string,
  ) {
    return this.jobs.retry(admin, id, reason, key);
  }

  @Post('jobs/:id/cancel')
  @RequiresPermission('jobs.change')
  @Answers(200, operationsCalls.applyJobAction.output)
  @ApiOperation({ summary: 'Cancels a job, including its provider task' })
  cancel(
    @CurrentUser() admin: Identity,
    @Param('id') id: string,
    @Body() { reason }: JobActionDto,
    @IdempotencyKey() key?: string,
  ) {
    return this.jobs.act(admin.id, 'cancel', id, reason, key);
  }

  @Post('jobs/:id/refund')
  @RequiresPermission('jobs.refund')
  @Answers(200, actionAnswer)
  @ApiOperation({ summary: 'Refunds the credits of a pending or succeeded job' })
  refund(
    @CurrentUser() admin: Operator,
    @Param('id') id: string,
    @Body() { reason }: JobActionDto,
    @IdempotencyKey() key?: string,
  ) {
    return this.jobs.refund(admin, id, reason, key);
  }

  @Post('queues/:name/pause')
  @RequiresPermission('queues.pause')
  @Answers(200, operationsCalls.setQueuePaused.output)
  @ApiOperation({ summary: 'Pauses a queue' })
  pause(@CurrentUser() admin: Identity, @Param('name') name: string, @Body() { reason }: ReasonDto) {
    return this.jobs.setPaused(admin.id, name, true, reason);
  }

  @Post('queues/:name/resume')
  @RequiresPermission('queues.pause')
  @Answers(200, operationsCalls.setQueuePaused.output)
  @ApiOperation({ summary: 'Resumes a paused queue' })
  resume(@CurrentUser() admin: Identity, @Param('name') name: string) {
    return this.jobs.setPaused(admin.id, name, false);
  }
}
