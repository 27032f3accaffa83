/** Tasks of a page's main thread, from a trace of Chromium's; milliseconds. */
export interface Tasks {
  count: number;
  /** By the processor's time that the thread had, and by the clock. */
  longestCpuMs: number;
  longestMs: number;
  /** How many were over the bar. */
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

/** @throws Error where the trace knows no tasks, as from a browser that names them otherwise */
export function longestTasks(trace: Buffer, barMs: number): Tasks {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ ph, name, pid, tid }) => ph === 'X' && name === TASK && mains.has(`${pid}/${tid}`),
  );
  if (tasks.length === 0 || tasks.every(({ tdur }) => tdur === undefined)) {
    throw new Error('The trace holds no tasks of a page with their processor time');
  }
  const cpu = tasks.map(({ tdur = 0 }) => tdur / 1_000);
  const wall = tasks.map(({ dur = 0 }) => dur / 1_000);
  const over = (times: number[]) => times.filter((time) => time > barMs).length;
  return {
    count: tasks.length,
    longestCpuMs: cpu.reduce((a, b) => Math.max(a, b), 0),
    longestMs: wall.reduce((a, b) => Math.max(a, b), 0),
    longCpu: over(cpu),
    long: over(wall),
  };
}
