import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';

const TOO_LONG = { message: 'This is too long' };

export class EmailDto {
  @ApiProperty({ example: 'asha@example.com' })
  @MaxLength(320, TOO_LONG)
  @MinLength(1, { message: 'Email is required' })
  @IsString({ message: 'Email is required' })
  email!: string;
}

export class SignInDto extends EmailDto {
  @ApiProperty()
  @MaxLength(1_024, TOO_LONG)
  @MinLength(1, { message: 'Password is required' })
  @IsString({ message: 'Password is required' })
  password!: string;
}

export class SignUpDto extends SignInDto {
  @ApiProperty({ example: 'Asha' })
  @MaxLength(200, TOO_LONG)
  @MinLength(1, { message: 'Name is required' })
  @IsString({ message: 'Name is required' })
  name!: string;
}

export class LinkDto {
  @ApiProperty({ description: 'From the mailed link' })
  @MaxLength(1_024, TOO_LONG)
  @MinLength(1, { message: 'The link is incomplete' })
  @IsString({ message: 'The link is incomplete' })
  token!: string;
}

export class ConfirmDto extends LinkDto {
  @ApiProperty({
    required: false,
    description: 'Where the link is redeemed on another device than the one that signed up',
  })
  @IsOptional()
  @MaxLength(1_024, TOO_LONG)
  @IsString({ message: 'Password is required' })
  password?: string;
}

export class PasswordDto {
  @ApiProperty()
  @MaxLength(1_024, TOO_LONG)
  @MinLength(1, { message: 'Password is required' })
  @IsString({ message: 'Password is required' })
  password!: string;
}

export class NewPasswordDto extends PasswordDto {
  @ApiProperty({ required: false, description: 'Needed in a normal session, and not after a mailed link' })
  @IsOptional()
  @MaxLength(1_024, TOO_LONG)
  @IsString({ message: 'Current password is required' })
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
