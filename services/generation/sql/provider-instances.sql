-- Accounts and servers that make outputs. Rows are never deleted: jobs, prices and figures name them.
CREATE TABLE provider_instances (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(id) <= 40 AND id <> 'test'),
  kind text NOT NULL,
  dialect text CHECK ((dialect IS NOT NULL) = (kind = 'videos-api')),
  -- Empty for runners, which call Luit.
  base_url text NOT NULL CHECK ((base_url = '') = (kind = 'runner')),
  -- The server may have a private address and no TLS.
  is_own boolean NOT NULL DEFAULT false,
  -- The key of the account or server, and the secret with which it signs callbacks. Both encrypted.
  credential bytea,
  webhook_secret bytea,
  concurrency int NOT NULL CHECK (concurrency > 0),
  submits_per_minute int NOT NULL CHECK (submits_per_minute > 0),
  polls_per_minute int NOT NULL CHECK (polls_per_minute > 0),
  priority int NOT NULL DEFAULT 0,
  -- What a second of a running job costs, millionths of the currency.
  gpu_currency text CHECK (gpu_currency ~ '^[A-Z]{3}$'),
  gpu_micros_per_second bigint CHECK (gpu_micros_per_second >= 0),
  state text NOT NULL DEFAULT 'on' CHECK (state IN ('on', 'draining', 'off')),
  -- Of a state that an operator chose.
  state_since timestamptz NOT NULL DEFAULT now(),
  state_by uuid,
  state_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The operator who changed it last; null if only the environment did.
  updated_by uuid,
  CHECK ((gpu_currency IS NULL) = (gpu_micros_per_second IS NULL)),
  CHECK ((state_by IS NULL) = (state_reason IS NULL))
);
