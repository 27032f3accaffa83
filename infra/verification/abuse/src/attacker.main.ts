import { setPriority } from 'node:os';
import type { AttackCommand, AttackResult } from './attack';
import { CORPUS } from './corpus/corpus';
import { sendFamily } from './corpus/send';
import { FLOODS } from './floods/floods';
import { FloodContext } from './floods/flood';

/** Real attackers have machines of their own, so these should take little CPU time from the stack. */
const LOW_PRIORITY = 5;
setPriority(LOW_PRIORITY);

process.on('message', (command: AttackCommand) => {
  attack(command).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ failure: error.stack ?? error.message } satisfies AttackResult),
  );
});
process.on('disconnect', () => process.exit(0));

async function attack(command: AttackCommand): Promise<AttackResult> {
  if ('corpus' in command) {
    const family = CORPUS.find(({ name }) => name === command.corpus);
    if (!family) throw new Error(`Unknown family: ${command.corpus}`);
    return { report: await sendFamily(family, command.access, command.isTimed) };
  }
  const flood = FLOODS.find(({ name }) => name === command.flood);
  if (!flood) throw new Error(`Unknown flood: ${command.flood}`);
  const context = new FloodContext(command.access, command.durationMs, FLOODS.indexOf(flood));
  await flood.run(context);
  context.close();
  return { responses: context.responses };
}
