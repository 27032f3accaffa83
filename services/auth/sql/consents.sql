-- What users agreed to and withdrew. The rows are proof, so triggers reject changes and deletions. They contain only the id of the
-- account, which stays when the account is anonymized.
CREATE TABLE consents (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES users,
  -- A notice of CONSENT_NOTICES, and one of its CONSENT_VERSIONS.
  notice text NOT NULL,
  version text NOT NULL,
  -- True if the user agreed, false if the user withdrew.
  is_given boolean NOT NULL,
  source text NOT NULL CHECK (source IN ('sign_up', 'account', 'banner')),
  recorded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX consents_of_user ON consents (user_id, id);

CREATE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Consents are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER consents_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON consents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_consent_change();
ALTER TABLE consents ENABLE ALWAYS TRIGGER consents_only_grow;
