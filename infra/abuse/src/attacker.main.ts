import { setPriority } from 'node:os';
import type { AttackOrder, AttackResult } from './attack';
import { CORPUS } from './corpus/corpus';
import { sendFamily } from './corpus/send';
import { FLOODS } from './floods/floods';
import { FloodContext } from './floods/flood';

/** Attackers have machines of their own; here they should take little processor time from what is measured. */
const LOW_PRIORITY = 5;
setPriority(LOW_PRIORITY);

process.on('message', (order: AttackOrder) => {
  attack(order).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ failure: error.stack ?? error.message } satisfies AttackResult),
  );
});
process.on('disconnect', () => process.exit(0));

async function attack(order: AttackOrder): Promise<AttackResult> {
  if ('corpus' in order) {
    const family = CORPUS.find(({ name }) => name === order.corpus);
    if (!family) throw new Error(`There is no family ${order.corpus}`);
    return { report: await sendFamily(family, order.access, order.timeFactor) };
  }
  const flood = FLOODS.find(({ name }) => name === order.flood);
  if (!flood) throw new Error(`There is no flood ${order.flood}`);
  const context = new FloodContext(order.access, order.lastsMs, FLOODS.indexOf(flood));
  await flood.run(context);
  context.close();
  return { answers: context.answers };
}
