/** What a column says about a person, with the meaning that the data map prints. */
export const DATA_CATEGORIES = {
  account: 'id of an account, which stays without other personal data when the account is deleted',
  activity: 'when a person did something',
  choices: 'settings and consents',
  contact: 'name or address of a person',
  content: 'prompts, images and videos, and where they are stored',
  credentials: 'hashes, keys and secrets with which a person or their program signs in',
  device: 'IP address, browser, device or server of a person',
  message: 'text or JSON that may quote any of the others',
  operator: 'id, role or address of an operator',
  payment: 'what a person bought, spent or owes, and the details on their invoices',
  writing: 'text that a person wrote in their own words',
} as const;
export type DataCategory = keyof typeof DATA_CATEGORIES;

/** Columns of a table. Each is in `personal` or in `other`; a test of its service fails otherwise. */
export type TableDeclaration =
  | {
      /** The purpose of the personal data, as the object of "in order to". */
      purpose: string;
      personal: Readonly<Record<string, DataCategory>>;
      /** Names of the columns that say nothing about a person, separated by spaces. */
      other: string;
    }
  | { purpose?: undefined; personal?: undefined; other: string };

/** By table. */
export type SchemaDeclaration = Readonly<Record<string, TableDeclaration>>;
