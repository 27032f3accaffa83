import { setTimeout as delay } from 'node:timers/promises';
import type { OutputFiles } from '../videos/output-files';
import { outputPaths } from '../videos/file-routes';
import { progressLine, type Prediction, type WebhookEvent } from './prediction';

export interface RunHooks {
  files: OutputFiles;
  emit(event: WebhookEvent): void;
  save(): void;
  finish(status: 'succeeded' | 'failed'): void;
}

const failures = {
  privacy: 'The request failed because the input image may contain a real person. (E005)',
  input: 'Invalid input: the image has a format that the model cannot read. (E006)',
  moderation:
    'NSFW content detected: the input or output was flagged as sensitive. Please try again with different inputs. (E005)',
  technical: 'CUDA out of memory. Tried to allocate 2.50 GiB (GPU 0; 79.15 GiB total capacity)',
};

/**
 * Runs a prediction from its current state to the end. Its timing is based on its creation, so it does not start over after
 * a restart. Returns silently when it is aborted.
 */
export async function runPrediction(prediction: Prediction, signal: AbortSignal, hooks: RunHooks): Promise<void> {
  try {
    await simulate(prediction, signal, hooks);
  } catch (error) {
    if (signal.aborted) return;
    prediction.error = `Prediction failed: ${error instanceof Error ? error.message : String(error)}`;
    hooks.finish('failed');
  }
}

async function simulate(prediction: Prediction, signal: AbortSignal, hooks: RunHooks): Promise<void> {
  const { seconds, outcome, output } = prediction.directives;
  const created = Date.parse(prediction.createdAt);
  const until = (fraction: number) =>
    delay(Math.max(0, created + fraction * seconds * 1000 - Date.now()), undefined, { signal });

  await until(0.1);
  if (prediction.status === 'starting') {
    prediction.status = 'processing';
    prediction.startedAt = new Date().toISOString();
    prediction.logs = `Using seed: ${Number.parseInt(prediction.version.slice(0, 6), 16)}\n`;
    hooks.save();
    hooks.emit('start');
  }
  const rendering = outcome === 'success' && output === 'video' ? hooks.files.render(prediction, signal) : undefined;
  // Awaited only after the last step; until then a failure must not count as unhandled.
  rendering?.catch(() => undefined);

  const steps = Math.min(50, Math.max(10, Math.round(seconds)));
  const lastStep = outcome === 'success' ? steps : Math.round(steps * 0.4);
  for (let step = 1; step <= lastStep; step++) {
    await until(0.1 + (0.9 * step) / steps);
    prediction.logs += progressLine(step / steps, (Date.now() - created) / 1000);
    hooks.emit('logs');
  }

  if (outcome === 'never') return;
  if (outcome !== 'success') {
    prediction.error = failures[outcome];
    return hooks.finish('failed');
  }
  await rendering;
  signal.throwIfAborted();
  if (output === 'bad') hooks.files.writeInvalid(prediction.id);
  const links = outputPaths(prediction.id, prediction.work, output).map(
    (path) => `${prediction.origin}/replicate/files/${path}`,
  );
  prediction.output = prediction.work.kind === 'images' ? links : (links[0] ?? null);
  hooks.emit('output');
  hooks.finish('succeeded');
}
