import { reportedTask } from '@luit/contracts/generation/task-callbacks';
import { Injectable } from '@nestjs/common';

const MAX_TASKS = 10_000;

/** The latest tasks that providers accepted, by the token of their callbacks. */
@Injectable()
export class RunningTasks {
  private readonly tasks = new Map<string, string>();

  add({ token, externalId }: { token: string; externalId: string }): void {
    const [oldest] = this.tasks.keys();
    if (oldest !== undefined && this.tasks.size >= MAX_TASKS) this.tasks.delete(oldest);
    this.tasks.set(token, externalId);
  }

  /** True if a callback only reports that a known task is running. */
  isOldNews(token: string, rawBody: string): boolean {
    const known = this.tasks.get(token);
    if (known === undefined) return false;
    const task = reportedTask(rawBody);
    return task !== null && task.isRunning && task.externalId === known;
  }
}
