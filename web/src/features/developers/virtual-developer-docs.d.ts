/** What `web/build/developer-docs.ts` reads from `docs` when the app is built. */
declare module 'virtual:developer-docs' {
  /** A parameter, or a field of a body. */
  export interface Field {
    name: string;
    type: string;
    isRequired: boolean;
    /** The allowed values; empty if there are others. */
    values: string[];
    /** Its default. */
    preset: string | null;
    /** Markdown of the OpenAPI document, in English. */
    description: string;
  }

  export interface ReferenceRoute {
    method: string;
    path: string;
    summary: string;
    /** The scope that a key needs. */
    scope: string;
    parameters: (Field & { place: 'header' | 'query' })[];
    /** The fields of the body. */
    fields: Field[];
    /** The object or the media type of the response. */
    answer: string;
  }

  /** A resource, or another body that routes respond with. */
  export interface ReferenceObject {
    name: string;
    /** In English. */
    description: string;
    /** Nested fields have paths as names, such as `luit.credits` or `data[].group`. */
    fields: { name: string; type: string; values: string[] }[];
  }

  export interface DeveloperDocs {
    /** The newest version of the public API. */
    version: string;
    routes: ReferenceRoute[];
    objects: ReferenceObject[];
    /** The files of docs/examples by their names. */
    examples: Record<string, string>;
  }

  export const version: DeveloperDocs['version'];
  export const routes: DeveloperDocs['routes'];
  export const objects: DeveloperDocs['objects'];
  export const examples: DeveloperDocs['examples'];
}
