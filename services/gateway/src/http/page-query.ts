import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

/** Cursor pagination: page size and the position after which the page starts. */
export class PageQuery {
  @ApiProperty({ required: false, default: 20 })
  @Max(100)
  @Min(1)
  @IsInt()
  @Type(() => Number)
  limit = 20;

  @ApiProperty({ required: false })
  @IsOptional()
  @MaxLength(256)
  @IsString()
  cursor?: string;
}
