import { requestType, type RequestType } from '@luit/contracts/generation/plans';
import type { MetricsWindow } from '@luit/contracts/operations/job-metrics';
import { jobAction, type JobAction, type JobFilterStatus } from '@luit/contracts/operations/jobs';
import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsNotEmptyObject, ValidateNested } from 'class-validator';
import { BooleanField, ChoiceField, IntegerField, TextField } from '../../http/fields';
import { PageQuery } from '../../http/page-query';

const STATUSES: JobFilterStatus[] = ['pending', 'unknown', 'running', 'succeeded', 'failed', 'canceled'];
const WINDOWS: MetricsWindow[] = ['hour', 'day', 'week'];

/** Filter of the jobs list and of bulk actions. */
export class JobFilterDto {
  @ChoiceField(STATUSES, { isOptional: true, description: '`unknown` means that the submission is unconfirmed' })
  status?: JobFilterStatus;

  @ChoiceField(requestType.options, { isOptional: true })
  type?: RequestType;

  @TextField({ isOptional: true, max: 64 })
  provider?: string;

  @TextField({ isOptional: true, max: 320, description: 'An id or an email address' })
  user?: string;

  @TextField({ isOptional: true, max: 200, description: 'The id of a job or provider task, or words of a prompt' })
  q?: string;
}

export class JobsQuery extends IntersectionType(PageQuery, JobFilterDto) {}

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
}

export class MetricsQuery {
  @ChoiceField(WINDOWS, { default: 'hour' })
  window: MetricsWindow = 'hour';
}
