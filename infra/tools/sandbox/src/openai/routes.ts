import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { constantTimeEqual } from '../constant-time-equal';
import { openAiError } from './errors';
import { rewritePrompt } from './rewrite-prompt';

export interface OpenAiCredentials {
  apiKey: string;
}

const chatRequest = z.object({
  model: z.string().min(1),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
  stream: z.literal(false).optional(),
});

/** OpenAI's chat completions, registered under `/openai/v1`. The model rewrites the last message as a prompt for a video. */
export function openAiRoutes(app: FastifyInstance, { apiKey }: OpenAiCredentials): void {
  app.addHook('onRequest', async ({ headers }) => {
    const [, key] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (!key || !constantTimeEqual(key, apiKey)) throw openAiError(401);
  });

  app.post('/chat/completions', ({ body }) => {
    const request = chatRequest.safeParse(body);
    const prompt = request.data?.messages.at(-1);
    if (!request.success || prompt?.role !== 'user') throw openAiError(400);
    const message = { role: 'assistant', content: rewritePrompt(prompt.content), refusal: null };
    return {
      id: `chatcmpl-${randomUUID()}`,
      object: 'chat.completion',
      created: Math.floor(Date.now() / 1_000),
      model: request.data.model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    };
  });
}
