import { tlsUnlessPrivate } from '@luit/platform/security/production-rules';
import { z } from 'zod';
import type { ClassifierSettings } from './classifier-client';
import type { HashMatchSettings } from './hash-match-client';

const TIMEOUT_MS = 2_000;

export const classifierEnvironment = {
  SAFETY_CLASSIFIER_URL: z.url({ protocol: /^https?$/ }).optional(),
  HASH_MATCH_URL: z.url({ protocol: /^https?$/ }).optional(),
  SAFETY_CLASSIFIER_KEY: z.string().min(1).optional(),
};

export const classifierRules = [tlsUnlessPrivate('SAFETY_CLASSIFIER_URL'), tlsUnlessPrivate('HASH_MATCH_URL')];

/** Null without a URL: then nothing is classified. */
export function classifierSettings(values: {
  SAFETY_CLASSIFIER_URL?: string;
  SAFETY_CLASSIFIER_KEY?: string;
}): ClassifierSettings | null {
  const { SAFETY_CLASSIFIER_URL: url, SAFETY_CLASSIFIER_KEY: apiKey } = values;
  return url ? { url, apiKey, timeoutMs: TIMEOUT_MS } : null;
}

/** Null without a URL: then images are compared with nothing. */
export function hashMatchSettings(values: { HASH_MATCH_URL?: string }): HashMatchSettings | null {
  const { HASH_MATCH_URL: url } = values;
  return url ? { url: url.replace(/\/+$/, ''), timeoutMs: TIMEOUT_MS } : null;
}
