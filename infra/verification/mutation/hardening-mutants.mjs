import { audit } from './hardening/audit.mjs';
import { crossSite } from './hardening/cross-site.mjs';
import { idempotency } from './hardening/idempotency.mjs';
import { tokensAndPages } from './hardening/pages.mjs';
import { operators } from './hardening/operators.mjs';
import { publicApi } from './hardening/public-api.mjs';
import { redis } from './hardening/redis.mjs';
import { sessions } from './hardening/sessions.mjs';
import { signIns } from './hardening/sign-ins.mjs';
import { testKeys } from './hardening/test-keys.mjs';
import { lastingAccess, lostAnswers, owedRefunds, value } from './hardening/value.mjs';

/** Removed and inverted guards of money, states and access. */
export const hardeningMutants = [
  ...idempotency,
  ...crossSite,
  ...tokensAndPages,
  ...redis,
  ...audit,
  ...operators,
  ...sessions,
  ...signIns,
  ...publicApi,
  ...testKeys,
  ...value,
  ...owedRefunds,
  ...lastingAccess,
  ...lostAnswers,
];
