import { audit } from './hardening/audit.mjs';
import { bodies } from './hardening/bodies.mjs';
import { containers } from './hardening/containers.mjs';
import { crossSite } from './hardening/cross-site.mjs';
import { files } from './hardening/files.mjs';
import { idempotency } from './hardening/idempotency.mjs';
import { tokensAndPages } from './hardening/pages.mjs';
import { operators } from './hardening/operators.mjs';
import { publicApi } from './hardening/public-api.mjs';
import { queues } from './hardening/queues.mjs';
import { redis } from './hardening/redis.mjs';
import { sessions } from './hardening/sessions.mjs';
import { slow } from './hardening/slow.mjs';
import { sockets } from './hardening/sockets.mjs';
import { startup } from './hardening/startup.mjs';
import { testKeys } from './hardening/test-keys.mjs';
import { lastingAccess, lostAnswers, owedRefunds, value } from './hardening/value.mjs';

/** Removed and inverted security guards, by the items of docs/operations/security.md. */
export const hardeningMutants = [
  ...bodies,
  ...sockets,
  ...idempotency,
  ...crossSite,
  ...tokensAndPages,
  ...redis,
  ...slow,
  ...audit,
  ...operators,
  ...queues,
  ...files,
  ...sessions,
  ...startup,
  ...containers,
  ...publicApi,
  ...testKeys,
  ...value,
  ...owedRefunds,
  ...lastingAccess,
  ...lostAnswers,
];
