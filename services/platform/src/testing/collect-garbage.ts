import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Frees all memory that nothing leads to, at once: what only a weak reference keeps is gone after it. */
export const collectGarbage = runInNewContext('gc') as () => void;
