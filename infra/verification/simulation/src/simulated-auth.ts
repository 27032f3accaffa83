import { authCalls } from '@luit/contracts/auth/messages';
import { acknowledgmentCalls } from '@luit/contracts/messages/acknowledgments';
import type { SimulatedCalls } from './simulated-calls';
import type { SimulatedProcess } from './simulated-process';
import type { SimulatedQueues } from './simulated-queues';

/** A model of auth as a subscriber of events: its inbox. */
export class SimulatedAuth {
  private readonly inbox = new Set<string>();

  constructor(
    private readonly calls: SimulatedCalls,
    private readonly queues: SimulatedQueues,
  ) {}

  start(owner: SimulatedProcess): void {
    owner.run(() => {
      this.calls.serve('auth', { owner, answer: (name, request) => Promise.resolve(this.answer(name, request)) });
      this.queues.consume('events-auth', (entry) => {
        this.inbox.add(String(entry.id));
        return Promise.resolve();
      });
    });
  }

  private answer(name: string, request: unknown): unknown {
    if (name === authCalls.getUser.name) return { user_metadata: { name: 'A Buyer', status: 'active' } };
    if (name !== acknowledgmentCalls.auth.name) return {};
    const { eventIds } = request as { eventIds: string[] };
    return { eventIds: eventIds.filter((id) => this.inbox.has(id)) };
  }
}
