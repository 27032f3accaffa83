import type { Audience } from './signing-key.entity';

/** Lifetime of the tokens of each audience, seconds. A retired key stays published for as long. */
export const TOKEN_LIFETIME_SECONDS: Record<Audience, number> = {
  'luit-web': 15 * 60,
  'luit-admin': 8 * 60 * 60,
  'luit-claim': 30 * 24 * 60 * 60,
};
