import type { SafetyCategory } from '@luit/contracts/generation/safety';
import { INTIMATE_IMAGERY_RULES } from './intimate-imagery';
import { MINOR_RULES } from './minors';
import type { CategoryRules } from './rule';
import { SELF_HARM_RULES } from './self-harm';
import { VIOLENCE_RULES } from './violence';

const NONE: CategoryRules = { rules: [], exceptions: [] };

/** The most serious category first. Operators add words of their own to each. */
export const SHIPPED_RULES: Record<SafetyCategory, CategoryRules> = {
  minors: MINOR_RULES,
  intimate_imagery: INTIMATE_IMAGERY_RULES,
  violence: VIOLENCE_RULES,
  self_harm: SELF_HARM_RULES,
  impersonation: NONE,
  other: NONE,
};
