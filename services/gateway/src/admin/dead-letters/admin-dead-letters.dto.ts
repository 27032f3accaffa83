import { DEAD_LETTER_SERVICES } from '@luit/contracts/operations/dead-letters';
import { ChoiceField, IntegerField, ReasonField } from '../../http/fields';

export class DeadLettersQuery {
  @IntegerField({ min: 1, max: 100, default: 20, isQuery: true })
  limit = 20;

  @ChoiceField(DEAD_LETTER_SERVICES, { isOptional: true })
  service?: (typeof DEAD_LETTER_SERVICES)[number];
}

export class DeadLetterDecisionDto {
  @ReasonField()
  reason!: string;
}
