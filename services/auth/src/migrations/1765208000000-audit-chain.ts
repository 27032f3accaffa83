import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = 'id, admin_id, admin_email, action, subject, details, created_at';

/**
 * Moves the operators' log into the schema that the database's preparation made for it, which this service's role does
 * not own; the commit chains the entries. A view of the old name stays for processes of the version before.
 */
export class AuditChain1765208000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO audit.entries (${COLUMNS})
        SELECT ${COLUMNS} FROM audit_log ORDER BY created_at, id ON CONFLICT DO NOTHING;
      DROP TABLE audit_log;
      DROP FUNCTION refuse_change();
      CREATE VIEW audit_log AS SELECT ${COLUMNS} FROM audit.entries`);
  }

  /** The chain stays; it never loses an entry. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW audit_log;
      CREATE TABLE audit_log (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        admin_id uuid,
        admin_email text NOT NULL,
        action text NOT NULL,
        subject text,
        details jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX audit_log_of_subject ON audit_log (subject, id);
      INSERT INTO audit_log (${COLUMNS}) SELECT ${COLUMNS} FROM audit.entries;
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
      END $$;
      CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
  }
}
