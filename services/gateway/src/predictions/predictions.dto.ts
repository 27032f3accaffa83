import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsNumber, Matches, Max, Min, ValidateNested } from 'class-validator';

const VERSIONS = ['v1.2', 'v1.3', 'v1.4', 'RestoreFormer'] as const;

/** What the restore model takes, by its own names. */
export class RestoreModelDto {
  @ApiProperty({ description: 'A data URI: JPEG, PNG or WebP' })
  @Matches(/^data:image\/(jpeg|png|webp);base64,/, { message: 'Please select an image file' })
  img!: string;

  @ApiProperty({ enum: VERSIONS, default: 'v1.4' })
  @IsIn(VERSIONS)
  version: (typeof VERSIONS)[number] = 'v1.4';

  @ApiProperty({ description: 'By how much each side grows', default: 2 })
  @Max(4)
  @Min(1)
  @IsNumber()
  scale: number = 2;
}

export class PredictionDto {
  @ApiProperty()
  @Type(() => RestoreModelDto)
  @ValidateNested()
  input: RestoreModelDto = new RestoreModelDto();
}
