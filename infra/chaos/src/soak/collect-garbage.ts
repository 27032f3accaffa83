import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into each process of a soak before its own code (`node --require`): on SIGUSR2 it collects its garbage, so that what
 * its heap then holds is what it needs.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => collect());
