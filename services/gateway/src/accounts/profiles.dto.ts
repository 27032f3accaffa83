import {
  INVALID_BILLING_PROFILE,
  INVALID_GSTIN,
  MAX_NAME_CHARACTERS,
  NAME_REQUIRED,
  STATE_REQUIRED,
} from '@luit/contracts/auth/limits';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';

const TOO_LONG = { message: 'This is too long' };
const NO_TEXT = { message: 'This is not a text' };

export class BillingProfileDto {
  @ApiProperty({ example: 'Asha Studio' })
  @MaxLength(MAX_NAME_CHARACTERS, TOO_LONG)
  @IsString(NO_TEXT)
  name!: string;

  @ApiProperty({ example: '18', description: 'GST state code' })
  @MaxLength(2, { message: STATE_REQUIRED })
  @IsString({ message: STATE_REQUIRED })
  state!: string;

  @ApiProperty({ required: false, example: '18AABCU9603R1ZX' })
  @IsOptional()
  @MaxLength(20, { message: INVALID_GSTIN })
  @IsString({ message: INVALID_GSTIN })
  gstin?: string;
}

export class ProfileDto {
  @ApiProperty({ required: false, example: 'Asha' })
  @IsOptional()
  @MaxLength(MAX_NAME_CHARACTERS, TOO_LONG)
  @IsString({ message: NAME_REQUIRED })
  name?: string;

  @ApiProperty({ required: false, nullable: true, type: BillingProfileDto })
  @IsOptional()
  @ValidateNested({ message: INVALID_BILLING_PROFILE })
  @Type(() => BillingProfileDto)
  billingProfile?: BillingProfileDto | null;
}
