import { MAX_CREDITS, MAX_RUPEES, SIGNUP_GRANT_LIMITS } from '@luit/contracts/billing/limits';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsDefined, IsInt, IsObject, Max, Min, ValidateIf, ValidateNested } from 'class-validator';
import { IntegerField, OPTIONAL_REASON, TextField } from '../../http/fields';

function NullableLimitField({ max, description }: { max: number; description: string }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'integer', nullable: true, minimum: 0, maximum: max, description }),
    ValidateIf((_, limit) => limit !== null),
    Max(max, { message: LIMIT }),
    Min(0, { message: LIMIT }),
    IsInt({ message: LIMIT }),
  );
}

const CREDITS = 'Credits must be a whole number from 0 to 100,000';
const LIMIT = 'The limit must be a whole number, 0 or more';
const DAYS = { message: 'Days must be a whole number from 1 to 3,650, or null' };

export class SignupGrantDto {
  @IntegerField({ message: CREDITS, min: 0, max: SIGNUP_GRANT_LIMITS.credits, description: '0 for no grant' })
  credits!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: SIGNUP_GRANT_LIMITS.days,
    description: 'Null for no expiry',
  })
  @ValidateIf((_, days) => days !== null)
  @Max(SIGNUP_GRANT_LIMITS.days, DAYS)
  @Min(1, DAYS)
  @IsInt(DAYS)
  expiresInDays!: number | null;
}

export class ConfirmAboveDto {
  @IntegerField({ message: LIMIT, min: 0, max: MAX_RUPEES * 100, description: 'Refunds, in paise' })
  refundPaise!: number;

  @IntegerField({ message: LIMIT, min: 0, max: MAX_CREDITS, description: 'Changes of credits' })
  credits!: number;
}

export class ApproveAboveDto {
  @NullableLimitField({ max: MAX_RUPEES * 100, description: 'Refunds, in paise; null for never' })
  refundPaise!: number | null;

  @NullableLimitField({ max: MAX_CREDITS, description: 'Changes of credits; null for never' })
  credits!: number | null;
}

export class SettingsDto {
  @ApiProperty({ type: SignupGrantDto, required: false })
  @ValidateIf(
    ({ confirmAbove, approveAbove, signupGrant }: SettingsDto) =>
      (confirmAbove === undefined && approveAbove === undefined) || signupGrant !== undefined,
  )
  @IsDefined({ message: 'No changes to save' })
  @IsObject({ message: 'Invalid setting' })
  @ValidateNested()
  @Type(() => SignupGrantDto)
  signupGrant?: SignupGrantDto;

  @ApiProperty({
    type: ConfirmAboveDto,
    required: false,
    description: 'Amounts above these must be typed again to confirm them',
  })
  @ValidateIf(({ confirmAbove }: SettingsDto) => confirmAbove !== undefined)
  @IsObject({ message: 'Invalid setting' })
  @ValidateNested()
  @Type(() => ConfirmAboveDto)
  confirmAbove?: ConfirmAboveDto;

  @ApiProperty({
    type: ApproveAboveDto,
    required: false,
    description: 'Amounts above these wait for approval by a second operator. So does raising a limit.',
  })
  @ValidateIf(({ approveAbove }: SettingsDto) => approveAbove !== undefined)
  @IsObject({ message: 'Invalid setting' })
  @ValidateNested()
  @Type(() => ApproveAboveDto)
  approveAbove?: ApproveAboveDto;

  @TextField({ ...OPTIONAL_REASON, description: 'Required to raise an existing limit' })
  reason?: string;
}
