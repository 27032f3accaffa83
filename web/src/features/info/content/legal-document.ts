export interface LegalSection {
  title: string;
  /** Strings are paragraphs; arrays are lists. */
  body: (string | string[])[];
}

export interface LegalDocument {
  path: `/${LegalName}`;
  title: string;
  lead: string;
  /** For documents that users agree to: the number of the version, as in their consents. */
  version?: number;
  sections: LegalSection[];
}

export type LegalName = 'terms' | 'privacy' | 'refund' | 'disclaimer' | 'cookies';
