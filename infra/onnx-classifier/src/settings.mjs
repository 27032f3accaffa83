import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { ConfigurationError } from './configuration-error.mjs';
import { labels } from './labels.mjs';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
/** Luit waits two seconds by default (`SAFETY_CLASSIFIER_TIMEOUT_MS`). */
const DEFAULT_DEADLINE_MS = 1_800;
/** An image of `UPLOAD_MAX_BYTES` (10 MiB by default) in Base64, and what surrounds it. */
const DEFAULT_BODY_BYTES = 16 * 1024 * 1024;
/** Luit sends at most 2048 × 2048. */
const DEFAULT_PIXELS = 4096 * 4096;

const cores = availableParallelism();

/** @param {number} min @param {number} max @param {number} byDefault */
const whole = (min, max, byDefault) => z.coerce.number().int().min(min).max(max).default(byDefault);

/** @param {string} byDefault */
const perChannel = (byDefault) =>
  z
    .string()
    .default(byDefault)
    .transform((text) => text.split(',').map(Number))
    .refine((values) => values.length === 3 && values.every(Number.isFinite), 'Three numbers: 0.485,0.456,0.406');

const size = z
  .string()
  .regex(/^\d{1,4}x\d{1,4}$/, 'Width and height in pixels, such as 224x224')
  .transform((text) => {
    const [width = 0, height = 0] = text.split('x').map(Number);
    return { width, height };
  })
  .refine(({ width, height }) => width > 0 && height > 0, 'Width and height in pixels, such as 224x224');

const environment = z
  .object({
    MODEL: z.string().min(1).refine(existsSync, 'The file does not exist'),
    LABELS: labels,
    ACTIVATION: z.enum(['softmax', 'sigmoid', 'none']),
    COMBINE: z.enum(['sum', 'max']).optional(),
    OUTPUT: z.string().min(1).optional(),
    INPUT_SIZE: size.optional(),
    LAYOUT: z.enum(['nchw', 'nhwc']).optional(),
    CHANNELS: z.enum(['rgb', 'bgr']).default('rgb'),
    PIXEL_RANGE: z.enum(['1', '255']).default('1').transform(Number),
    MEAN: perChannel('0,0,0'),
    STD: perChannel('1,1,1').refine((values) => values.every((value) => value > 0), 'Numbers above 0'),
    FIT: z.enum(['fill', 'contain', 'cover']).default('fill'),
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: whole(0, 65_535, 8095),
    KEY: z.string().min(16, 'At least 16 characters').optional(),
    MAX_BODY_BYTES: whole(1024, 256 * 1024 * 1024, DEFAULT_BODY_BYTES),
    MAX_IMAGES: whole(1, 64, 8),
    MAX_PIXELS: whole(1, 1_000_000_000, DEFAULT_PIXELS),
    MAX_REQUESTS: whole(1, 1_000, 16),
    CONCURRENCY: whole(1, 4, 2),
    THREADS: whole(1, 256, Math.max(1, Math.floor(cores / 2))),
    DEADLINE_MS: whole(1, 60_000, DEFAULT_DEADLINE_MS),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  })
  .refine(({ HOST, KEY }) => KEY !== undefined || LOOPBACK.includes(HOST), {
    path: ['KEY'],
    message: 'Required unless HOST is a loopback address',
  });

/**
 * @typedef {ReturnType<typeof readSettings>} Settings
 *
 * @typedef {Settings['input']} InputSettings
 *
 * @typedef {Settings['output']} OutputSettings
 */

/**
 * Reads all settings of docs/operations/safety.md, "A local model". An empty variable counts as missing.
 *
 * @param {NodeJS.ProcessEnv} env
 * @throws {ConfigurationError} naming every fault, without the values
 */
export function readSettings(env) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigurationError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  const values = parsed.data;
  return {
    model: values.MODEL,
    threads: values.THREADS,
    input: {
      size: values.INPUT_SIZE,
      layout: values.LAYOUT,
      channels: values.CHANNELS,
      range: values.PIXEL_RANGE,
      mean: values.MEAN,
      std: values.STD,
      fit: values.FIT,
      maxPixels: values.MAX_PIXELS,
    },
    output: {
      name: values.OUTPUT,
      labels: values.LABELS,
      activation: values.ACTIVATION,
      combine: values.COMBINE ?? (values.ACTIVATION === 'softmax' ? 'sum' : 'max'),
    },
    server: {
      host: values.HOST,
      port: values.PORT,
      key: values.KEY,
      maxBodyBytes: values.MAX_BODY_BYTES,
      maxImages: values.MAX_IMAGES,
      maxRequests: values.MAX_REQUESTS,
      concurrency: values.CONCURRENCY,
      deadlineMs: values.DEADLINE_MS,
    },
    logLevel: values.LOG_LEVEL,
  };
}
