import { createECDH, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeJson } from './luit-directory';
import { UserError } from './user-error';

const random = (bytes = 24) => randomBytes(bytes).toString('base64url');

const generators = {
  authSecret: () => random(32),
  filesSecret: () => random(32),
  providerSecret: () => random(32),
  postgresPassword: () => random(),
  authDatabasePassword: () => random(),
  billingDatabasePassword: () => random(),
  generationDatabasePassword: () => random(),
  gatewayRedisPassword: () => random(),
  authRedisPassword: () => random(),
  billingRedisPassword: () => random(),
  generationRedisPassword: () => random(),
  workerRedisPassword: () => random(),
  operationsRedisPassword: () => random(),
  adminPassword: () => random(12),
  razorpayKeySecret: () => random(),
  razorpayWebhookSecret: () => random(),
  replicateApiToken: () => `r8_${random()}`,
  falKey: () => random(),
  arkApiKey: () => random(),
  textModelApiKey: () => random(),
  oidcClientSecret: () => random(),
  vapidPrivateKey: newVapidKey,
  // Replicate uses Svix webhook secrets: this prefix, then base64.
  replicateWebhookSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
};

/** A raw private key of P-256. Its leading zeros are kept. */
function newVapidKey(): string {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const key = curve.getPrivateKey();
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');
}

export type Secrets = Record<keyof typeof generators, string>;

/** The secrets of a stack, generated at the first start and kept in a file that only its owner can read. */
export function loadSecrets(file: string): Secrets {
  const known = readKnown(file);
  const entries = Object.entries(generators).map(([name, generate]) => [name, known[name] ?? generate()]);
  const secrets = Object.fromEntries(entries) as Secrets;
  writeJson(file, secrets);
  return secrets;
}

function readKnown(file: string): Record<string, string> {
  try {
    return z.record(z.string(), z.string().min(1)).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new UserError(
        `${file} is damaged, and the data cannot be decrypted without it. To start without it: npm start -- --fresh moves it aside`,
      );
    }
    throw error;
  }
}
