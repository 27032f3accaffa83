import { CONTACT_LIMITS, CONTACT_SUBJECTS, type ContactSubject } from '@luit/contracts/auth/contact-limits';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { EmailDto } from '../accounts/accounts.dto';

export class ContactDto extends EmailDto {
  @ApiProperty({ example: 'Asha', maxLength: CONTACT_LIMITS.name })
  @MaxLength(CONTACT_LIMITS.name, { message: 'This is too long' })
  @MinLength(1, { message: 'Name is required' })
  @IsString({ message: 'Name is required' })
  name!: string;

  @ApiProperty({ enum: CONTACT_SUBJECTS })
  @IsIn(CONTACT_SUBJECTS, { message: 'Select a subject' })
  subject!: ContactSubject;

  @ApiProperty({ maxLength: CONTACT_LIMITS.message })
  @MaxLength(CONTACT_LIMITS.message, { message: `The message must be at most ${CONTACT_LIMITS.message} characters` })
  @MinLength(1, { message: 'Message is required' })
  @IsString({ message: 'Message is required' })
  message!: string;

  @ApiProperty({ required: false, description: 'No person sees this field; what is filled in here is not delivered' })
  @IsOptional()
  @MaxLength(1_000)
  @IsString()
  website?: string;
}
