import {
  INCIDENT_SUBJECT_PATTERN,
  incidentRecipientState,
  type IncidentRecipientState,
  MAX_INCIDENT_SUBJECT,
  MAX_INCIDENT_TEXT,
} from '@luit/contracts/auth/incident-mails';
import { TOO_LONG } from '@luit/contracts/auth/limits';
import { incidentOutcome, type IncidentOutcome } from '@luit/contracts/operations/affected-jobs';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, MaxLength, MinLength } from 'class-validator';
import { BooleanField, ChoiceField, IdField, IntegerField, ReasonField, TextField, TimeField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

const MAX_WAIT_MINUTES = 7 * 24 * 60;

export class IncidentSelectionDto {
  @TimeField({ description: 'Jobs that were created at this time or later' })
  from!: string;

  @TimeField({ description: 'Jobs that were created before this time' })
  to!: string;

  @ApiProperty({ type: [String], minItems: 1, maxItems: 20 })
  @IsArray({ message: 'Please choose a provider' })
  @ArrayMinSize(1, { message: 'Please choose a provider' })
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @MinLength(1, { each: true })
  @MaxLength(64, { each: true })
  providers!: string[];

  @ChoiceField(incidentOutcome.options, {
    description: '`waited`: it took longer than `waitedMinutes` until a provider accepted the job',
  })
  outcome!: IncidentOutcome;

  @IntegerField({
    isOptional: true,
    min: 1,
    max: MAX_WAIT_MINUTES,
    description: 'Required for `waited`, ignored otherwise',
  })
  waitedMinutes?: number;
}

export class IncidentMailsDto {
  @IdField({ description: 'The mailing that the preview returned' })
  mailingId!: string;

  @TextField({
    max: MAX_INCIDENT_SUBJECT,
    pattern: INCIDENT_SUBJECT_PATTERN,
    message: 'A subject is one line of text',
    tooLong: TOO_LONG,
  })
  subject!: string;

  @TextField({
    max: MAX_INCIDENT_TEXT,
    description: 'Plain text; `{credits}` and `{jobs}` are replaced by the recipient’s numbers',
  })
  text!: string;

  @ReasonField()
  reason!: string;

  @BooleanField({
    isOptional: true,
    description: 'Also emails recipients who were already emailed about one of the jobs',
  })
  includesMailed?: boolean;

  @TextField({
    isOptional: true,
    max: 20,
    description: 'The number of emails, repeated to confirm it; required above 100 recipients',
  })
  confirmation?: string;
}

export class IncidentRecipientsQuery extends IdPageQuery {
  @ChoiceField(incidentRecipientState.options, { isOptional: true })
  state?: IncidentRecipientState;
}
