-- Bills of providers as operators imported them, and what the comparison with our tasks found.
CREATE TABLE provider_bills (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  provider text NOT NULL,
  file_name text NOT NULL,
  -- SHA-256 in hexadecimal.
  file_hash text NOT NULL,
  columns jsonb NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  reason text NOT NULL,
  admin_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null while it is imported.
  compared_at timestamptz,
  -- Set once an operator found that the import was wrong. Other bills then ignore it, and the file can be imported again.
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  withdrawal_reason text,
  CHECK (num_nulls(withdrawn_at, withdrawn_by, withdrawal_reason) IN (0, 3))
);
CREATE UNIQUE INDEX provider_bills_of_file ON provider_bills (provider, file_hash, columns) WHERE withdrawn_at IS NULL;

CREATE TABLE provider_bill_lines (
  bill_id uuid NOT NULL REFERENCES provider_bills,
  line int NOT NULL,
  external_id text,
  -- Millionths of the bill's currency.
  amount_micros bigint NOT NULL,
  billed_on date,
  PRIMARY KEY (bill_id, line)
);
-- For tasks that an earlier bill contains.
CREATE INDEX provider_bill_lines_by_task ON provider_bill_lines (external_id) WHERE external_id IS NOT NULL;

CREATE TABLE provider_bill_items (
  bill_id uuid NOT NULL REFERENCES provider_bills,
  position int NOT NULL,
  external_id text,
  status text NOT NULL,
  lines int[] NOT NULL,
  -- Lines above zero.
  charges int NOT NULL,
  has_output boolean NOT NULL,
  billed_micros bigint NOT NULL,
  expected_micros bigint,
  request_id uuid,
  -- The first bill that contains the task and was not withdrawn.
  earlier_bill_id uuid,
  PRIMARY KEY (bill_id, position)
);
CREATE INDEX provider_bill_items_billed_earlier ON provider_bill_items (earlier_bill_id) WHERE earlier_bill_id IS NOT NULL;
CREATE INDEX provider_bill_items_of_status ON provider_bill_items (bill_id, status, position);
