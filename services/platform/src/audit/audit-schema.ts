import type { ClientBase } from 'pg';

/** The schema of the audit log and the role that owns it, which cannot log in. */
export const AUDIT_SCHEMA = 'audit';
export const AUDIT_OWNER = 'luit_audit';
/** The role of the only service that reads and appends entries. */
const WRITER = 'luit_auth';

/** The previous hash of the first link. */
export const CHAIN_START = '0'.repeat(64);

const hex = (json: string): string => `encode(sha256(convert_to(${json}::text, 'UTF8')), 'hex')`;
const iso = (time: string): string => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * SQL for the digest of an entry's personal data. The chain contains the digest instead of the data, so erasing the data
 * leaves the chain intact. The salt is erased too, so the data cannot be guessed from its digest.
 */
export const personalDigest = (entry: string): string =>
  hex(`jsonb_build_array(${entry}.salt, ${entry}.admin_email, ${entry}.details)`);

/** SQL for the hash of a link: SHA-256 of a JSON array in PostgreSQL's canonical jsonb text, in hex. */
export const linkHash = (link: string, entry: string): string =>
  hex(`jsonb_build_array(${link}.previous_hash, ${link}.sequence, ${link}.entry_id, ${entry}.admin_id, ${entry}.action,
    ${entry}.subject, ${iso(`${entry}.created_at`)}, ${iso(`${link}.linked_at`)}, ${link}.personal_digest)`);

/**
 * Creates the audit log, owned by a role that no service can assume. Does nothing if the log exists.
 *
 * @param client a connection whose role can create roles; the services' roles must exist
 */
