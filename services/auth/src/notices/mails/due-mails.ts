/** SQL: mails that are due. A mail is no longer due once its link was used or has expired. */
export const DUE_MAILS = `mails m LEFT JOIN links l ON l.id = m.link_id
   WHERE m.sent_at IS NULL AND (m.link_id IS NULL OR (l.used_at IS NULL AND l.expires_at > now()))`;
