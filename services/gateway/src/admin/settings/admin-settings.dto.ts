import { SIGNUP_GRANT_LIMITS } from '@luit/contracts/billing/limits';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsDefined, IsInt, IsObject, Max, Min, ValidateIf, ValidateNested } from 'class-validator';

const CREDITS = { message: 'Credits are a whole number from 0 to 100,000' };
const DAYS = { message: 'Days are a whole number from 1 to 3,650, or none' };

export class SignupGrantDto {
  @ApiProperty({ description: '0 for none' })
  @Max(SIGNUP_GRANT_LIMITS.credits, CREDITS)
  @Min(0, CREDITS)
  @IsInt(CREDITS)
  credits!: number;

  @ApiProperty({ nullable: true, description: 'Null for never' })
  @ValidateIf((_, days) => days !== null)
  @Max(SIGNUP_GRANT_LIMITS.days, DAYS)
  @Min(1, DAYS)
  @IsInt(DAYS)
  expiresInDays!: number | null;
}

export class SettingsDto {
  @ApiProperty({ type: SignupGrantDto })
  @IsDefined({ message: 'There is nothing to change' })
  @IsObject({ message: 'This is not a setting' })
  @ValidateNested()
  @Type(() => SignupGrantDto)
  signupGrant!: SignupGrantDto;
}
