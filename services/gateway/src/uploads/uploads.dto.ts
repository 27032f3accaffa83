import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';

export class UploadDto {
  @ApiProperty({ type: 'string', format: 'binary', description: 'JPEG, PNG or WebP, at most 10 MB and 50 megapixels' })
  @Allow()
  image?: unknown;
}
