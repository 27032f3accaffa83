import {
  CURRENT_PASSWORD_REQUIRED,
  EMAIL_REQUIRED,
  LINK_INCOMPLETE,
  NAME_REQUIRED,
  PASSWORD_REQUIRED,
} from '@luit/contracts/auth/limits';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';

const TOO_LONG = { message: 'This is too long' };

export class EmailDto {
  @ApiProperty({ example: 'asha@example.com' })
  @MaxLength(320, TOO_LONG)
  @MinLength(1, { message: EMAIL_REQUIRED })
  @IsString({ message: EMAIL_REQUIRED })
  email!: string;
}

export class SignInDto extends EmailDto {
  @ApiProperty()
  @MaxLength(1_024, TOO_LONG)
  @MinLength(1, { message: PASSWORD_REQUIRED })
  @IsString({ message: PASSWORD_REQUIRED })
  password!: string;
}

export class SignUpDto extends SignInDto {
  @ApiProperty({ example: 'Asha' })
  @MaxLength(200, TOO_LONG)
  @MinLength(1, { message: NAME_REQUIRED })
  @IsString({ message: NAME_REQUIRED })
  name!: string;
}

export class LinkDto {
  @ApiProperty({ description: 'From the mailed link' })
  @MaxLength(1_024, TOO_LONG)
  @MinLength(1, { message: LINK_INCOMPLETE })
  @IsString({ message: LINK_INCOMPLETE })
  token!: string;
}

export class ConfirmDto extends LinkDto {
  @ApiProperty({
    required: false,
    description: 'Where the link is redeemed on another device than the one that signed up',
  })
  @IsOptional()
  @MaxLength(1_024, TOO_LONG)
  @IsString({ message: PASSWORD_REQUIRED })
  password?: string;
}

export class PasswordDto {
  @ApiProperty()
  @MaxLength(1_024, TOO_LONG)
  @MinLength(1, { message: PASSWORD_REQUIRED })
  @IsString({ message: PASSWORD_REQUIRED })
  password!: string;
}

export class NewPasswordDto extends PasswordDto {
  @ApiProperty({ required: false, description: 'Needed in a normal session, and not after a mailed link' })
  @IsOptional()
  @MaxLength(1_024, TOO_LONG)
  @IsString({ message: CURRENT_PASSWORD_REQUIRED })
  currentPassword?: string;
}

export class RefreshDto {
  @ApiProperty({ required: false, description: 'Instead of the cookie' })
  @IsOptional()
  @MaxLength(1_024, TOO_LONG)
  @IsString()
  refresh_token?: string;
}

export class SignOutDto {
  @ApiProperty({ enum: ['local', 'others', 'global'], required: false })
  @IsOptional()
  @IsIn(['local', 'others', 'global'], { message: 'scope is local, others or global' })
  scope?: 'local' | 'others' | 'global';
}
