import type { VideoDialect } from '../engine-instance';

export interface Dialect {
  /** All fields are sent as a form; others send one only with a file. */
  isAlwaysForm: boolean;
  /** Servers with one model refuse any other name than their own, so they get none. */
  namesModel: boolean;
  /** The list shows prompts, by which a task is found whose response was lost. */
  listsPrompts: boolean;
  /** Deleting a task ends its work, and not only its record. */
  cancels: boolean;
  /** Without a seed, every video of a prompt would be the same. */
  needsSeed: boolean;
  /** The route that names the models. */
  models: '/v1/models' | '/models';
}

export const DIALECTS: Record<VideoDialect, Dialect> = {
  'vllm-omni': {
    ...{ isAlwaysForm: true, namesModel: false, listsPrompts: true, cancels: true, needsSeed: false },
    models: '/v1/models',
  },
  sglang: {
    ...{ isAlwaysForm: false, namesModel: false, listsPrompts: false, cancels: false, needsSeed: true },
    models: '/models',
  },
  generic: {
    ...{ isAlwaysForm: false, namesModel: true, listsPrompts: false, cancels: false, needsSeed: false },
    models: '/v1/models',
  },
};
