import { MAX_ZIP_FILES } from '@luit/contracts/generation/limits';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsUUID } from 'class-validator';

const MESSAGE = `Choose between 1 and ${MAX_ZIP_FILES} requests`;

export class ZipDownloadDto {
  @ApiProperty({ type: [String], format: 'uuid', minItems: 1, maxItems: MAX_ZIP_FILES })
  @IsUUID(undefined, { each: true, message: MESSAGE })
  @ArrayMaxSize(MAX_ZIP_FILES, { message: MESSAGE })
  @ArrayMinSize(1, { message: MESSAGE })
  @IsArray({ message: MESSAGE })
  requestIds!: string[];
}
