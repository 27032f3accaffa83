import { emailBody, linkBody, passwordBody, signInBody } from '@luit/contracts/auth/sessions';
import { dtoOf } from '../../http/requests/dto';

export class EmailDto extends dtoOf(emailBody) {}
export class SignInDto extends dtoOf(signInBody) {}
export class LinkDto extends dtoOf(linkBody) {}
export class PasswordDto extends dtoOf(passwordBody) {}
