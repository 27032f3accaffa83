import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { writeJson, type LuitDirectory } from './luit-directory';
import { UserError } from './user-error';
import { identify, isAlive, signalGroup, type ProcessIdentity } from './process-identity';

const identity = z.object({ pid: z.number().int().positive(), startedAt: z.string() });
const recordSchema = z.object({
  supervisor: identity,
  /** URL of the stack, once its ports are chosen. */
  address: z.string().optional(),
  processes: z.record(z.string(), identity.extend({ stopSignal: z.string() })),
});

type Recorded = z.infer<typeof recordSchema>;
export type RecordedProcess = ProcessIdentity & { stopSignal: NodeJS.Signals };

/** How long an orphaned process gets to shut down gracefully. */
const ORPHAN_GRACE_MS = 5_000;

/**
 * `run.json`: the supervisor that owns the directory and the processes it started. It is the lock against a second start,
 * and the list of processes to end when the supervisor was killed.
 */
export class RunRecord {
  /** Called when the directory is released. */
  onRelease: () => void = () => {};

  private constructor(
    private readonly file: string,
    private readonly record: Recorded,
  ) {}

  /**
   * Acquires the directory for this process, after ending the orphans of a dead supervisor.
   * @throws UserError when a stack is running in the directory
   */
  static async acquire(directory: LuitDirectory): Promise<RunRecord> {
    const supervisor = identify(process.pid);
    if (!supervisor) throw new Error('Cannot identify the current process');
    const record: Recorded = { supervisor, processes: {} };
    directory.create();
    for (;;) {
      if (createExclusively(directory.runFile, record)) return new RunRecord(directory.runFile, record);
      const previous = readRecord(directory.runFile);
      if (previous && isAlive(previous.supervisor)) {
        const where = previous.address ? `is already running at ${previous.address}` : 'is already starting';
        throw new UserError(
          `Luit ${where} (process ${previous.supervisor.pid}, folder ${directory.root}). ` +
            'Stop it with Ctrl-C, or set LUIT_DIR to another folder to start a second one.',
        );
      }
      if (previous) await endOrphans(Object.values(previous.processes) as RecordedProcess[]);
      rmSync(directory.runFile, { force: true });
    }
  }

  setAddress(address: string): void {
    this.record.address = address;
    writeJson(this.file, this.record);
  }

  /** Records a started process, or with `undefined` that it ended. */
  setProcess(name: string, started: RecordedProcess | undefined): void {
    if (started) this.record.processes[name] = started;
    else delete this.record.processes[name];
    writeJson(this.file, this.record);
  }

  release(): void {
    rmSync(this.file, { force: true });
    this.onRelease();
  }
}

/** Creates the file with its content atomically. Returns false if it exists already. */
function createExclusively(file: string, record: Recorded): boolean {
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(temporary, JSON.stringify(record, null, 2), { mode: 0o600 });
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary);
  }
}

/** Undefined for a missing or invalid file: then no supervisor is running. */
function readRecord(file: string): Recorded | undefined {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function endOrphans(processes: RecordedProcess[]): Promise<void> {
  const alive = () => processes.filter(isAlive);
  for (const { pid, stopSignal } of alive()) {
    signalGroup(pid, stopSignal);
    signalGroup(pid, 'SIGCONT');
  }
  const deadline = Date.now() + ORPHAN_GRACE_MS;
  while (alive().length > 0 && Date.now() < deadline) await pause(50);
  for (const { pid } of alive()) signalGroup(pid, 'SIGKILL');
  while (alive().length > 0) await pause(20);
}
