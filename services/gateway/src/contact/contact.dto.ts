import {
  CONTACT_LIMITS,
  CONTACT_SUBJECTS,
  type ContactSubject,
  MESSAGE_REQUIRED,
  MESSAGE_TOO_LONG,
  SUBJECT_REQUIRED,
} from '@luit/contracts/auth/contact-limits';
import { NAME_REQUIRED } from '@luit/contracts/auth/limits';
import { EmailDto } from '../accounts/accounts.dto';
import { ChoiceField, TextField } from '../http/fields';

export class ContactDto extends EmailDto {
  @TextField({ message: NAME_REQUIRED, max: CONTACT_LIMITS.name, tooLong: 'This is too long', example: 'Asha' })
  name!: string;

  @ChoiceField(CONTACT_SUBJECTS, { message: SUBJECT_REQUIRED })
  subject!: ContactSubject;

  @TextField({ message: MESSAGE_REQUIRED, max: CONTACT_LIMITS.message, tooLong: MESSAGE_TOO_LONG })
  message!: string;

  @TextField({ isOptional: true, max: 1_000, description: 'Hidden field; messages that fill it in are not delivered' })
  website?: string;
}
