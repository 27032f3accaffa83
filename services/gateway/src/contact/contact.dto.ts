import {
  CONTACT_LIMITS,
  CONTACT_SUBJECTS,
  type ContactSubject,
  MESSAGE_REQUIRED,
  MESSAGE_TOO_LONG,
  SUBJECT_REQUIRED,
} from '@luit/contracts/auth/contact-limits';
import { NAME_REQUIRED } from '@luit/contracts/auth/limits';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { EmailDto } from '../accounts/accounts.dto';

export class ContactDto extends EmailDto {
  @ApiProperty({ example: 'Asha', maxLength: CONTACT_LIMITS.name })
  @MaxLength(CONTACT_LIMITS.name, { message: 'This is too long' })
  @MinLength(1, { message: NAME_REQUIRED })
  @IsString({ message: NAME_REQUIRED })
  name!: string;

  @ApiProperty({ enum: CONTACT_SUBJECTS })
  @IsIn(CONTACT_SUBJECTS, { message: SUBJECT_REQUIRED })
  subject!: ContactSubject;

  @ApiProperty({ maxLength: CONTACT_LIMITS.message })
  @MaxLength(CONTACT_LIMITS.message, { message: MESSAGE_TOO_LONG })
  @MinLength(1, { message: MESSAGE_REQUIRED })
  @IsString({ message: MESSAGE_REQUIRED })
  message!: string;

  @ApiProperty({ required: false, description: 'No person sees this field; what is filled in here is not delivered' })
  @IsOptional()
  @MaxLength(1_000)
  @IsString()
  website?: string;
}
