import { APPEAL_REQUIRED, APPEAL_TOO_LONG, SAFETY_LIMITS } from '@luit/contracts/generation/limits';
import { Transform } from 'class-transformer';
import { TextField } from '../http/fields';

export class AppealDto {
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @TextField({
    message: APPEAL_REQUIRED,
    max: SAFETY_LIMITS.appeal,
    tooLong: APPEAL_TOO_LONG,
    description: 'Why the refusal is a mistake',
  })
  text!: string;
}
