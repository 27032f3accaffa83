import type { AttackerAccess } from '../participants';
import type { Answer } from '../wire/answer';
import { ask } from '../wire/ask';
import { sendBytes } from '../wire/connection';
import { FrameSender } from './frames';
import type { Family, HostileInput } from './input';
import { type CorpusReport, judge } from './judge';

const AT_ONCE = 4;
const RAW_WAIT_MS = 700;
let networks = 0;

/** Each input comes from a network of its own, so that limits per client leave it to whoever has to refuse it. */
function nextAddress(): string {
  networks += 1;
  return `127.${20 + Math.floor(networks / 250)}.${networks % 250}.7`;
}

/** Sends every input of a family, a few at once. */
export async function sendFamily(family: Family, access: AttackerAccess, timeFactor: number): Promise<CorpusReport> {
  const inputs = family.inputs(access);
  const frames = new FrameSender(access);
  const failures: CorpusReport['failures'] = [];
  let slowest = { name: '', ms: 0 };
  let next = 0;
  const one = async (): Promise<void> => {
    for (let input = inputs[next++]; input; input = inputs[next++]) {
      const answer = await send(input, access, frames);
      if (answer.ms > slowest.ms && !('bytes' in input)) slowest = { name: input.name, ms: answer.ms };
      const fault = await judge(input, answer, timeFactor);
      if (fault) failures.push({ name: input.name, fault });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  await frames.close();
  return {
    family: family.name,
    sent: inputs.length,
    slowest: `${slowest.name} ${slowest.ms.toFixed(0)} ms`,
    failures,
  };
}

function send(input: HostileInput, access: AttackerAccess, frames: FrameSender): Promise<Answer> {
  if ('send' in input) return ask(access.api, { ...input.send, from: nextAddress() });
  if ('event' in input) return frames.send(input.as, input.event, input.args);
  return sendBytes(access.api, nextAddress(), bytesOf(input.bytes), input.waitMs ?? RAW_WAIT_MS);
}

function bytesOf(bytes: string | Buffer): Buffer {
  return typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
}
