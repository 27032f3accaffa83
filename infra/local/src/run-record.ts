import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { writeJson, type LuitDirectory } from './luit-directory';
import { UserError } from './user-error';
import { identify, isAlive, signalGroup, type ProcessIdentity } from './process-identity';

const identity = z.object({ pid: z.number().int().positive(), startedAt: z.string() });
const recordSchema = z.object({
  supervisor: identity,
  /** Where the stack is reached, once its ports are chosen. */
  address: z.string().optional(),
  processes: z.record(z.string(), identity.extend({ stopSignal: z.string() })),
});

type Recorded = z.infer<typeof recordSchema>;
export type RecordedProcess = ProcessIdentity & { stopSignal: NodeJS.Signals };

/** How long a process of a dead supervisor gets to end by itself. */
const LEFTOVER_GRACE_MS = 5_000;

/**
 * `run.json`: which supervisor owns the directory, and which processes it started. It is the lock against a second
 * start, and the list of what to end when the supervisor was killed without a chance to do so.
 */
export class RunRecord {
  /** Called once the directory is given free. */
  onRelease: () => void = () => {};

  private constructor(
    private readonly file: string,
    private readonly record: Recorded,
  ) {}

  /**
   * Takes the directory for this process, after ending what a dead supervisor left running.
   * @throws UserError naming the running stack when there is one
   */
  static async claim(directory: LuitDirectory): Promise<RunRecord> {
    const supervisor = identify(process.pid);
    if (!supervisor) throw new Error('This process does not find itself');
    const record: Recorded = { supervisor, processes: {} };
    mkdirSync(directory.root, { recursive: true });
    for (;;) {
      if (createExclusively(directory.runFile, record)) return new RunRecord(directory.runFile, record);
      const previous = readRecord(directory.runFile);
      if (previous && isAlive(previous.supervisor)) {
        const where = previous.address ? `is already running at ${previous.address}` : 'is already starting';
        throw new UserError(
          `Luit ${where} (process ${previous.supervisor.pid}, folder ${directory.root}). ` +
            'Stop it with Ctrl-C, or start another one with LUIT_DIR set to another folder.',
        );
      }
      if (previous) await endLeftovers(Object.values(previous.processes) as RecordedProcess[]);
      rmSync(directory.runFile, { force: true });
    }
  }

  setAddress(address: string): void {
    this.record.address = address;
    writeJson(this.file, this.record);
  }

  /** Notes a started process, or (undefined) that it ended. */
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

/** Creates the file with its content in one step (link fails where it exists); false when it is there already. */
function createExclusively(file: string, record: Recorded): boolean {
  const unfinished = `${file}.${process.pid}.new`;
  writeFileSync(unfinished, JSON.stringify(record, null, 2));
  try {
    linkSync(unfinished, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(unfinished);
  }
}

/** Undefined for a file that vanished or holds something else: no supervisor of ours wrote it, so none is running. */
function readRecord(file: string): Recorded | undefined {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function endLeftovers(processes: RecordedProcess[]): Promise<void> {
  const alive = () => processes.filter(isAlive);
  for (const { pid, stopSignal } of alive()) {
    signalGroup(pid, stopSignal);
    signalGroup(pid, 'SIGCONT');
  }
  const deadline = Date.now() + LEFTOVER_GRACE_MS;
  while (alive().length > 0 && Date.now() < deadline) await pause(50);
  for (const { pid } of alive()) signalGroup(pid, 'SIGKILL');
  while (alive().length > 0) await pause(20);
}
