import {
  MAX_REPORT_CHARACTERS,
  MAX_TARGET_CHARACTERS,
  REPORT_KIND_REQUIRED,
  REPORT_TEXT_REQUIRED,
  REPORT_TEXT_TOO_LONG,
  TARGET_REQUIRED,
} from '@luit/contracts/auth/content-report-limits';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@luit/contracts/auth/languages';
import { INPUT_LIMITS, INVALID_EMAIL, TOO_LONG } from '@luit/contracts/auth/limits';
import { TAKEDOWN_KINDS, type TakedownKind } from '@luit/contracts/generation/takedown-kinds';
import { ChoiceField, TextField } from '../http/fields';

export class ContentReportDto {
  @ChoiceField(TAKEDOWN_KINDS, { message: REPORT_KIND_REQUIRED })
  kind!: TakedownKind;

  @TextField({
    message: TARGET_REQUIRED,
    max: MAX_TARGET_CHARACTERS,
    tooLong: TOO_LONG,
    description: 'The link or the ID of the video or photo',
  })
  target!: string;

  @TextField({ message: REPORT_TEXT_REQUIRED, max: MAX_REPORT_CHARACTERS, tooLong: REPORT_TEXT_TOO_LONG })
  text!: string;

  @TextField({
    isOptional: true,
    message: INVALID_EMAIL,
    max: INPUT_LIMITS.email,
    tooLong: TOO_LONG,
    description: 'Required for orders, grievances and personal data',
  })
  email?: string;

  @TextField({
    isOptional: true,
    max: 35,
    description: `The language of the emails about the report, one of ${LANGUAGES.join(', ')}; any other means ${DEFAULT_LANGUAGE}`,
    example: 'hi',
  })
  language?: string;

  @TextField({ isOptional: true, max: 1_000, description: 'Hidden field; reports that fill it in are not stored' })
  website?: string;
}
