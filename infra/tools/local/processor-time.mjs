import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
/** The fields after the name of the program: the time of children that have ended, in user mode and in the kernel. */
const CHILDREN_TIMES = [13, 15];

const meter = new AsyncLocalStorage();
let counted = ofChildren();

/** The seconds of processor time of the children that have ended, and of their descendants. 0 if there is no /proc. */
function ofChildren() {
  if (!existsSync('/proc/self/stat')) return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(...CHILDREN_TIMES).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

subscribe('child_process', ({ process: child }) => {
  const mine = meter.getStore();
  child.once('exit', () => {
    const now = ofChildren();
    if (mine) mine.processorSeconds += now - counted;
    counted = now;
  });
});

/** Runs `work` and counts the processor time of the processes that it starts, which also works beside other work. */
export async function measured(work) {
  const mine = { processorSeconds: 0 };
  const result = await meter.run(mine, work);
  return { result, processorSeconds: mine.processorSeconds };
}
