import { LABEL_CORNERS, LABEL_LIMITS, LABEL_TEXT } from '@luit/contracts/generation/limits';
import type { OutputLabel } from '@luit/contracts/generation/output-label';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { BooleanField, ChoiceField, IntegerField, TextField } from '../../http/fields';

const SECONDS = { message: `Seconds must be a whole number from 1 to ${LABEL_LIMITS.seconds}, or null` };

export class OutputLabelDto {
  @BooleanField({ isOptional: true, description: 'Draw the label into generated videos' })
  onVideos?: boolean;

  @BooleanField({ isOptional: true, description: 'Draw the label into restored photos' })
  onRestorations?: boolean;

  @TextField({
    isOptional: true,
    message: 'The text needs letters of Latin, Greek or Cyrillic script',
    tooLong: 'The text is too long',
    min: 1,
    max: LABEL_LIMITS.text,
    pattern: LABEL_TEXT,
  })
  text?: string;

  @ChoiceField(LABEL_CORNERS, { isOptional: true, message: 'Unknown corner' })
  corner?: OutputLabel['corner'];

  @IntegerField({
    isOptional: true,
    message: `The size must be a whole number from ${LABEL_LIMITS.minSizePercent} to ${LABEL_LIMITS.maxSizePercent}`,
    min: LABEL_LIMITS.minSizePercent,
    max: LABEL_LIMITS.maxSizePercent,
    description: 'Height of the letters as a percentage of the shorter side',
  })
  sizePercent?: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    required: false,
    minimum: 1,
    maximum: LABEL_LIMITS.seconds,
    description: 'Seconds from the beginning of a video; null for its whole length',
  })
  @ValidateIf(({ seconds }: OutputLabelDto) => seconds !== undefined && seconds !== null)
  @Max(LABEL_LIMITS.seconds, SECONDS)
  @Min(1, SECONDS)
  @IsInt(SECONDS)
  seconds?: number | null;
}
