import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

export class BlockInput {
  @ApiProperty({ required: false, description: 'Why, for the audit log' })
  @IsOptional()
  @MaxLength(500, { message: 'This is too long' })
  @IsString({ message: 'This is not a text' })
  reason?: string;
}
