import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsNumber, Matches, Max, Min, ValidateNested } from 'class-validator';
import { ChoiceField } from '../http/fields';

const VERSIONS = ['v1.2', 'v1.3', 'v1.4', 'RestoreFormer'] as const;

/** Input of the restore model, with the model's field names. */
export class RestoreModelDto {
  @ApiProperty({ description: 'A data URI: JPEG, PNG or WebP' })
  @Matches(/^data:image\/(jpeg|png|webp);base64,/, { message: 'Please select an image file' })
  img!: string;

  @ChoiceField(VERSIONS, { default: 'v1.4' })
  version: (typeof VERSIONS)[number] = 'v1.4';

  @ApiProperty({ minimum: 1, maximum: 4, default: 2, description: 'Enlargement factor of each side' })
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
