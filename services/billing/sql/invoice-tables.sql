-- The last number of each series. The row stays locked until the document is committed, so numbers have no gaps: a rollback
-- also rolls back the number.
CREATE TABLE invoice_series (
  kind text NOT NULL CHECK (kind IN ('invoice', 'receipt', 'credit_note')),
  financial_year integer NOT NULL,
  last_number integer NOT NULL CHECK (last_number > 0),
  PRIMARY KEY (kind, financial_year)
);

-- Documents are written once and never change. Amounts in paise; seller and buyer as of the day of issue.
CREATE TABLE invoices (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- A seller without a GSTIN issues receipts instead of tax invoices.
  kind text NOT NULL CHECK (kind IN ('invoice', 'receipt', 'credit_note')),
  -- The calendar year in which the financial year began, in India.
  financial_year integer NOT NULL,
  sequence_number integer NOT NULL CHECK (sequence_number > 0),
  -- At most 16 characters (CGST rules 46(b) and 53).
  number text NOT NULL UNIQUE CHECK (length(number) <= 16),
  payment_id text NOT NULL REFERENCES payments,
  user_id uuid NOT NULL,
  -- The transaction it documents; null for a refund that took no credits.
  transaction_id uuid UNIQUE REFERENCES transactions,
  -- Null unless it is a credit note: the document that it corrects, and the refund.
  corrected_invoice_id uuid REFERENCES invoices,
  refund_id uuid UNIQUE REFERENCES refunds,
  description text NOT NULL,
  credits bigint NOT NULL CHECK (credits >= 0),
  total_paise bigint NOT NULL CHECK (total_paise > 0),
  taxable_paise bigint NOT NULL CHECK (taxable_paise >= 0),
  cgst_paise bigint NOT NULL CHECK (cgst_paise >= 0),
  sgst_paise bigint NOT NULL CHECK (sgst_paise = cgst_paise),
  igst_paise bigint NOT NULL CHECK (igst_paise >= 0),
  -- Hundredths of a percent; 0 if no tax is charged.
  rate_basis_points integer NOT NULL CHECK (rate_basis_points BETWEEN 0 AND 10000),
  -- Code from the GST state list; null on a receipt of a seller without a state.
  place_of_supply text,
  seller jsonb NOT NULL,
  buyer jsonb NOT NULL,
  paid_at timestamptz NOT NULL,
  issued_at timestamptz NOT NULL,
  UNIQUE (kind, financial_year, sequence_number),
  CHECK (taxable_paise + cgst_paise + sgst_paise + igst_paise = total_paise),
  CHECK (igst_paise = 0 OR cgst_paise = 0),
  CHECK ((kind = 'credit_note') = (corrected_invoice_id IS NOT NULL)),
  CHECK ((kind = 'credit_note') = (refund_id IS NOT NULL))
);
CREATE UNIQUE INDEX invoices_one_per_payment ON invoices (payment_id) WHERE corrected_invoice_id IS NULL;
CREATE INDEX invoices_corrected ON invoices (corrected_invoice_id) WHERE corrected_invoice_id IS NOT NULL;
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
