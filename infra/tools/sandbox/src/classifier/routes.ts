import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { constantTimeEqual } from '../constant-time-equal';
import { scoresOfImage, scoresOfText } from './classify';

export interface ClassifierCredentials {
  apiKey: string;
}

export class ClassifierError extends Error {
  constructor(readonly statusCode: number) {
    super(`The classifier answers with status ${statusCode}`);
  }

  get body(): Record<string, unknown> {
    return { error: this.message };
  }
}

const classifyRequest = z.object({ text: z.string().optional(), images: z.array(z.base64()).max(8).optional() });

/** Luit's contract of a classifier, registered under `/classifier`. */
export function classifierRoutes(app: FastifyInstance, { apiKey }: ClassifierCredentials): void {
  app.addHook('onRequest', async ({ headers }) => {
    const [, key] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (!key || !constantTimeEqual(key, apiKey)) throw new ClassifierError(401);
  });

  app.post('/classify', async ({ body }) => {
    const request = classifyRequest.safeParse(body);
    if (!request.success) throw new ClassifierError(400);
    const { text = '', images = [] } = request.data;
    const ofImages = await Promise.all(images.map((image) => scoresOfImage(Buffer.from(image, 'base64'))));
    return { scores: worstOf([scoresOfText(text), ...ofImages]) };
  });
}

function worstOf(all: Record<string, number>[]): Record<string, number> {
  const worst: Record<string, number> = {};
  for (const scores of all)
    for (const [category, score] of Object.entries(scores)) worst[category] = Math.max(score, worst[category] ?? 0);
  return worst;
}
