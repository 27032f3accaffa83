import { INVALID_EMAIL, MAX_EMAIL_CHARACTERS } from '@luit/contracts/auth/limits';
import { orderBody } from '@luit/contracts/http/orders';
import { displayedEmail } from '@luit/contracts/auth/email-address';
import { isEmail } from 'class-validator';
import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';

const guestEmail = z.preprocess(
  (value) => (typeof value === 'string' ? displayedEmail(value) : value),
  z
    .string(INVALID_EMAIL)
    .max(MAX_EMAIL_CHARACTERS, INVALID_EMAIL)
    .refine((email) => email === '' || isEmail(email), INVALID_EMAIL)
    .nullish(),
);

export class OrderDto extends dtoOf(
  orderBody.extend({
    email: guestEmail.describe('A guest’s email address, to which the link to the video is sent'),
  }),
) {}
