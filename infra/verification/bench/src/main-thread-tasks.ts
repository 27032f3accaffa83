/** Tasks of a page's main thread in a Chromium trace; milliseconds. */
export interface Tasks {
  count: number;
  /** By CPU time of the thread, and by wall-clock time. */
  longestCpuMs: number;
  longestMs: number;
  /** Number of tasks over the target. */
  longCpu: number;
  long: number;
}

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

const TASK = 'ThreadControllerImpl::RunTask';

/** @throws Error if the trace contains no tasks, for example because the browser names them differently */
export function longestTasks(trace: Buffer, targetMs: number): Tasks {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ ph, name, pid, tid }) => ph === 'X' && name === TASK && mains.has(`${pid}/${tid}`),
  );
  if (tasks.every(({ tdur }) => tdur === undefined)) {
    throw new Error('The trace contains no main-thread tasks with CPU time');
  }
  const cpu = tasks.map(({ tdur = 0 }) => tdur / 1_000);
  const wall = tasks.map(({ dur = 0 }) => dur / 1_000);
  const over = (times: number[]) => times.filter((time) => time > targetMs).length;
  return {
    count: tasks.length,
    longestCpuMs: cpu.reduce((a, b) => Math.max(a, b), 0),
    longestMs: wall.reduce((a, b) => Math.max(a, b), 0),
    longCpu: over(cpu),
    long: over(wall),
  };
}
