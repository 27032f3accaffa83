import { LANGUAGES, type Language, UNKNOWN_LANGUAGE } from '@luit/contracts/auth/languages';
import {
  INPUT_LIMITS,
  INVALID_BILLING_PROFILE,
  INVALID_GSTIN,
  MAX_NAME_CHARACTERS,
  NAME_REQUIRED,
  NAME_TOO_LONG,
  STATE_REQUIRED,
} from '@luit/contracts/auth/limits';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateNested } from 'class-validator';
import { ChoiceField, TextField } from '../http/fields';

export class BillingProfileDto {
  @TextField({
    message: NAME_REQUIRED,
    min: 0,
    max: MAX_NAME_CHARACTERS,
    tooLong: NAME_TOO_LONG,
    example: 'Asha Studio',
  })
  name!: string;

  @TextField({
    message: STATE_REQUIRED,
    min: 0,
    max: INPUT_LIMITS.gstState,
    example: '18',
    description: 'GST state code',
  })
  state!: string;

  @TextField({ message: INVALID_GSTIN, isOptional: true, max: INPUT_LIMITS.gstin, example: '18AABCU9603R1ZX' })
  gstin?: string;
}

export class ProfileDto {
  @TextField({
    message: NAME_REQUIRED,
    isOptional: true,
    max: MAX_NAME_CHARACTERS,
    tooLong: NAME_TOO_LONG,
    example: 'Asha',
  })
  name?: string;

  @ChoiceField(LANGUAGES, {
    isOptional: true,
    message: UNKNOWN_LANGUAGE,
    description: 'Of the account’s emails and notifications',
  })
  language?: Language;

  @ApiProperty({ required: false, nullable: true, type: BillingProfileDto })
  @IsOptional()
  @IsObject({ message: INVALID_BILLING_PROFILE })
  @ValidateNested({ message: INVALID_BILLING_PROFILE })
  @Type(() => BillingProfileDto)
  billingProfile?: BillingProfileDto | null;
}
