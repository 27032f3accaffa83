import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { PageQuery } from '../../http/page-query';

const STATES = ['open', 'closed'] as const;

export class AlertsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: STATES })
  @IsOptional()
  @IsIn(STATES)
  state?: (typeof STATES)[number];
}
