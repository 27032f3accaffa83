import { TAKEDOWN_KINDS, type TakedownKind } from '@luit/contracts/generation/takedown-kinds';
import { ChoiceField, ReasonField } from '../../http/fields';

export class OpenTakenDownDto {
  @ReasonField()
  reason!: string;
}

export class LiftTakedownDto {
  @ReasonField()
  reason!: string;
}

export class TakedownDto extends LiftTakedownDto {
  @ChoiceField([...TAKEDOWN_KINDS], { description: 'The owner reads it, and the reason' })
  kind!: TakedownKind;
}
