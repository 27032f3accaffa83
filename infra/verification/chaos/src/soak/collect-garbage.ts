import { collectGarbage } from '@luit/platform/testing/collect-garbage';

/**
 * Preloaded into each process of a soak test (`node --require`). On SIGUSR2 the process collects garbage, so that the heap
 * size measured next excludes garbage.
 */
process.on('SIGUSR2', () => collectGarbage());
