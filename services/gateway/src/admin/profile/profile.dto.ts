import {
  CURRENT_PASSWORD_REQUIRED,
  INPUT_LIMITS,
  MAX_NAME_CHARACTERS,
  NAME_REQUIRED,
  NAME_TOO_LONG,
  TOO_LONG,
} from '@luit/contracts/auth/limits';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { Equals, IsDefined, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { PasswordDto } from '../../accounts/accounts.dto';
import { ObjectField, TextField } from '../../http/fields';

const CODE = { max: INPUT_LIMITS.code, tooLong: TOO_LONG };
const PASSKEY_ID = { max: INPUT_LIMITS.passkey, tooLong: TOO_LONG };
const NAME = { message: NAME_REQUIRED, max: MAX_NAME_CHARACTERS, tooLong: NAME_TOO_LONG };

export class OperatorNameDto {
  @TextField(NAME)
  name!: string;
}

export class OperatorPasswordDto extends PasswordDto {
  @TextField({ message: CURRENT_PASSWORD_REQUIRED, max: INPUT_LIMITS.secret, tooLong: TOO_LONG })
  currentPassword!: string;
}

export class TotpCodeDto {
  @TextField({ ...CODE, message: 'Please enter the code from your authenticator app', example: '123456' })
  code!: string;
}

/** What a browser returns for a passkey (WebAuthn). */
export class PasskeyDto {
  @TextField(PASSKEY_ID)
  id!: string;

  @TextField(PASSKEY_ID)
  rawId!: string;

  @ApiProperty({ enum: ['public-key'] })
  @Equals('public-key')
  type!: 'public-key';

  @ObjectField()
  response!: Record<string, unknown>;

  @ObjectField()
  clientExtensionResults!: Record<string, unknown>;

  @TextField({ isOptional: true, max: 100 })
  authenticatorAttachment?: string;
}

export class NewPasskeyDto {
  @TextField({ ...NAME, example: 'Phone' })
  name!: string;

  @ApiProperty({ type: PasskeyDto })
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => PasskeyDto)
  response!: PasskeyDto;
}

export class SecondFactorDto {
  @TextField({ ...CODE, isOptional: true, description: 'The code from the authenticator app' })
  code?: string;

  @TextField({ ...CODE, isOptional: true, description: 'An unused recovery code' })
  recoveryCode?: string;

  @ApiProperty({ type: PasskeyDto, required: false })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => PasskeyDto)
  passkey?: PasskeyDto;
}
