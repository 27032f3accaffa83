/** Text of the error when a caller asks for something that needs a file of a request that is taken down. */
export const TAKEN_DOWN = 'This was taken down.';
