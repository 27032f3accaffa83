import { LuitError } from '@luit/contracts/errors';
import {
  IMAGE_REQUIRED,
  INVALID_DURATION,
  MAX_PROMPT_CHARACTERS,
  PROMPT_REQUIRED,
  PROMPT_TOO_LONG,
  QUALITY_REQUIRED,
} from '@luit/contracts/generation/limits';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { createHash } from 'node:crypto';
import { z } from 'zod';

const MAX_KEY = 64;

const newRequest = z
  .object({
    userId: z.uuid(),
    type: z.enum(['video', 'image_video', 'restore']),
    prompt: z
      .string(PROMPT_REQUIRED)
      .trim()
      .refine((text) => [...text].length <= MAX_PROMPT_CHARACTERS, PROMPT_TOO_LONG)
      // Postgres cannot store NUL in text.
      .refine((text) => !text.includes('\0'), 'The prompt contains an unsupported character'),
    duration: z.union([z.literal(5), z.literal(10)], INVALID_DURATION).nullish(),
    restore: z
      .object({
        quality: z.enum(['standard', 'high', 'ultra']),
        enhancement: z.enum(['standard', 'premium', 'professional']),
        colorRestoration: z.boolean(),
      })
      .nullish(),
    planId: z.string().min(1).max(MAX_KEY).nullish(),
    model: z.string().min(1).max(MAX_KEY).nullish(),
    expectedCredits: z.int().positive().nullish(),
    imageKey: z.string().min(1).max(512).nullish(),
    imageHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullish(),
    retryOf: z.uuid().nullish(),
    idempotencyKey: z
      .string()
      .min(1)
      .max(MAX_KEY)
      .regex(/^[\x20-\x7e]+$/)
      .nullish(),
  })
  .superRefine((input, { addIssue }) => {
    const isRestore = input.type === 'restore';
    const addMissing = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (!isRestore && input.prompt === '') addMissing('prompt', PROMPT_REQUIRED);
    if (!isRestore && !input.duration) addMissing('duration', INVALID_DURATION);
    if (isRestore && !input.restore) addMissing('restore', QUALITY_REQUIRED);
    if (input.type !== 'video' && !input.imageKey) addMissing('imageKey', IMAGE_REQUIRED);
  });

/**
 * Validates a request and trims its prompt.
 *
 * @throws LuitError `validation_failed` with details per invalid field
 */
export function parseNewRequest(input: NewRequest): NewRequest {
  const parsed = newRequest.safeParse(input);
  if (!parsed.success) {
    const details: Record<string, string> = {};
    for (const issue of parsed.error.issues) details[issue.path.join('.') || 'body'] ??= issue.message;
    throw new LuitError('validation_failed', Object.values(details)[0] ?? 'The request is not valid', { details });
  }
  const {
    duration,
    restore,
    planId,
    model,
    expectedCredits,
    imageKey,
    imageHash,
    retryOf,
    idempotencyKey,
    ...required
  } = parsed.data;
  return {
    ...required,
    duration: duration ?? undefined,
    restore: restore ?? undefined,
    planId: planId ?? undefined,
    model: model ?? undefined,
    expectedCredits: expectedCredits ?? undefined,
    imageKey: imageKey ?? undefined,
    imageHash: imageHash ?? undefined,
    retryOf: retryOf ?? undefined,
    idempotencyKey: idempotencyKey ?? undefined,
  };
}

/** Equal for equal requests; detects a key that is reused for a different one. */
export function inputHash(request: NewRequest): string {
  const { type, prompt, duration, restore, planId, model, expectedCredits, imageKey, imageHash, retryOf } = request;
  const { quality, enhancement, colorRestoration } = restore ?? {};
  const options = [duration, quality, enhancement, colorRestoration, planId, model, expectedCredits];
  // JSON turns undefined into null.
  const input = [type, prompt, ...options, imageHash ?? imageKey, retryOf];
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}
