import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A row of the statement leads to the refund that was made at Razorpay, and so to its credit note. */
export class ReclaimOfTransfer1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE UNIQUE INDEX clawbacks_of_transfer ON clawbacks (transfer_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX clawbacks_of_transfer');
  }
}
