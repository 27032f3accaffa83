import { type ChainLink, readHead, verifyChain } from '@luit/platform/audit/verify-chain';
import { metrics } from '@luit/platform/metrics/metrics';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

const INTERVAL_MS = 60_000;
/** How many links a process verifies after it started; the doctor verifies the whole chain. */
const TAIL_LINKS = 1_000;

const registers = [metrics];

export const auditChainSequence = new Gauge({
  name: 'luit_audit_chain_sequence',
  help: 'Sequence of the last link of the audit chain; never decreases',
  registers,
});

export const auditChainBroken = new Gauge({
  name: 'luit_audit_chain_broken',
  help: '1 while verification of the audit chain fails',
  registers,
});

/**
 * Verifies the links appended since its last round and logs the head of the chain. Someone who truncates the chain in the
 * database cannot change these log lines or the gauge, which are stored elsewhere.
 */
@Injectable()
export class AuditChainMonitor implements OnApplicationBootstrap {
  private readonly log = new Logger(AuditChainMonitor.name);
  private verified?: ChainLink;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('audit-chain', INTERVAL_MS, () => this.round());
  }

  async round(): Promise<void> {
    const { head, problem } = await this.database.transaction('REPEATABLE READ', async (manager) => {
      const query = <Row>(sql: string, values?: unknown[]) => manager.query<Row[]>(sql, values);
      const after = this.verified ?? (await linkBefore(query));
      return verifyChain(query, { after });
    });
    auditChainSequence.set(head.sequence);
    auditChainBroken.set(problem ? 1 : 0);
    if (problem) this.log.error({ msg: 'Audit log verification failed', problem });
    else if (head.sequence !== this.verified?.sequence) {
      this.log.log({ msg: 'Audit log verified', sequence: head.sequence, hash: head.hash });
      this.verified = head;
    }
  }
}

async function linkBefore(query: Parameters<typeof readHead>[0]): Promise<ChainLink | undefined> {
  const [link] = await query<ChainLink>(
    `SELECT sequence::int, hash FROM audit.chain WHERE sequence = (SELECT sequence FROM audit.head) - $1::bigint`,
    [TAIL_LINKS],
  );
  return link;
}
