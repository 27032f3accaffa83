import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';

export class AdminAccountDeletionDto {
  @ApiProperty({ required: false, description: 'For the log' })
  @IsOptional()
  @MaxLength(500, { message: 'This is too long' })
  @IsString()
  reason?: string;

  @ApiProperty({
    required: false,
    default: true,
    description: 'Whether unused credits go back to where they were paid from',
  })
  @IsOptional()
  @IsBoolean({ message: 'refund is true or false' })
  refund?: boolean;
}
