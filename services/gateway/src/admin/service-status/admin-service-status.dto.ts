import { TOO_LONG } from '@luit/contracts/auth/limits';
import { BANNER_REQUIRED, MAX_BANNER_CHARACTERS } from '@luit/contracts/operations/limits';
import { ReasonField, TextField, TimeField } from '../../http/fields';

export class BannerDto {
  @TextField({
    max: MAX_BANNER_CHARACTERS,
    message: BANNER_REQUIRED,
    tooLong: TOO_LONG,
    description: 'Plain text that creators see',
  })
  text!: string;

  @TimeField({ description: 'When the banner disappears' })
  until!: string;

  @ReasonField()
  reason!: string;
}

export class PauseNewJobsDto {
  @ReasonField()
  reason!: string;
}
