import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { readBytes } from '../../http/requests/request-bodies';

/** A language model at any service with OpenAI's protocol. */
export interface TextModelSettings {
  /** Base URL including its version, such as `https://api.openai.com/v1`. */
  apiUrl: string;
  model: string;
  /** Services on the same machine often need none. */
  apiKey?: string;
}

export interface ChatMessage {
  role: 'system' | 'user';
  content: string;
}

const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 256 * 1024;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/**
 * Requests one completion. Sends no parameters that some models reject, such as a temperature or a limit of tokens.
 * Protocol: https://platform.openai.com/docs/api-reference/chat/create
 *
 * @throws Error if there is no usable answer within 20 s
 */
export async function completeChat(settings: TextModelSettings, messages: ChatMessage[]): Promise<string> {
  const { apiUrl, model, apiKey } = settings;
  const answer = await fetch(`${apiUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
    body: JSON.stringify({ model, messages, stream: false }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = answer.body as ReadableStream | null;
  if (!answer.ok || !body) {
    await body?.cancel();
    throw new Error(`The text model answered with status ${answer.status}`);
  }
  const bytes = await readBytes(Readable.fromWeb(body), MAX_ANSWER_BYTES, { headers: {} });
  return textOf(bytes.toString('utf8'));
}

/** Its errors do not quote the answer, which is as private as the prompt. */
function textOf(answer: string): string {
  try {
    return completion.parse(JSON.parse(answer)).choices[0]!.message.content;
  } catch {
    throw new Error('The text model’s answer is not a chat completion');
  }
}