export async function createAuditLog(client: ClientBase): Promise<void> {
  const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [AUDIT_OWNER]);
  if (!role.rowCount) await client.query(`CREATE ROLE ${AUDIT_OWNER} NOLOGIN`);
  const { rows } = await client.query<{ exists: boolean; may: boolean }>(
    `SELECT to_regclass('${AUDIT_SCHEMA}.entries') IS NOT NULL AS exists,
            pg_has_role(current_user, $1, 'SET') AS may`,
    [AUDIT_OWNER],
  );
  if (rows[0]?.exists) return;
  if (!rows[0]?.may) await client.query(`GRANT ${AUDIT_OWNER} TO CURRENT_USER`);
  await client.query('BEGIN');
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${AUDIT_SCHEMA} AUTHORIZATION ${AUDIT_OWNER}`);
    await client.query(`SET LOCAL ROLE ${AUDIT_OWNER}`);
    for (const statement of [TABLES, STAMP, LINK, ONLY_GROWS, ERASE, GRANTS]) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

const TABLES = `
  CREATE TABLE audit.entries (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    admin_id uuid,
    admin_email text NOT NULL,
    action text NOT NULL,
    subject text,
    details jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Null after the personal data was erased.
    salt uuid
  );
  CREATE INDEX entries_of_subject ON audit.entries (subject, id);
  CREATE INDEX entries_of_action ON audit.entries (action, id);
  CREATE INDEX entries_of_operator ON audit.entries (admin_email, id);

  CREATE TABLE audit.chain (
    sequence bigint PRIMARY KEY,
    entry_id uuid NOT NULL UNIQUE,
    linked_at timestamptz NOT NULL,
    personal_digest text NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL
  );

  -- One row: the last link. Its row lock serializes concurrent inserts.
  CREATE TABLE audit.head (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    sequence bigint NOT NULL,
    hash text NOT NULL
  );
  INSERT INTO audit.head (sequence, hash) VALUES (0, '${CHAIN_START}')`;

/** Sets the time of an entry. Only entries imported before the first link keep the time they bring. */
const STAMP = `
  CREATE FUNCTION audit.stamp_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    NEW.salt := gen_random_uuid();
    IF NEW.created_at > clock_timestamp() OR (SELECT sequence > 0 FROM audit.head) THEN
      NEW.created_at := clock_timestamp();
    END IF;
    RETURN NEW;
  END $$;
  REVOKE ALL ON FUNCTION audit.stamp_entry() FROM PUBLIC;
  CREATE TRIGGER stamp_entry BEFORE INSERT ON audit.entries FOR EACH ROW EXECUTE FUNCTION audit.stamp_entry()`;

/**
 * Appends links at commit. The head's lock is the last lock that a transaction takes, so it is held briefly and cannot
 * deadlock. The trigger of the first entry of an import links all imported entries, because updating the head once per
 * entry in one transaction takes quadratic time.
 */
const LINK = `
  CREATE FUNCTION audit.link_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    v_begun boolean;
    v_entry audit.entries;
    v_link audit.chain;
  BEGIN
    IF EXISTS (SELECT FROM audit.chain WHERE entry_id = NEW.id) THEN
      RETURN NULL;
    END IF;
    SELECT sequence > 0, sequence, hash INTO v_begun, v_link.sequence, v_link.hash FROM audit.head FOR UPDATE;
    FOR v_entry IN
      SELECT * FROM audit.entries WHERE v_begun AND id = NEW.id
      UNION ALL SELECT * FROM audit.entries WHERE NOT v_begun
      ORDER BY created_at, id
    LOOP
      v_link.sequence := v_link.sequence + 1;
      v_link.previous_hash := v_link.hash;
      v_link.entry_id := v_entry.id;
      v_link.linked_at := clock_timestamp();
      v_link.personal_digest := ${personalDigest('v_entry')};
      v_link.hash := ${linkHash('v_link', 'v_entry')};
      INSERT INTO audit.chain SELECT v_link.*;
    END LOOP;
    UPDATE audit.head SET sequence = v_link.sequence, hash = v_link.hash;
    RETURN NULL;
  END $$;
  REVOKE ALL ON FUNCTION audit.link_entry() FROM PUBLIC;
  CREATE CONSTRAINT TRIGGER link_entry AFTER INSERT ON audit.entries DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION audit.link_entry()`;

/** Guards against mistakes of privileged roles. The only permitted change to an entry is the erasure of its personal data. */
const ONLY_GROWS = `
  CREATE FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    -- Links have no personal data: their trigger runs per statement, without NEW.
    IF TG_LEVEL = 'ROW' THEN
      IF NEW.salt IS NULL AND NEW.admin_email = '' AND NEW.details = '{}'
         AND (NEW.id, NEW.admin_id, NEW.action, NEW.subject, NEW.created_at)
             IS NOT DISTINCT FROM (OLD.id, OLD.admin_id, OLD.action, OLD.subject, OLD.created_at) THEN
        RETURN NEW;
      END IF;
    END IF;
    RAISE EXCEPTION 'The audit log is append-only' USING ERRCODE = 'insufficient_privilege';
  END $$;
  REVOKE ALL ON FUNCTION audit.refuse_change() FROM PUBLIC;
  CREATE TRIGGER entries_stay BEFORE UPDATE ON audit.entries FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
  CREATE TRIGGER entries_only_grow BEFORE DELETE OR TRUNCATE ON audit.entries
    FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
  CREATE TRIGGER chain_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit.chain
    FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
  ALTER TABLE audit.entries ENABLE ALWAYS TRIGGER entries_stay, ENABLE ALWAYS TRIGGER entries_only_grow;
  ALTER TABLE audit.chain ENABLE ALWAYS TRIGGER chain_only_grows`;

/** Called manually by the database administrator. It also records an entry; without one the doctor reports the erasure. */
const ERASE = `
  CREATE FUNCTION audit.erase_personal_data(p_entry uuid, p_reason text) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    UPDATE audit.entries SET admin_email = '', details = '{}', salt = NULL WHERE id = p_entry AND salt IS NOT NULL;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'No entry with personal data has the id %', p_entry;
    END IF;
    INSERT INTO audit.entries (admin_email, action, subject, details)
    VALUES ('', 'personal_data_erased', p_entry, jsonb_build_object('reason', p_reason));
  END $$;
  REVOKE ALL ON FUNCTION audit.erase_personal_data(uuid, text) FROM PUBLIC`;

const GRANTS = `
  GRANT USAGE ON SCHEMA audit TO ${WRITER};
  GRANT SELECT ON audit.entries, audit.chain, audit.head TO ${WRITER};
  GRANT INSERT (id, admin_id, admin_email, action, subject, details, created_at) ON audit.entries TO ${WRITER}`;
