import { SIGNUP_GRANT_LIMITS } from '@luit/contracts/billing/limits';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsDefined, IsInt, IsObject, Max, Min, ValidateIf, ValidateNested } from 'class-validator';
import { IntegerField } from '../../http/fields';

const CREDITS = 'Credits must be a whole number from 0 to 100,000';
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

export class SettingsDto {
  @ApiProperty({ type: SignupGrantDto })
  @IsDefined({ message: 'No changes to save' })
  @IsObject({ message: 'Invalid setting' })
  @ValidateNested()
  @Type(() => SignupGrantDto)
  signupGrant!: SignupGrantDto;
}
