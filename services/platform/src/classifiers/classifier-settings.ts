import { milliseconds } from '../config';
import { tlsUnlessPrivate } from '../security/production-rules';
import { z } from 'zod';
import type { ClassifierSettings } from './classifier-client';
import type { HashMatchSettings } from './hash-match-client';

export const classifierEnvironment = {
  SAFETY_CLASSIFIER_URL: z.url({ protocol: /^https?$/ }).optional(),
  HASH_MATCH_URL: z.url({ protocol: /^https?$/ }).optional(),
  SAFETY_CLASSIFIER_KEY: z.string().min(1).optional(),
  SAFETY_CLASSIFIER_TIMEOUT_MS: milliseconds.min(1).max(5_000).default(2_000),
};

export const classifierRules = [tlsUnlessPrivate('SAFETY_CLASSIFIER_URL'), tlsUnlessPrivate('HASH_MATCH_URL')];

/** Null without a URL: then nothing is classified. */
export function classifierSettings(values: {
  SAFETY_CLASSIFIER_URL?: string;
  SAFETY_CLASSIFIER_KEY?: string;
  SAFETY_CLASSIFIER_TIMEOUT_MS: number;
}): ClassifierSettings | null {
  const { SAFETY_CLASSIFIER_URL: url, SAFETY_CLASSIFIER_KEY: apiKey, SAFETY_CLASSIFIER_TIMEOUT_MS: timeoutMs } = values;
  return url ? { url, apiKey, timeoutMs } : null;
}

/** Null without a URL: then images are compared with nothing. */
export function hashMatchSettings(values: {
  HASH_MATCH_URL?: string;
  SAFETY_CLASSIFIER_TIMEOUT_MS: number;
}): HashMatchSettings | null {
  const { HASH_MATCH_URL: url, SAFETY_CLASSIFIER_TIMEOUT_MS: timeoutMs } = values;
  return url ? { url: url.replace(/\/+$/, ''), timeoutMs } : null;
}
