import { plural, t } from '@lingui/core/macro';
import type { SafetyCategory } from '@luit/contracts/generation/safety';

/** What the content policy does not allow, by the category that the server names. */
const REFUSED: Record<SafetyCategory, () => string> = {
  minors: () => t`Our content rules don’t allow sexual content involving minors.`,
  intimate_imagery: () => t`Our content rules don’t allow intimate images of people without their consent.`,
  violence: () => t`Our content rules don’t allow graphic violence or terror.`,
  self_harm: () => t`Our content rules don’t allow suicide or self-harm.`,
  impersonation: () => t`Our content rules don’t allow imitations of certain people.`,
  other: () => t`Our content rules don’t allow some words of this prompt.`,
};

/** Says what was refused, and that trying the same again does not help. */
export function refusalText({ category, isUnchecked }: Record<string, unknown>): string {
  if (isUnchecked === true)
    return t`We can’t check new requests right now. You weren’t charged. Please try again in a few minutes.`;
  if (!isCategory(category))
    return t`Our content rules don’t allow this. Trying the same again won’t help. Please change it.`;
  const refused = REFUSED[category]();
  const text = t`${refused} Trying the same prompt again won’t help. Please change it. You weren’t charged.`;
  if (category !== 'self_harm') return text;
  const helpline = t`If you’re going through a hard time, free help in India is available at 14416, day and night.`;
  return `${text} ${helpline}`;
}

/** @param details `pausedMinutes` if the account is paused after repeated refusals */
export function pausedText({ pausedMinutes }: Record<string, unknown>): string {
  if (typeof pausedMinutes !== 'number') return t`Too many attempts. Please wait a moment and try again.`;
  const minutes = plural(pausedMinutes, { one: `${pausedMinutes} minute`, other: `${pausedMinutes} minutes` });
  return t`Our content rules refused several of your requests, so you can’t create anything new for ${minutes}.`;
}

function isCategory(value: unknown): value is SafetyCategory {
  return typeof value === 'string' && Object.hasOwn(REFUSED, value);
}
