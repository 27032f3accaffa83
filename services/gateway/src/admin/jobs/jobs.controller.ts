import { page } from '@luit/contracts/messages/fields';
import { actionPreview } from '@luit/contracts/operations/job-actions';
import { adminJobRow } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { RecordedAccess } from '../../audit/recorded-access.interceptor';
import { Answers } from '../../http/answers';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { IdempotencyKey } from '../../http/idempotency-key';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import { ApiOperatorAuth } from '../../identities/operator-auth';
import type { Identity } from '../../identities/token.strategy';
import { BulkDto, JobsQuery, MetricsQuery } from './jobs.dto';
import { JobsService, jobView } from './jobs.service';
import { workerRow } from './workers';

@ApiTags('admin jobs')
@ApiOperatorAuth()
@Controller('api/admin')
@UseGuards(AdminGuard)
@DataEnvelope()
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Get('jobs')
  @Answers(200, page(adminJobRow))
  @RecordedAccess('jobs_listed')
  @ApiOperation({ summary: 'Lists the jobs of all users, newest first' })
  list(@Query() query: JobsQuery) {
    return this.jobs.list(query);
  }

  @Get('jobs/metrics')
  @Answers(200, operationsCalls.getJobMetrics.output)
  @ApiOperation({ summary: 'Throughput, wait times, queues and providers' })
  metrics(@Query() { window }: MetricsQuery) {
    return this.jobs.metrics(window);
  }

  @Get('workers')
  @Answers(200, { items: z.array(workerRow) })
  @ApiOperation({ summary: 'Lists workers and their current load' })
  workers() {
    return this.jobs.workers();
  }

  @Post('jobs/bulk')
  @Answers(200, actionPreview)
  @ApiOperation({
    summary: 'Retries, cancels or refunds all jobs that match a filter, or previews how many would be affected',
  })
  bulk(@CurrentUser() admin: Identity, @Body() input: BulkDto, @IdempotencyKey() key?: string) {
    return this.jobs.bulk(admin.id, input, key);
  }

  @Get('jobs/:id')
  @Answers(200, jobView)
  @RecordedAccess('job_viewed')
  @ApiOperation({ summary: 'Returns one job with its timeline, provider tasks and credit movements' })
  get(@Param('id') id: string) {
    return this.jobs.get(id);
  }

  @Post('jobs/:id/retry')
  @Answers(200, operationsCalls.applyJobAction.output)
  @ApiOperation({ summary: 'Tries a returned job again, on the house' })
  retry(@CurrentUser() admin: Identity, @Param('id') id: string, @IdempotencyKey() key?: string) {
    return this.jobs.act(admin.id, 'retry', id, key);
  }

  @Post('jobs/:id/cancel')
  @Answers(200, operationsCalls.applyJobAction.output)
  @ApiOperation({ summary: 'Cancels a job, including its provider task' })
  cancel(@CurrentUser() admin: Identity, @Param('id') id: string, @IdempotencyKey() key?: string) {
    return this.jobs.act(admin.id, 'cancel', id, key);
  }

  @Post('jobs/:id/refund')
  @Answers(200, operationsCalls.applyJobAction.output)
  @ApiOperation({ summary: 'Refunds the credits of a pending or succeeded job' })
  refund(@CurrentUser() admin: Identity, @Param('id') id: string, @IdempotencyKey() key?: string) {
    return this.jobs.act(admin.id, 'refund', id, key);
  }

  @Post('queues/:name/pause')
  @Answers(200, operationsCalls.setQueuePaused.output)
  @ApiOperation({ summary: 'Pauses a queue' })
  pause(@CurrentUser() admin: Identity, @Param('name') name: string) {
    return this.jobs.setPaused(admin.id, name, true);
  }

  @Post('queues/:name/resume')
  @Answers(200, operationsCalls.setQueuePaused.output)
  @ApiOperation({ summary: 'Resumes a paused queue' })
  resume(@CurrentUser() admin: Identity, @Param('name') name: string) {
    return this.jobs.setPaused(admin.id, name, false);
  }
}
