import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';

export class VerificationDto {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    description: 'A video (MP4, MOV or WebM) or image (JPEG, PNG or WebP)',
  })
  @Allow()
  file?: unknown;
}
