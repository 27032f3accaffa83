import { requestType, type RequestType } from '@luit/contracts/generation/plans';
import type { MetricsWindow, ThroughputBy } from '@luit/contracts/operations/job-metrics';
import { type BulkItem, bulkItemState } from '@luit/contracts/operations/job-actions';
import {
  jobAction,
  type JobAction,
  jobFilterStatus,
  type JobFilterStatus,
  jobSort,
  type JobSort,
} from '@luit/contracts/operations/jobs';
import { ApiProperty, IntersectionType, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsNotEmptyObject, ValidateNested } from 'class-validator';
import { ExportPeriod } from '../../http/export-period';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  OPTIONAL_REASON,
  ReasonField,
  TextField,
  TimeField,
} from '../../http/fields';
import { IdPageQuery, PageQuery } from '../../http/page-query';

const WINDOWS: MetricsWindow[] = ['hour', 'day', 'week'];

const GROUPINGS: ThroughputBy[] = ['provider', 'plan', 'type'];

const MINUTE_MS = 60_000;
export const WITHIN_MS = {
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '24h': 24 * 60 * MINUTE_MS,
  '7d': 7 * 24 * 60 * MINUTE_MS,
};

/** Filter of the jobs list and of bulk actions. */
export class JobFilterDto {
  @ChoiceField(jobFilterStatus.options, {
    isOptional: true,
    description: '`unknown`: the submission is unconfirmed; `unfinished`: pending or running',
  })
  status?: JobFilterStatus;

  @ChoiceField(requestType.options, { isOptional: true })
  type?: RequestType;

  @TextField({ isOptional: true, max: 64 })
  provider?: string;

  @TextField({ isOptional: true, max: 320, description: 'An id or an email address' })
  user?: string;

  @ChoiceField(Object.keys(WITHIN_MS), { isOptional: true, description: 'Created within this time until now' })
  within?: keyof typeof WITHIN_MS;

  @TimeField({ isOptional: true, description: 'Created at this time or later' })
  from?: string;

  @TimeField({ isOptional: true, description: 'Created before this time' })
  to?: string;

  @TextField({ isOptional: true, max: 200, description: 'The id of a job or provider task, or words of a prompt' })
  q?: string;
}

export class JobsQuery extends IntersectionType(PageQuery, JobFilterDto) {
  @ChoiceField(jobSort.options, { isOptional: true, default: 'age', description: '`-age`: oldest first' })
  sort?: JobSort;
}

export class JobExportQuery extends IntersectionType(ExportPeriod, OmitType(JobFilterDto, ['within', 'from', 'to'])) {}

export class BulkDto {
  @ChoiceField(jobAction.options)
  action!: JobAction;

  @ApiProperty({ type: JobFilterDto, description: 'At least one condition' })
  @Type(() => JobFilterDto)
  @ValidateNested()
  @IsNotEmptyObject({ nullable: false }, { message: 'Please select jobs by at least one filter' })
  filter!: JobFilterDto;

  @BooleanField({ description: 'Only previews the action' })
  dryRun!: boolean;

  @IntegerField({
    isOptional: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: 'Number of jobs in the preview; 409 if it has changed',
  })
  expectedCount?: number;

  @TextField(OPTIONAL_REASON)
  reason?: string;
}

/** Required for retries, which are free for the owner, and refunds. */
export class JobActionDto {
  @TextField(OPTIONAL_REASON)
  reason?: string;
}

export class PauseDto {
  @ReasonField()
  reason!: string;
}

export class BulkActionDto {
  @IdField({ description: 'The preview whose jobs the action applies to' })
  previewId!: string;

  @ChoiceField(jobAction.options)
  action!: JobAction;

  @ReasonField()
  reason!: string;
}

export class BulkActionItemsQuery extends IdPageQuery {
  @ChoiceField(bulkItemState.options, { isOptional: true })
  state?: BulkItem['state'];
}

export class ThroughputQuery {
  @ChoiceField(WINDOWS, { default: 'hour' })
  window: MetricsWindow = 'hour';

  @ChoiceField(GROUPINGS, { default: 'provider' })
  by: ThroughputBy = 'provider';
}

export class MetricsQuery {
  @ChoiceField(WINDOWS, { default: 'hour' })
  window: MetricsWindow = 'hour';
}
