import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';

export const TIMEFRAMES = { '7d': 7, '30d': 30, '90d': 90 } as const;

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DAY_FAULT = { message: 'A day is written as 2026-11-21' };

export class AnalyticsQuery {
  @ApiProperty({ required: false, enum: Object.keys(TIMEFRAMES), default: '30d' })
  @IsIn(Object.keys(TIMEFRAMES), { message: 'timeframe is 7d, 30d or 90d' })
  timeframe: keyof typeof TIMEFRAMES = '30d';
}

export class RevenueQuery {
  @ApiProperty({ required: false, description: 'First day, of Asia/Kolkata; by default 30 days before the last' })
  @IsOptional()
  @Matches(DAY, DAY_FAULT)
  start?: string;

  @ApiProperty({ required: false, description: 'Last day; by default today' })
  @IsOptional()
  @Matches(DAY, DAY_FAULT)
  end?: string;
}
