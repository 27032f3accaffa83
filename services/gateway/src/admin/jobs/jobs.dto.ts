import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import type { RequestType } from '@luit/contracts/generation/plans';
import type { MetricsWindow } from '@luit/contracts/operations/job-metrics';
import type { JobAction, JobFilterStatus } from '@luit/contracts/operations/jobs';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmptyObject,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { PageQuery } from '../../http/page-query';

const STATUSES: JobFilterStatus[] = ['pending', 'unknown', 'running', 'succeeded', 'failed', 'canceled'];
const TYPES: RequestType[] = ['video', 'image_video', 'restore'];
const ACTIONS: JobAction[] = ['retry', 'cancel', 'refund'];
const WINDOWS: MetricsWindow[] = ['hour', 'day', 'week'];

/** The table's filter, in a query or in a bulk action. */
export class JobFilterDto {
  @ApiProperty({ required: false, enum: STATUSES, description: '`unknown` are submissions in doubt' })
  @IsOptional()
  @IsIn(STATUSES)
  status?: JobFilterStatus;

  @ApiProperty({ required: false, enum: TYPES })
  @IsOptional()
  @IsIn(TYPES)
  type?: RequestType;

  @ApiProperty({ required: false })
  @IsOptional()
  @MaxLength(64)
  @IsString()
  provider?: string;

  @ApiProperty({ required: false, description: 'An id or an email address' })
  @IsOptional()
  @MaxLength(320)
  @IsString()
  user?: string;

  @ApiProperty({ required: false, description: 'The id of a job or a provider’s task, or words of a prompt' })
  @IsOptional()
  @MaxLength(200)
  @IsString()
  q?: string;
}

export class JobsQuery extends IntersectionType(PageQuery, JobFilterDto) {}

export class BulkDto {
  @ApiProperty({ enum: ACTIONS })
  @IsIn(ACTIONS)
  action!: JobAction;

  @ApiProperty({ description: 'At least one condition' })
  @Type(() => JobFilterDto)
  @ValidateNested()
  @IsNotEmptyObject({ nullable: false }, { message: 'Please narrow the jobs down by at least one filter' })
  filter!: JobFilterDto;

  @ApiProperty({ description: 'Only tells what it would touch' })
  @IsBoolean()
  dryRun!: boolean;

  @ApiProperty({ required: false, description: 'Jobs of the preview; 409 where it is another number by now' })
  @IsOptional()
  @Min(0)
  @IsInt()
  expectedCount?: number;
}

export class MetricsQuery {
  @ApiProperty({ required: false, enum: WINDOWS, default: 'hour' })
  @IsIn(WINDOWS)
  window: MetricsWindow = 'hour';
}
