import { MAX_CREDITS } from '@luit/contracts/billing/limits';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

const CREDITS = { message: 'Credits must be a whole number above 0' };

export class TransactionsQuery {
  @ApiProperty({ required: false, default: 50 })
  @Max(200)
  @Min(1)
  @IsInt()
  @Type(() => Number)
  limit = 50;

  @ApiProperty({ required: false, default: 0 })
  @Max(1_000_000_000)
  @Min(0)
  @IsInt()
  @Type(() => Number)
  offset = 0;
}

export class CheckDto {
  @ApiProperty()
  @Max(MAX_CREDITS, CREDITS)
  @Min(1, CREDITS)
  @IsInt(CREDITS)
  requiredCredits!: number;
}

export class DeductDto {
  @ApiProperty()
  @Max(MAX_CREDITS, CREDITS)
  @Min(1, CREDITS)
  @IsInt(CREDITS)
  credits!: number;

  @ApiProperty({ required: false, default: 'video_generation' })
  @IsOptional()
  @MaxLength(200)
  @IsString()
  reason?: string;
}
