import type { AttackerAccess } from '../participants';
import type { WireResponse } from '../wire/response';
import { sendRequest } from '../wire/request';
import { sendBytes } from '../wire/connection';
import { FrameSender } from './frames';
import type { Family, HostileInput } from './input';
import { type CorpusReport, findProblem } from './response-checks';

const CONCURRENCY = 4;
const RAW_WAIT_MS = 700;
let networks = 0;

/** Each input comes from a different network, so that rate limits per client do not reject it first. */
function nextAddress(): string {
  networks += 1;
  return `127.${20 + Math.floor(networks / 250)}.${networks % 250}.7`;
}

/** Sends every input of a family with bounded concurrency. */
export async function sendFamily(family: Family, access: AttackerAccess, isTimed: boolean): Promise<CorpusReport> {
  const inputs = family.inputs(access);
  const frames = new FrameSender(access);
  const failures: CorpusReport['failures'] = [];
  let slowest = { name: '', ms: 0 };
  let next = 0;
  const one = async (): Promise<void> => {
    for (let input = inputs[next++]; input; input = inputs[next++]) {
      const response = await send(input, access, frames);
      if (response.ms > slowest.ms && !('bytes' in input)) slowest = { name: input.name, ms: response.ms };
      const problem = await findProblem(input, response, isTimed);
      if (problem) failures.push({ name: input.name, problem });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
  await frames.close();
  return {
    family: family.name,
    sent: inputs.length,
    slowest: `${slowest.name} ${slowest.ms.toFixed(0)} ms`,
    failures,
  };
}

function send(input: HostileInput, access: AttackerAccess, frames: FrameSender): Promise<WireResponse> {
  if ('send' in input) return sendRequest(access.api, { ...input.send, from: nextAddress() });
  if ('event' in input) return frames.send(input.as, input.event, input.args);
  return sendBytes(access.api, nextAddress(), bytesOf(input.bytes), input.waitMs ?? RAW_WAIT_MS);
}

function bytesOf(bytes: string | Buffer): Buffer {
  return typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
}
