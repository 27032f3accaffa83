/** Of errors: what the caller asked for needs a file of this request. */
export const TAKEN_DOWN = 'This was taken down.';
