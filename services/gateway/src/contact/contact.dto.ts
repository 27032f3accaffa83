import {
  CONTACT_SUBJECTS,
  type ContactSubject,
  MAX_MESSAGE_CHARACTERS,
  MESSAGE_REQUIRED,
  MESSAGE_TOO_LONG,
  SUBJECT_REQUIRED,
} from '@luit/contracts/auth/contact-limits';
import { MAX_NAME_CHARACTERS, NAME_REQUIRED, NAME_TOO_LONG } from '@luit/contracts/auth/limits';
import { EmailDto } from '../accounts/accounts.dto';
import { BooleanField, ChoiceField, TextField } from '../http/fields';

export class ContactDto extends EmailDto {
  @TextField({ message: NAME_REQUIRED, max: MAX_NAME_CHARACTERS, tooLong: NAME_TOO_LONG, example: 'Asha' })
  name!: string;

  @ChoiceField(CONTACT_SUBJECTS, { message: SUBJECT_REQUIRED })
  subject!: ContactSubject;

  @TextField({ message: MESSAGE_REQUIRED, max: MAX_MESSAGE_CHARACTERS, tooLong: MESSAGE_TOO_LONG })
  message!: string;

  @BooleanField({ isOptional: true, description: 'Marks the message for operators' })
  isUrgent?: boolean;

  @TextField({ isOptional: true, max: 1_000, description: 'Hidden field; messages that fill it in are not delivered' })
  website?: string;
}
