import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { TaskState, TaskStatus } from './engine';
import type { EngineInstance } from './engine-instance';
import { failure, readError } from './failures';

export function statusOf(state: TaskState, failed: ProviderFailure | null = null): TaskStatus {
  return { state, progress: state === 'succeeded' ? 100 : null, outputUrl: null, failure: failed };
}

/**
 * The status of a task that the server had accepted and does not know.
 *
 * @throws ProviderReadError unless the server is our own, because a paid task may still run
 */
export function forgotten({ isOwn }: EngineInstance): TaskStatus {
  const message = 'The server does not know the task any more; it was probably restarted';
  if (!isOwn) throw readError('http_404', message);
  return statusOf('lost', failure('provider', 'task_forgotten', message));
}

export function outOfMemory(where: string): ProviderFailure {
  const message = `The GPU of this server has too little memory${where}. Choose a smaller size or a shorter video, or a smaller model`;
  return failure('provider', 'out_of_memory', message);
}

export const isOutOfMemory = (text: string) => /out ?of ?memory|\bOOM\b/i.test(text);
