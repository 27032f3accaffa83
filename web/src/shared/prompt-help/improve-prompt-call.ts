import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';

/** Whether this site has a language model that improves prompts. It changes with a restart of the server only. */
export function promptHelpQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['prompt-help'],
    queryFn: () => api.call<{ canImprove: boolean }>('/api/prompt-help'),
    staleTime: Infinity,
  });
}

/** Returns another wording of the prompt. @throws ApiError */
export async function improvePrompt(api: ApiClient, prompt: string): Promise<string> {
  const answer = await api.call<{ prompt: string }>('/api/prompt-help/improve', { method: 'POST', body: { prompt } });
  return answer.prompt;
}
