import { LuitError } from '@luit/contracts/errors';
import type { SafetyCategory } from '@luit/contracts/generation/safety';
import type { Match } from './rule-set';

const NAMES: Record<SafetyCategory, string> = {
  minors: 'sexual content involving minors',
  intimate_imagery: 'intimate images of people without their consent',
  violence: 'graphic violence or terror',
  self_harm: 'suicide or self-harm',
  impersonation: 'imitations of certain people',
  other: 'some words of this prompt',
};

/** Tele-MANAS, the helpline of the Government of India. */
const HELPLINE = 'If you’re going through a hard time, free help in India is available at 14416, day and night.';

/** The error for a prompt that is refused before credits are held or anyone pays. Only another prompt can succeed. */
export class RefusedPrompt extends LuitError {
  constructor(
    /** Names the refusal, for its owner to object to. */
    readonly refusalId: string,
    readonly match: Match,
  ) {
    super('refused_by_policy', textOf(match.category), { details: { category: match.category, refusalId } });
  }
}

function textOf(category: SafetyCategory): string {
  const text = `Our content policy doesn’t allow ${NAMES[category]}. Trying the same prompt again won’t help. Please change it. You weren’t charged.`;
  return category === 'self_harm' ? `${text} ${HELPLINE}` : text;
}

/** The error of all new requests of an account with repeatedly refused prompts or outputs. */
export function accountPaused(seconds: number): LuitError {
  const minutes = Math.ceil(seconds / 60);
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new LuitError(
    'too_many_requests',
    `Our content policy refused several of your requests, so you can’t create anything new for ${time}.`,
    { details: { pausedMinutes: minutes }, retryAfterSeconds: seconds },
  );
}

export const UNCHECKED =
  'We can’t check new requests right now. You weren’t charged. Please try again in a few minutes.';

/** The error of a request that nothing has checked, if the settings refuse such requests. */
export function uncheckedRequest(): LuitError {
  return new LuitError('refused_by_policy', UNCHECKED, { details: { isUnchecked: true } });
}
