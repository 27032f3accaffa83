import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecordedAccess } from '../../audit/recorded-access.interceptor';
import { DataEnvelope } from '../../http/envelope.interceptor';
import { IdempotencyKey } from '../../http/idempotency-key';
import { AdminGuard, CurrentUser } from '../../identities/identity.guards';
import type { Identity } from '../../identities/token.strategy';
import { BulkDto, JobsQuery, MetricsQuery } from './jobs.dto';
import { JobsService } from './jobs.service';

@ApiTags('admin')
@ApiBearerAuth('admin')
@Controller('api/admin')
@UseGuards(AdminGuard)
@DataEnvelope()
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Get('jobs')
  @RecordedAccess('jobs_listed')
  @ApiOperation({ summary: 'Lists the jobs of all users, newest first' })
  list(@Query() query: JobsQuery) {
    return this.jobs.list(query);
  }

  @Get('jobs/metrics')
  @ApiOperation({ summary: 'Throughput, wait times, queues and providers' })
  metrics(@Query() { window }: MetricsQuery) {
    return this.jobs.metrics(window);
  }

  @Get('workers')
  @ApiOperation({ summary: 'Lists workers and their current load' })
  workers() {
    return this.jobs.workers();
  }

  @Post('jobs/bulk')
  @HttpCode(200)
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiOperation({
    summary: 'Retries, cancels or refunds all jobs that match a filter, or previews how many would be affected',
  })
  bulk(@CurrentUser() admin: Identity, @Body() input: BulkDto, @IdempotencyKey() key?: string) {
    return this.jobs.bulk(admin.id, input, key);
  }

  @Get('jobs/:id')
  @RecordedAccess('job_viewed')
  @ApiOperation({ summary: 'Returns one job with its timeline, provider tasks and credit movements' })
  get(@Param('id') id: string) {
    return this.jobs.get(id);
  }

  @Post('jobs/:id/retry')
  @HttpCode(200)
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiOperation({ summary: 'Tries a returned job again, on the house' })
  retry(@CurrentUser() admin: Identity, @Param('id') id: string, @IdempotencyKey() key?: string) {
    return this.jobs.act(admin.id, 'retry', id, key);
  }

  @Post('jobs/:id/cancel')
  @HttpCode(200)
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiOperation({ summary: 'Cancels a job, including its provider task' })
  cancel(@CurrentUser() admin: Identity, @Param('id') id: string, @IdempotencyKey() key?: string) {
    return this.jobs.act(admin.id, 'cancel', id, key);
  }

  @Post('jobs/:id/refund')
  @HttpCode(200)
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiOperation({ summary: 'Refunds the credits of a pending or succeeded job' })
  refund(@CurrentUser() admin: Identity, @Param('id') id: string, @IdempotencyKey() key?: string) {
    return this.jobs.act(admin.id, 'refund', id, key);
  }

  @Post('queues/:name/pause')
  @HttpCode(200)
  @ApiOperation({ summary: 'Pauses a queue' })
  pause(@CurrentUser() admin: Identity, @Param('name') name: string) {
    return this.jobs.setPaused(admin.id, name, true);
  }

  @Post('queues/:name/resume')
  @HttpCode(200)
  @ApiOperation({ summary: 'Resumes a paused queue' })
  resume(@CurrentUser() admin: Identity, @Param('name') name: string) {
    return this.jobs.setPaused(admin.id, name, false);
  }
}
