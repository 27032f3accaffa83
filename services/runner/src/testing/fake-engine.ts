import type { Engine, Submission, SubmitResult, TaskStatus } from '@luit/engines/engine';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const RUNNING: TaskStatus = { state: 'running', progress: 10, outputUrl: null, failure: null };

/** A server beside the GPU, in this process, with the file that it makes. */
export class FakeEngine implements Engine {
  readonly capabilities = {
    ...{ cancelQueued: true, cancelRunning: true, signedWebhook: false, progress: true },
    reportedWithinMs: 0,
  };
  readonly submissions: Submission[] = [];
  readonly canceled: string[] = [];
  /** The status of every task. */
  status = RUNNING;
  answers: SubmitResult[] = [];
  /** Tasks by reference, as a restarted runner finds them. */
  readonly tasks = new Map<string, string>();

  private constructor(
    private readonly server: Server,
    readonly file: Buffer,
  ) {}

  static async start(file: Buffer): Promise<FakeEngine> {
    const server = createServer((_request, response) => void response.end(file));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FakeEngine(server, file);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  succeed(): void {
    const outputUrl = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/video.mp4`;
    this.status = { state: 'succeeded', progress: 100, outputUrl, failure: null };
  }

  submit(submission: Submission): Promise<SubmitResult> {
    this.submissions.push(submission);
    const answer = this.answers.shift();
    if (answer) return Promise.resolve(answer);
    const externalId = `task-${this.submissions.length}`;
    this.tasks.set(submission.task.clientRef, externalId);
    return Promise.resolve({ result: 'submitted', externalId });
  }

  get(): Promise<TaskStatus> {
    return Promise.resolve(this.status);
  }

  findByRef({ clientRef }: { clientRef: string }): Promise<string | null> {
    return Promise.resolve(this.tasks.get(clientRef) ?? null);
  }

  cancel(externalId: string): Promise<'accepted'> {
    this.canceled.push(externalId);
    return Promise.resolve('accepted');
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  describe() {
    return Promise.resolve({ software: 'Fake 1', models: [], devices: [{ name: 'RTX', totalBytes: 1, freeBytes: 1 }] });
  }
}
