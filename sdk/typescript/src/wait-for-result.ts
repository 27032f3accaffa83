import { sleep } from './sleep';

/** Milliseconds. */
const DELAYS = {
  /** Before the events are requested again after they ended. */
  reconnect: 2_000,
  /** Without events. */
  poll: 5_000,
};
/** So many broken streams without a new state, and the rest of the time is polled. */
const MAX_BROKEN_STREAMS = 3;

interface State {
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  luit: { sequence: number };
}

interface Source<Result extends State> {
  read: () => Promise<Result>;
  /** The states that are newer than a sequence. Without events, the source is polled. */
  events?: (sequence: number) => AsyncIterable<Result>;
  signal?: AbortSignal;
  delays?: typeof DELAYS;
}

/** Returns the final state, of a success or a failure. */
export async function waitForResult<Result extends State>({
  read,
  events,
  signal,
  delays = DELAYS,
}: Source<Result>): Promise<Result> {
  let sequence = -1;
  let brokenStreams = 0;
  for (;;) {
    const isStreaming = events !== undefined && brokenStreams < MAX_BROKEN_STREAMS;
    if (isStreaming) {
      try {
        for await (const state of events(sequence)) {
          ({ sequence } = state.luit);
          brokenStreams = 0;
          if (isFinal(state)) return state;
        }
      } catch {
        // Any error may have broken the stream: reading the state shows whether the error lasts.
        signal?.throwIfAborted();
        brokenStreams += 1;
      }
    }
    const state = await read();
    if (isFinal(state)) return state;
    await sleep(isStreaming ? delays.reconnect : delays.poll, signal);
  }
}

function isFinal({ status }: State): boolean {
  return status === 'completed' || status === 'failed';
}
