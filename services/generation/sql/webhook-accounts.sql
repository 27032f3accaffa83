-- What auth says about the webhook endpoints of accounts. An account without a row has none.
CREATE TABLE webhook_accounts (
  user_id uuid PRIMARY KEY,
  -- Rises with each change of the account; older news is ignored.
  version bigint NOT NULL,
  is_active boolean NOT NULL
);
