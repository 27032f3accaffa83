-- What users agreed to and withdrew, as it happened. Rows are proof, so nothing changes or deletes them: they name the account by its id
-- only, which stays when the account is anonymized.
CREATE TABLE consents (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES users,
  -- One of CONSENT_NOTICES, and one of its CONSENT_VERSIONS.
  notice text NOT NULL,
  version text NOT NULL,
  -- False: withdrawn.
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
