import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { logTail } from './log-tail';
import type { LuitDirectory } from './luit-directory';
import { UserError } from './user-error';
import type { Command, Stage } from './process-definition';
import { signalGroup } from './process-identity';
import type { RunRecord } from './run-record';
import { SupervisedProcess } from './supervised-process';

/** Slightly longer than the services' own drain timeout. */
export const STOP_GRACE_MS = 12_000;

/** Starts a stack stage by stage, keeps it running, and stops it in reverse order. */
export class Supervisor {
  private readonly stages: { tasks: Command[]; processes: SupervisedProcess[] }[];
  private readonly tasks = new Set<ChildProcess>();
  private isStopping = false;

  /**
   * @param onChange called when a process was started with a new pid
   * @param log receives one line per event
   */
  constructor(
    stages: Stage[],
    private readonly directory: LuitDirectory,
    record: RunRecord,
    onChange: () => void,
    log: (line: string) => void,
  ) {
    this.stages = stages.map(({ tasks, processes }) => ({
      tasks,
      processes: processes.map(
        (definition) =>
          new SupervisedProcess(definition, directory.logFile(definition.name), {
            started: (name, identity) => {
              record.setProcess(name, { ...identity, stopSignal: definition.stopSignal });
              onChange();
            },
            ended: (name) => record.setProcess(name, undefined),
            log,
          }),
      ),
    }));
  }

  get processes(): SupervisedProcess[] {
    return this.stages.flatMap((stage) => stage.processes);
  }

  process(name: string): SupervisedProcess {
    const found = this.processes.find((process) => process.name === name);
    if (!found) throw new Error(`The stack has no process named ${name}`);
    return found;
  }

  /**
   * Returns once everything is ready, or early if `stop` was called in the meantime.
   * @throws UserError when a task fails or a process does not start; PortTakenError if that is because of its port
   */
  async start(): Promise<void> {
    for (const { tasks, processes } of this.stages) {
      if (this.isStopping) return;
      await Promise.all(tasks.map((task) => this.runTask(task)));
      if (this.isStopping) return;
      await Promise.all(processes.map((process) => process.start()));
    }
    // One may have crashed since it was ready, while others were still starting.
    while (this.processes.some(({ isStarting }) => isStarting))
      await Promise.all(this.processes.map((process) => process.untilReady(true)));
  }

  /** Stops everything gracefully, later stages first. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const task of this.tasks) if (task.pid) signalGroup(task.pid, 'SIGTERM');
    for (const { processes } of this.stages.toReversed()) {
      await Promise.all(processes.map((process) => process.stop(STOP_GRACE_MS)));
    }
  }

  /** Kills everything immediately, which also completes a pending `stop`. */
  forceStop(): void {
    this.isStopping = true;
    for (const task of this.tasks) if (task.pid) signalGroup(task.pid, 'SIGKILL');
    for (const process of this.processes) process.forceStop();
  }

  private async runTask(task: Command): Promise<void> {
    const logFile = this.directory.logFile(task.name);
    const log = openSync(logFile, 'a', 0o600);
    const child = spawn(task.command, task.args, {
      env: task.env,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.tasks.add(child);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    this.tasks.delete(child);
    if (code !== 0 && !this.isStopping) {
      throw new UserError(`The step ${task.name} failed. Last lines of ${logFile}:\n\n${logTail(logFile)}`);
    }
  }
}
