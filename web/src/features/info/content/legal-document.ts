export interface LegalSection {
  title: string;
  /** A string is a paragraph, an array a list. */
  body: (string | string[])[];
}

export interface LegalDocument {
  path: `/${LegalName}`;
  title: string;
  lead: string;
  sections: LegalSection[];
}

export type LegalName = 'terms' | 'privacy' | 'refund' | 'disclaimer' | 'cookies';
