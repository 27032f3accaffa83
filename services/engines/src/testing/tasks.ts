import type { TaskRoute } from '@luit/contracts/generation/catalog/model-routes';
import type { WorkflowGraph } from '@luit/contracts/generation/catalog/workflow-graph';
import { type ProviderTask, type TaskOptions, taskOptions } from '@luit/contracts/generation/provider-tasks';
import { randomUUID } from 'node:crypto';

/** One white pixel. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

/** Of core nodes only, so that it runs without a model. The text is not part of the picture. */
const TEXT_GRAPH: WorkflowGraph = {
  1: { class_type: 'PrimitiveStringMultiline', inputs: { value: '' }, _meta: { title: 'Prompt' } },
  2: { class_type: 'EmptyImage', inputs: { width: 640, height: 352, batch_size: 8, color: 3_381_759 } },
  3: { class_type: 'CreateVideo', inputs: { images: ['2', 0], fps: 8 } },
  4: { class_type: 'SaveVideo', inputs: { video: ['3', 0], filename_prefix: 'x', format: 'mp4', codec: 'h264' } },
};
const IMAGE_GRAPH: WorkflowGraph = {
  ...TEXT_GRAPH,
  2: { class_type: 'RepeatImageBatch', inputs: { image: ['6', 0], amount: 8 } },
  5: { class_type: 'LoadImage', inputs: { image: 'x.png' } },
  6: {
    class_type: 'ImageScale',
    inputs: { image: ['5', 0], upscale_method: 'bilinear', width: 640, height: 352, crop: 'center' },
  },
};
const FRAMES = { as: 'frames', framesPerSecond: 8, plus: 0, rateField: '3.fps' } as const;
const SIZE = { as: 'size', multipleOf: 16 } as const;

export const WORKFLOW_ROUTES: Record<'text' | 'image', TaskRoute> = {
  text: {
    model: 'core-nodes',
    fields: {
      prompt: '1.value',
      duration: { ...FRAMES, field: '2.batch_size' },
      resolution: { ...SIZE, width: '2.width', height: '2.height' },
      reference: '4.filename_prefix',
    },
    fixed: {},
    workflow: { graph: TEXT_GRAPH, outputNode: '4' },
  },
  image: {
    model: 'core-nodes',
    fields: {
      prompt: '1.value',
      duration: { ...FRAMES, field: '2.amount' },
      resolution: { ...SIZE, width: '6.width', height: '6.height' },
      image: '5.image',
      reference: '4.filename_prefix',
    },
    fixed: {},
    workflow: { graph: IMAGE_GRAPH, outputNode: '4' },
  },
};

/** The fields of the Videos API that all servers know. */
export const VIDEOS_ROUTE: TaskRoute = {
  model: 'video',
  fields: {
    prompt: 'prompt',
    duration: { as: 'text', field: 'seconds' },
    resolution: { as: 'dimensions', field: 'size', multipleOf: 16 },
    seed: 'seed',
    image: 'input_reference',
  },
  fixed: {},
};

/** A task with a reference of its own: two seconds of 640 × 368 pixels. */
export function newTask(route: TaskRoute, changes: Partial<ProviderTask> = {}): ProviderTask {
  const nothing = Object.fromEntries(taskOptions.keyof().options.map((name) => [name, null]));
  const options: TaskOptions = taskOptions.parse({ ...nothing, references: [], aspectRatio: '16:9' });
  return {
    ...{ provider: 'gpu', model: 'own', route, type: 'video', prompt: 'Boats at dawn [slow:0.1]', duration: 2 },
    ...{ resolution: '360p', restore: null, imageKey: null, options, clientRef: randomUUID(), webhookUrl: null },
    ...changes,
  };
}
