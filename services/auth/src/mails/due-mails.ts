/** SQL: mails that are due. A mail whose link was used or has expired is no longer due. */
export const DUE_MAILS = `mails m LEFT JOIN links l ON l.id = m.link_id
   WHERE m.sent_at IS NULL AND (m.link_id IS NULL OR (l.used_at IS NULL AND l.expires_at > now()))`;
