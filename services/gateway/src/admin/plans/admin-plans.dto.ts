import { MAX_PLAN_CREDITS } from '@luit/contracts/generation/limits';
import { IntegerField } from '../../http/fields';

const CREDITS = {
  message: `Credits must be a whole number from 1 to ${MAX_PLAN_CREDITS}`,
  min: 1,
  max: MAX_PLAN_CREDITS,
};

export class PlanChangeDto {
  @IntegerField({ ...CREDITS, description: 'Price with a model of factor 1' })
  credits!: number;

  @IntegerField({ ...CREDITS, isOptional: true, description: 'The price before the change; 409 if it has changed' })
  expectedCredits?: number;
}
