import { collectGarbage } from '@luit/platform/testing/collect-garbage';

/**
 * Loaded into each process of a soak before its own code (`node --require`): on SIGUSR2 it collects its garbage, so that what
 * its heap then holds is what it needs.
 */
process.on('SIGUSR2', () => collectGarbage());
