import { idAt } from './generation-history';

/** A person signs in for every tenth job, on one device. */
const JOBS_PER_SESSION = 10;

const SESSIONS = `
  INSERT INTO auth.sessions (id, user_id, device_id, ip, user_agent, created_at, last_used_at, ended_at, end_reason)
  SELECT ${idAt('at', '020')}, user_id, user_id, '203.0.113.' || i % 256,
         'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
         at, at, CASE WHEN i % 3 = 0 THEN at END, CASE WHEN i % 3 = 0 THEN 'signed_out' END
    FROM bench_jobs WHERE nth % ${JOBS_PER_SESSION} = 1 ORDER BY i`;

/** A session exchanges its token once per job. */
const TOKENS = `
  INSERT INTO auth.refresh_tokens (id, session_id, token_hash, created_at, used_at)
  SELECT ${idAt('j.at', '021', 'j.i')}, ${idAt('s.at', '020', 's.i')}, sha256(j.hash::bytea), j.at, j.at
    FROM bench_jobs j JOIN bench_jobs s ON s.user_id = j.user_id
     AND s.nth = ${JOBS_PER_SESSION} * ((j.nth - 1) / ${JOBS_PER_SESSION}) + 1
   WHERE j.at > now() - interval '60 days' ORDER BY j.i`;

const DEVICES = `
  INSERT INTO auth.trusted_devices (owner_id, device_id, last_seen_at)
  SELECT user_id, user_id, max(at) FROM bench_jobs GROUP BY user_id`;

/** A confirmation of each account, and a mail for every fifth job because its owner had left the page. */
const LINKS = `
  INSERT INTO auth.links (id, user_id, purpose, token_hash, created_at, expires_at, used_at)
  SELECT ${idAt('at', '022')}, user_id, 'confirm', sha256(hash::bytea), at, at + interval '1 hour', at
    FROM bench_jobs WHERE nth = 1 AND at > now() - interval '180 days'`;

const MAILS = `
  INSERT INTO auth.mails (id, user_id, kind, "to", details, created_at, sent_at)
  SELECT ${idAt('at', '023')}, user_id, 'request_finished', 'person' || n || '@example.com',
         jsonb_build_object('requestId', id, 'type', kind, 'hasSucceeded', ending = 'succeeded'), at, at
    FROM bench_jobs WHERE i % 5 = 0 AND at > now() - interval '180 days' ORDER BY i`;

const INBOX = `
  INSERT INTO auth.inbox (event_id, handled_at)
  SELECT ${idAt('at', '024')}, at FROM bench_jobs WHERE at > now() - interval '3 days'`;

export const AUTH_HISTORY = [SESSIONS, TOKENS, DEVICES, LINKS, MAILS, INBOX];
