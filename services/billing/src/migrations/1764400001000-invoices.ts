import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Receipts, tax invoices and credit notes: written once, numbered without gaps, never changed. */
export class Invoices1764400001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(ARITHMETIC);
    await runner.query(ISSUE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION issue_credit_note, issue_invoice, insert_invoice, included_tax, financial_year;
      DROP TABLE invoices, invoice_series;
      DROP TYPE tax_split;
    `);
  }
}

const TABLES = `
  -- The last number given out. Its row stays locked until the document is committed, so a number is never skipped: what
  -- rolls back takes its number with it.
  CREATE TABLE invoice_series (
    kind text NOT NULL CHECK (kind IN ('invoice', 'receipt', 'credit_note')),
    financial_year integer NOT NULL,
    last_number integer NOT NULL CHECK (last_number > 0),
    PRIMARY KEY (kind, financial_year)
  );

  -- Amounts in paise. Seller and buyer as they were on the day of issue.
  CREATE TABLE invoices (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    -- A seller without GSTIN gives a receipt in place of a tax invoice.
    kind text NOT NULL CHECK (kind IN ('invoice', 'receipt', 'credit_note')),
    -- The calendar year, in India, in which the financial year began.
    financial_year integer NOT NULL,
    sequence_number integer NOT NULL CHECK (sequence_number > 0),
    -- Sixteen characters at most (CGST rules, 46(b) and 53).
    number text NOT NULL UNIQUE CHECK (length(number) <= 16),
    payment_id text NOT NULL REFERENCES payments,
    user_id uuid NOT NULL,
    -- The row of the statement it belongs to; a refund that took no credits has none.
    transaction_id uuid UNIQUE REFERENCES transactions,
    -- Of a credit note alone: the document it corrects and the refund it is for.
    corrected_invoice_id uuid REFERENCES invoices,
    refund_id uuid UNIQUE REFERENCES refunds,
    description text NOT NULL,
    credits bigint NOT NULL CHECK (credits >= 0),
    total_paise bigint NOT NULL CHECK (total_paise > 0),
    taxable_paise bigint NOT NULL CHECK (taxable_paise >= 0),
    cgst_paise bigint NOT NULL CHECK (cgst_paise >= 0),
    sgst_paise bigint NOT NULL CHECK (sgst_paise = cgst_paise),
    igst_paise bigint NOT NULL CHECK (igst_paise >= 0),
    -- Hundredths of a percent; 0 where no tax is charged.
    rate_basis_points integer NOT NULL CHECK (rate_basis_points BETWEEN 0 AND 10000),
    -- Of the GST state list; null on a receipt of a seller who named none.
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

  CREATE INDEX payments_to_invoice ON payments (invoice_due_at) WHERE state = 'granted' AND invoice_id IS NULL;
  CREATE INDEX refunds_to_credit_note ON refunds (credit_note_due_at) WHERE state = 'processed' AND credit_note_id IS NULL;
`;

const ARITHMETIC = `
  -- From 1 April, in India.
  CREATE FUNCTION financial_year(p_at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE
  RETURN extract(year FROM (p_at AT TIME ZONE 'Asia/Kolkata') - interval '3 months')::integer;

  CREATE TYPE tax_split AS (taxable bigint, cgst bigint, sgst bigint, igst bigint);

  -- The tax within a price, to the nearest paisa; what is left is the taxable value, so the parts are the price exactly.
  -- The two halves of a tax within one state are the same.
  CREATE FUNCTION included_tax(p_total bigint, p_rate integer, p_is_interstate boolean) RETURNS tax_split
  LANGUAGE plpgsql IMMUTABLE AS $$
  DECLARE
    whole bigint := round(p_total::numeric * p_rate / (10000 + p_rate));
    half bigint := round(p_total::numeric * p_rate / (2 * (10000 + p_rate)));
  BEGIN
    IF p_is_interstate THEN RETURN (p_total - whole, 0, 0, whole)::tax_split; END IF;
    RETURN (p_total - 2 * half, half, half, 0)::tax_split;
  END $$;
`;

const ISSUE = `
  -- Gives a document the next number of its series and stores it.
  CREATE FUNCTION insert_invoice(p_invoice invoices, p_tax tax_split) RETURNS uuid LANGUAGE plpgsql AS $$
  DECLARE
    year integer := financial_year(p_invoice.issued_at);
    prefix text := CASE p_invoice.kind WHEN 'invoice' THEN 'INV' WHEN 'receipt' THEN 'REC' ELSE 'CRN' END;
  BEGIN
    INSERT INTO invoice_series (kind, financial_year, last_number) VALUES (p_invoice.kind, year, 1)
      ON CONFLICT (kind, financial_year) DO UPDATE SET last_number = invoice_series.last_number + 1
      RETURNING last_number INTO p_invoice.sequence_number;
    p_invoice.id := uuidv7();
    p_invoice.financial_year := year;
    p_invoice.number := prefix || '/' || right(year::text, 2) || right((year + 1)::text, 2) || '/'
      || lpad(p_invoice.sequence_number::text, greatest(6, length(p_invoice.sequence_number::text)), '0');
    p_invoice.taxable_paise := p_tax.taxable;
    p_invoice.cgst_paise := p_tax.cgst;
    p_invoice.sgst_paise := p_tax.sgst;
    p_invoice.igst_paise := p_tax.igst;
    INSERT INTO invoices SELECT p_invoice.*;
    RETURN p_invoice.id;
  END $$;

  -- The one document of a granted payment; asked again it answers the first. The place of supply is the buyer's state, and
  -- the seller's where the buyer gave none (IGST act, 12(2)).
  CREATE FUNCTION issue_invoice(
    p_payment text, p_seller jsonb, p_rate integer, p_buyer jsonb, p_at timestamptz DEFAULT now()
  ) RETURNS uuid LANGUAGE plpgsql AS $$
  DECLARE
    payment payments;
    invoice invoices;
    is_taxed boolean := p_seller ->> 'gstin' IS NOT NULL;
  BEGIN
    SELECT * INTO STRICT payment FROM payments WHERE id = p_payment AND state = 'granted' FOR UPDATE;
    IF payment.invoice_id IS NOT NULL THEN RETURN payment.invoice_id; END IF;
    SELECT coalesce(o.buyer_id, o.user_id), o.pack_name, o.credits, t.created_at
      INTO STRICT invoice.user_id, invoice.description, invoice.credits, invoice.paid_at
      FROM orders o JOIN transactions t ON t.id = payment.transaction_id WHERE o.id = payment.order_id;
    invoice.kind := CASE WHEN is_taxed THEN 'invoice' ELSE 'receipt' END;
    invoice.payment_id := p_payment;
    invoice.transaction_id := payment.transaction_id;
    invoice.total_paise := payment.amount_paise;
    invoice.rate_basis_points := CASE WHEN is_taxed THEN p_rate ELSE 0 END;
    invoice.place_of_supply := coalesce(p_buyer ->> 'state', p_seller ->> 'state');
    invoice.seller := p_seller;
    invoice.buyer := p_buyer;
    invoice.issued_at := p_at;
    invoice.id := insert_invoice(invoice, included_tax(invoice.total_paise, invoice.rate_basis_points,
      invoice.place_of_supply IS DISTINCT FROM p_seller ->> 'state'));
    UPDATE payments SET invoice_id = invoice.id WHERE id = p_payment;
    RETURN invoice.id;
  END $$;

  -- The credit note of a processed refund; null while the document it corrects is still to come. Its tax is counted from
  -- the first paisa that went back, so that the notes of a payment given back in parts add up to its invoice.
  CREATE FUNCTION issue_credit_note(p_refund uuid, p_at timestamptz DEFAULT now()) RETURNS uuid LANGUAGE plpgsql AS $$
  DECLARE
    refund refunds;
    invoice invoices;
    note invoices;
    before tax_split;
    after tax_split;
    returned bigint;
  BEGIN
    SELECT * INTO STRICT refund FROM refunds WHERE id = p_refund AND state = 'processed' FOR UPDATE;
    IF refund.credit_note_id IS NOT NULL THEN RETURN refund.credit_note_id; END IF;
    SELECT * INTO invoice FROM invoices WHERE payment_id = refund.payment_id AND corrected_invoice_id IS NULL FOR UPDATE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    SELECT coalesce(sum(total_paise), 0) INTO returned FROM invoices WHERE corrected_invoice_id = invoice.id;
    before := included_tax(returned, invoice.rate_basis_points, invoice.igst_paise > 0);
    after := included_tax(returned + refund.amount_paise, invoice.rate_basis_points, invoice.igst_paise > 0);
    note := invoice;
    note.kind := 'credit_note';
    note.transaction_id := refund.transfer_id;
    note.corrected_invoice_id := invoice.id;
    note.refund_id := p_refund;
    note.credits := refund.credits;
    note.total_paise := refund.amount_paise;
    note.paid_at := refund.settled_at;
    note.issued_at := p_at;
    note.id := insert_invoice(note, (after.taxable - before.taxable, after.cgst - before.cgst, after.sgst - before.sgst,
      after.igst - before.igst)::tax_split);
    UPDATE refunds SET credit_note_id = note.id WHERE id = p_refund;
    RETURN note.id;
  END $$;
`;
